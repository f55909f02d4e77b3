"""Which row of a table names its columns, which column holds the acts and which one the actors."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from counting.intake.act_words import acts
from counting.intake.grid import Cell, Grid
from counting.intake.headings import knows
from counting.intake.wordlist import words

_HEADER_ROWS = 25  # a header further down than this is not looked for
_NUMBER = re.compile(
    r"^(?:(?:step|schritt|étape|paso|passo|stap|"
    r"nr?\.?)\s*)?[#(]?[\dA-Z]{0,3}\d{1,4}(?:[.\-]\d{1,3})*[.):a-z]?$",
    re.IGNORECASE,
)
_TICK = re.compile(r"yes|no|done|open|ok|ja|nein|[xX☐☑☒✓✔✗-]|true|false", re.IGNORECASE)
_PERSON = re.compile(r"(?:Dr\.? |Prof\.? )?[^\W\d_a-z][\w'’.-]+(?: [^\W\d_a-z][\w'’.-]*){1,3}")
_ONE_LANE = 0.8  # of the rows fill one of the columns
_MOSTLY = 0.6
_RACI = re.compile(r"^[RACIS](?:\s*[/,;& +]?\s*[RACIS])*$|^[xX✓✔●]$")

_STEP = words(
    """step steps task tasks activity activities action actions procedure process-step todo to-do schritt
    schritte aufgabe aufgaben tätigkeit tätigkeiten aktivität aktivitäten arbeitsschritt vorgang maßnahme
    étape étapes tâche tâches activité activités opération paso pasos tarea tareas actividad actividades
    acción passo passos etapa etapas tarefa tarefas atividade atividades ação ações stap stappen taak
    taken activiteit activiteiten actie acties handeling processtap prozessschritt"""
)
_STEP_WEAK = words(
    """description instruction instructions details what name item work operation process title summary
    subject beschreibung anweisung was bezeichnung name inhalt description instruction quoi libellé
    intitulé nom descripción instrucción qué nombre descrição instrução o-que nome omschrijving
    beschrijving instructie wat naam deliverable milestone checklist requirement deliverables"""
)
_NAMED = words("name full-name names nom nombre nome naam") | {"full name"}
_ACTOR = words(
    """responsible responsibility owner who actor role assignee assigned performer department team person
    party lane resource accountable by staff position function verantwortlich verantwortliche
    verantwortlicher verantwortung zuständig zuständigkeit wer rolle abteilung bearbeiter durchführung
    ausführung responsable responsables qui rôle acteur service responsable quién rol área encargado
    departamento responsável quem papel setor área executor verantwoordelijke verantwoordelijk wie rol
    afdeling uitvoerder eigenaar akteur stelle"""
)
_NUMBERED = words(
    """# no nr nº n° num number id seq sequence order pos step-id ref nummer numéro número nro lfd s/n sno "
    "sl"""
)
_NOT_STEPS = words(
    """version revision date author term definition abbreviation acronym phone email parameter field variable
    value meaning contact risk likelihood impact severity symptom cause duration succeeded datum autor
    begriff definition abkürzung telefon terme définition abréviation término definición termo definição
    versie auteur afkorting versión fecha versão data"""
)
_PHASE = words(
    """phase stage section area process workstream category group phase étape-principale fase etapa-principal
    bereich"""
)


_PROCEDURES = words(
    """process procedure workflow prozess verfahren processus procédure proceso procedimiento processo "
    "proces"""
)


@dataclass(frozen=True)
class Columns:
    """What the columns of a table are for. `header` is the row that names them, -1 for none."""

    header: int
    step: int
    actor: int | None = None
    number: int | None = None
    phase: int | None = None
    detail: int | None = None
    raci: tuple[int, ...] = ()
    lanes: tuple[int, ...] = ()  # a column for each actor, which holds what that actor does
    procedures: bool = False  # the phase column names whole procedures


def find_columns(grid: Grid) -> Columns | None:
    """The columns of a table of steps; None when it is a table of something else."""
    best: tuple[int, Columns] | None = None
    for place, row in enumerate(grid.rows[:_HEADER_ROWS]):
        scored = _named(grid, place, row)
        if scored is not None and (best is None or scored[0] > best[0]):
            best = scored
    return best[1] if best else _lanes(grid) or _unnamed(grid)


def names_a_column(text: str) -> bool:
    """Whether a cell says what a column of a table of steps is for."""
    return len(text) <= 40 and _matches(_key(text), _STEP | _STEP_WEAK | _ACTOR | _NUMBERED | _PHASE)


