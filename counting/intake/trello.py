"""Trello boards: cards and checklist items in the order of the board."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from counting.intake.caps import refuse
from counting.intake.draft import Draft, IntakeError, Item, Position, Proposal
from counting.intake.flow import amount, counts_in_words
from counting.intake.jsontext import Json, dict_of, list_of, text_of
from counting.intake.names import clean_name
from counting.intake.source import Source
from counting.intake.splits import with_splits

_ARCHIVED = "Archived on the board."
_HEADING = "A card with a checklist names what follows; its checklist items are listed."
_NOTE_LIST = "A card in a list of notes, not of work."
_LIST = "A list of the board groups cards; it is not an act."
_NO_NAME = "A card without words does not say what is done."
_NOTE_LISTS = re.compile(
    r"\b(?:notes?|info(?:rmation)?|resources?|links?|read ?me|about|help|ideas?|templates?|how to use|"
    r"legend|faq)\b",
    re.IGNORECASE,
)


def holds(value: Any) -> bool:
    """True for the export of a board."""
    board = dict_of(value)
    return isinstance(board.get("lists"), list) and isinstance(board.get("cards"), list)


def read(source: Source) -> Draft:
    """A board as a draft. Raises IntakeError when no open card says what is done."""
    board = dict_of(source.json)
    if len(list_of(board["cards"])) > source.caps.items:
        found = f"The board has {len(board['cards']):,} cards"
        raise refuse("items", source.caps.items, found, "Export a smaller board, or count its parts.")
    items, remarks = with_splits(tuple(_items(board)))
    if not any(item.proposed is not Proposal.SKIPPED for item in items):
        raise IntakeError(
            f"This Trello board has {amount(len(board['cards']), 'card')}, none of them open and with words. "
            "Bring the cards of the workflow back, or paste the steps, one act per line."
        )
    lists = amount(sum(not dict_of(one).get("closed") for one in list_of(board["lists"])), "list")
    name = clean_name(text_of(board.get("name")))
    understood = f"Trello board, {lists}: {counts_in_words(items)}"
    return Draft("Trello board", understood, items, (name,), name, notes=(*source.notes, *remarks))


def _items(board: Json) -> Iterator[Item]:
    checklists = _by_card(board)
    members = [dict_of(member) for member in list_of(board.get("members"))]
    people = {text_of(member.get("id")): text_of(member.get("fullName")) for member in members}
    cards: dict[str, list[Json]] = {}
    for card in _in_order(list_of(board["cards"])):
        cards.setdefault(text_of(card.get("idList")), []).append(card)
    for one in _in_order(list_of(board["lists"])):
        name = clean_name(text_of(one.get("name")))
        place = Position(f'list "{name}"')
        list_id = text_of(one.get("id"))
        yield Item(f"list-{list_id}", name or "(list)", name, place, Proposal.SKIPPED, why=_LIST, rule="R12")
        for card in cards.get(list_id, ()):
            yield from _card(
                card, name, bool(one.get("closed")), checklists.get(text_of(card.get("id")), ()), people
            )


def _card(
    card: Json, list_name: str, list_closed: bool, checks: Sequence[tuple[str, Json]], people: dict[str, str]
) -> Iterator[Item]:
    name = text_of(card.get("name"))
    place = Position(f'list "{list_name}", card "{clean_name(name)}"')
    members = [people.get(text_of(member), "") for member in list_of(card.get("idMembers"))]
    actor = ", ".join(member for member in members if member) or None
    card_id = text_of(card.get("id")) or name
    why = _skip(card, list_name, list_closed, bool(checks))
    yield _item(card_id, name, place, actor, why)
    closed = card.get("closed") is True or list_closed
    for number, (checklist, check) in enumerate(checks, 1):
        where = Position(f'{place.words}, checklist "{checklist}", item {number}')
        words = text_of(check.get("name"))
        yield _item(
            f"{card_id}/{text_of(check.get('id')) or number}",
            words,
            where,
            actor,
            _ARCHIVED if closed else "",
        )


def _skip(card: Json, list_name: str, list_closed: bool, has_checks: bool) -> str:
    if card.get("closed") is True or list_closed:
        return _ARCHIVED
    if has_checks:
        return _HEADING
    return _NOTE_LIST if _NOTE_LISTS.search(list_name) else ""


def _item(item_id: str, raw: str, place: Position, actor: str | None, why: str) -> Item:
    text = clean_name(re.sub(r"\[([^\]]*)\]\([^)]*\)|[*_`]{2,}", r"\1", raw))
    why = why or ("" if text else _NO_NAME)
    if why:
        return Item(item_id, text or "(no words)", raw, place, Proposal.SKIPPED, actor, why, "R12")
    return Item(item_id, text, raw, place, actor=actor)


def _by_card(board: Json) -> dict[str, list[tuple[str, Json]]]:
    """Card id -> its checklist items in order, each with the name of its checklist."""
    found: dict[str, list[tuple[str, Json]]] = {}
    inside = [
        one for card in map(dict_of, list_of(board["cards"])) for one in list_of(card.get("checklists"))
    ]
    for checklist in _in_order([*list_of(board.get("checklists")), *inside]):
        name = clean_name(text_of(checklist.get("name")))
        entries = [(name, check) for check in _in_order(list_of(checklist.get("checkItems")))]
        found.setdefault(text_of(checklist.get("idCard")), []).extend(entries)
    return found


def _in_order(values: list[Any]) -> list[Json]:
    """By their place on the board; what has none keeps the order of the file."""
    rows = [dict_of(value) for value in values]
    return sorted(rows, key=lambda row: row["pos"] if isinstance(row.get("pos"), (int, float)) else 0.0)
