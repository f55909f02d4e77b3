"""Runs that hypothesis draws."""

from __future__ import annotations

from hypothesis import strategies as st

from counting import Reason, Run, Step, Tag

texts = st.text(min_size=1, max_size=40).filter(lambda text: text.strip())
maybe_texts = st.none() | st.text(max_size=20)


any_tag = st.none() | st.sampled_from(Tag)


@st.composite
def steps(draw: st.DrawFn, tags: st.SearchStrategy[Tag | None] = any_tag) -> Step:
    tag = draw(tags)
    return Step(
        text=draw(texts),
        actor=draw(maybe_texts),
        tag=tag,
        reason=draw(st.none() | st.sampled_from(Reason)) if tag is Tag.DECISION else None,
        gate=draw(st.none() | st.booleans()),
        outward=draw(st.booleans()),
        minutes=draw(st.none() | st.floats(0, 1e6)),
        note=draw(maybe_texts),
        unsplit=draw(st.booleans()),
    )


def runs(max_size: int = 12, tags: st.SearchStrategy[Tag | None] | None = None) -> st.SearchStrategy[Run]:
    drawn = steps() if tags is None else steps(tags)
    return st.lists(drawn, max_size=max_size).map(lambda made: Run(title="Drawn run", steps=tuple(made)))