def _named(grid: Grid, place: int, row: Sequence[Cell]) -> tuple[int, Columns] | None:
    """The columns under this row if it is a header, with a score that grows with what it names."""
    names = [_key(cell.text) for cell in row]
    filled = sum(bool(name) for name in names)
    below = grid.rows[place + 1 :]
    if filled == 0 or not below or any(len(cell.text) > 60 for cell in row):
        return None
    texts = [index for index in range(len(names)) if _is_textual(below, index)]
    strong = [index for index in texts if _matches(names[index], _STEP)]
    weak = [index for index in texts if _matches(names[index], _STEP_WEAK)]
    raci = tuple(index for index in range(len(names)) if _is_raci(below, index))
    numbers = [
        i
        for i in range(len(names))
        if (i not in texts and (_matches(names[i], _NUMBERED | _STEP) or _is_number(below, i)))
        or _is_tick(below, i)
    ]
    if not raci and not numbers:
        weak = [index for index in weak if names[index] not in _NAMED or not _holds_people(below, index)]
    actors = [index for index in texts if _matches(names[index], _ACTOR) and index not in strong]
    foreign = sum(_matches(name, _NOT_STEPS) for name in names)
    if not strong and not (weak and (raci or actors or numbers) and foreign < 2):
        return None
    if strong and foreign >= 2 and not actors and not raci:
        return None
    step = (strong or weak)[0]
    phases = [index for index in texts if _matches(names[index], _PHASE) and index not in (step, *actors)]
    taken = (step, *actors, *phases[:1])
    details = [index for index in (*strong[1:], *weak) if index not in taken]
    score = (
        4 * bool(strong) + 2 * bool(weak) + 3 * bool(actors) + 3 * bool(raci) + bool(numbers) + (filled > 1)
    )
    columns = Columns(
        place,
        step,
        actors[0] if actors else None,
        numbers[0] if numbers else None,
        phases[0] if phases else None,
        details[0] if details else None,
        raci if len(raci) > 1 or not actors else (),
        procedures=bool(phases) and names[phases[0]] in _PROCEDURES,
    )
    return score, columns


def _unnamed(grid: Grid) -> Columns | None:
    """A table without a header that can still be read: one column of text, or a number beside it."""
    width = max((len(row) for row in grid.rows), default=0)
    texts = [index for index in range(width) if _is_textual(grid.rows, index)]
    numbers = [index for index in range(width) if index not in texts and _is_number(grid.rows, index)]
    number = numbers[0] if numbers else None
    if len(grid.rows) < 2:
        return None
    if len(texts) == 1 and (width == 1 or numbers):
        return Columns(-1, texts[0], number=number)
    acting = [index for index in texts if _mostly(acts, grid.rows, index)]
    if len(acting) != 1:
        return None
    actors = [index for index in texts if index not in acting and _mostly(knows, grid.rows, index)]
    return Columns(-1, acting[0], actors[0], number) if actors else None


def _lanes(grid: Grid) -> Columns | None:
    """A table with a column for each actor, in which every row fills one of them with an act."""
    for place, row in enumerate(grid.rows[:_HEADER_ROWS]):
        lanes = tuple(index for index, cell in enumerate(row) if knows(" ".join(cell.text.split())))
        below = [cells for cells in grid.rows[place + 1 :] if any(cell.text for cell in cells)]
        if len(lanes) < 2 or len(below) < 2 or any(_is_raci(below, index) for index in lanes):
            continue
        single = sum(
            sum(bool(cells[index].text) for index in lanes if index < len(cells)) == 1 for cells in below
        )
        if single >= _ONE_LANE * len(below):
            return Columns(place, lanes[0], lanes=lanes)
    return None


def _mostly(fits: Callable[[str], bool], rows: Sequence[Sequence[Cell]], index: int) -> bool:
    values = _column(rows, index)
    return sum(map(fits, values)) > _MOSTLY * len(values)


def _key(text: str) -> str:
    return re.sub(r"[^\w#°º/\- ]", " ", text.lower()).strip()


def _matches(name: str, wanted: frozenset[str]) -> bool:
    """Whether a column name is one of the words, or holds one beside few others ("Process Step", "Task "
    "owner")."""
    if name.replace(" ", "-") in wanted:
        return True
    parts = name.replace("/", " ").replace("-", " ").split()
    return (
        0 < len(parts) <= 4
        and any(part in wanted for part in parts)
        and not (wanted is _STEP and parts[-1] in _ACTOR | _NUMBERED)
    )


def _column(rows: Sequence[Sequence[Cell]], index: int) -> list[str]:
    values = (row[index].text.strip() for row in rows[:200] if index < len(row))
    return [value for value in values if value]


def _is_textual(rows: Sequence[Sequence[Cell]], index: int) -> bool:
    values = _column(rows, index)
    wordy = sum(
        bool(re.search(r"[^\W\d_]{2}", value)) and not _NUMBER.match(value) and not _RACI.match(value)
        for value in values
    )
    return bool(values) and wordy * 2 > len(values)


def _holds_people(rows: Sequence[Sequence[Cell]], index: int) -> bool:
    """Whether a column called "Name" holds the names of people."""
    values = _column(rows, index)
    return sum(bool(_PERSON.fullmatch(value)) for value in values) > _ONE_LANE * len(values)


def _is_tick(rows: Sequence[Sequence[Cell]], index: int) -> bool:
    """Whether a column is there to tick rows off."""
    values = _column(rows, index)
    return bool(values) and all(_TICK.fullmatch(value) for value in values)


def _is_number(rows: Sequence[Sequence[Cell]], index: int) -> bool:
    values = _column(rows, index)
    return bool(values) and sum(bool(_NUMBER.match(value)) for value in values) * 4 >= 3 * len(values)


def _is_raci(rows: Sequence[Sequence[Cell]], index: int) -> bool:
    values = _column(rows, index)
    return bool(values) and sum(bool(_RACI.match(value)) for value in values) * 4 >= 3 * len(values)
