"""Drafts that can be written down: halves of characters, which JSON may hold, are replaced."""

from __future__ import annotations

from dataclasses import replace

from counting.intake.draft import Draft, Item


def encodable(draft: Draft) -> Draft:
    """The draft with every half of a surrogate pair shown as "?"; the same draft where there is none."""
    said = (draft.kind, draft.understood, draft.title, draft.source or "", *draft.procedures, *draft.notes)
    if all(map(_is_sound, said)) and all(_is_sound(text) for item in draft.items for text in _texts(item)):
        return draft
    return replace(
        draft,
        understood=_sound(draft.understood),
        items=tuple(_item(item) for item in draft.items),
        procedures=tuple(map(_sound, draft.procedures)),
        title=_sound(draft.title),
        edges=None
        if draft.edges is None
        else tuple((_sound(one), _sound(other)) for one, other in draft.edges),
        source=None if draft.source is None else _sound(draft.source),
        notes=tuple(map(_sound, draft.notes)),
    )


def _item(item: Item) -> Item:
    return replace(
        item,
        id=_sound(item.id),
        text=_sound(item.text),
        original=_sound(item.original),
        position=replace(item.position, words=_sound(item.position.words)),
        actor=None if item.actor is None else _sound(item.actor),
        parts=tuple(map(_sound, item.parts)),
        notes=tuple(map(_sound, item.notes)),
    )


def _texts(item: Item) -> tuple[str, ...]:
    return (
        item.id,
        item.text,
        item.original,
        item.position.words,
        item.actor or "",
        *item.parts,
        *item.notes,
    )


def _is_sound(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _sound(text: str) -> str:
    return text.encode("utf-8", errors="replace").decode()
