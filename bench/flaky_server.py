"""`python -m bench.flaky_server PORT SWITCH`: the one process, its embedding provider made to fail at will.

For the load bench only: while the file SWITCH exists, every embedding of a query fails.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import store.record
from store.index.embedder import Embedder, Matrix, Space


class FailingWhileSwitched:
    """The real provider, down while the switch is there."""

    def __init__(self, real: Embedder, switch: Path) -> None:
        self._real = real
        self._switch = switch

    @property
    def space(self) -> Space:
        return self._real.space

    def encode(self, texts: Sequence[str]) -> Matrix:
        if self._switch.exists():
            raise ConnectionError("the provider is down")
        return self._real.encode(texts)


def main(port: int, switch: Path) -> None:
    from doors.serve import serve

    load = store.record.load_embedder
    store.record.load_embedder = lambda *which: FailingWhileSwitched(load(*which), switch)
    serve(port=port)


if __name__ == "__main__":
    main(int(sys.argv[1]), Path(sys.argv[2]))
