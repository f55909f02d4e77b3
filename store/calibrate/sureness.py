"""From which confidence on a suggested tag is sure: measured on steps whose author never trains."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from store.calibrate.curve import Rate, rate
from store.calibrate.probes import TaggedStep
from store.index.vocabulary import known_share
from store.search.readings import Reading
from store.search.suggest import READ_WELL

RIGHT = 0.96
"""The share of sure suggestions that has to be right on the steps that measure. Lines of other authors and of
other documents are read some points worse; 92 % there is what this is set for."""


@dataclass(frozen=True)
class MeasuredSureness:
    """`at` None: at no confidence were enough of them right, so nothing will be called sure."""

    at: float | None
    right: Rate
    sure: Rate
    accuracy: Rate


def measure_sureness(steps: Sequence[TaggedStep], readings: Sequence[Reading]) -> MeasuredSureness:
    """The lowest confidence from which on the share `RIGHT` of the suggestions was right."""
    read = [
        (reading.confidence, reading.tag == step.tag)
        for step, reading in zip(steps, readings, strict=True)
        if known_share(step.line.step) >= READ_WELL
    ]
    read.sort(key=lambda pair: -pair[0])
    right, best = 0, 0
    for count, (_, is_right) in enumerate(read, start=1):
        right += is_right
        last_of_equals = count == len(read) or read[count][0] < read[count - 1][0]
        if last_of_equals and right >= RIGHT * count:
            best = count
    accuracy = rate(
        sum(reading.tag == step.tag for step, reading in zip(steps, readings, strict=True)), len(steps)
    )
    return MeasuredSureness(
        at=round(read[best - 1][0] - 5e-5, 4) if best else None,
        right=rate(sum(is_right for _, is_right in read[:best]), best),
        sure=rate(best, len(steps)),
        accuracy=accuracy,
    )
