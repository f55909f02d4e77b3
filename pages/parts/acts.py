"""What pressing a tag, a gate or an outward mark does: callbacks shared by buttons, keys and questions."""

from __future__ import annotations

from dataclasses import replace

from counting import Reason, Run, Step, Tag, is_gate
from pages.parts import edits, inhand, session


def is_override(step: Step) -> bool:
    """A person tagged the step otherwise than the record was sure of."""
    suggestion = step.suggestion
    return bool(suggestion and suggestion.sure and step.tag and suggestion.tag is not step.tag)


def tag_step(step_id: str, tag: Tag, reason: Reason | None = None, rule: str | None = None) -> None:
    """Tag a step and go on, unless a reason or a why is still worth asking for."""
    index = edits.place(session.run(), step_id)
    step = session.run().steps[index]
    tagged = step.tagged(tag, reason or (step.reason if tag is step.tag else None), rule)
    if not is_override(tagged):
        tagged = replace(tagged, override_why=None)
    session.choose(step_id)
    inhand.do(f"tag step {index + 1} {tag}", lambda run: edits.put(run, (tagged,)))
    waiting = (tag is Tag.DECISION and tagged.reason is None) or is_override(tagged)
    if not waiting:
        to_untagged(index)


def to_untagged(index: int) -> None:
    """Focus the next step without a tag after `index`, then from the top; none left: stay."""
    steps = session.run().steps
    order = [*range(index + 1, len(steps)), *range(index + 1)]
    found = next((steps[at].id for at in order if steps[at].tag is None), None)
    session.choose(found or steps[index].id)


def tag_many(step_ids: tuple[str, ...], tag: Tag | None) -> None:
    chosen = set(step_ids)

    def edit(run: Run) -> Run:
        return edits.put(run, (step.tagged(tag) for step in run.steps if step.id in chosen))

    inhand.do(f"tag {len(chosen)} steps {tag or 'as untagged'}", edit)


def set_gate(step: Step, wanted: bool) -> None:
    """G1 and G3: away from the default by hand, and back to it."""
    default = is_gate(replace(step, gate=None))
    gate = None if wanted is default else wanted
    inhand.do("mark a gate" if wanted else "lift a gate", lambda run: edits.change(run, step.id, gate=gate))


def set_outward(step: Step, wanted: bool) -> None:
    words = "mark as reaching outside" if wanted else "mark as staying inside"
    inhand.do(words, lambda run: edits.change(run, step.id, outward=wanted))
