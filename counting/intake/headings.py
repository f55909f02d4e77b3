"""What a heading says about the lines below it: no steps, who does them, or a step of its own."""

from __future__ import annotations

import re

from counting.intake import lexicon
from counting.intake.wordlist import words

# Sections that hold no steps, in the six languages: how their headings begin.
_REFERENCE = re.compile(
    r"^(?:the |this |general |key |document |all |list of |our )*(?:"
    r"pre-?requisites?|before you (?:begin|start)|requirements?|what you(?:'ll)? need|definitions?|glossary|"
    r"terms|"
    r"terminology|abbreviations?|acronyms|purpose|scope|objectives?|goals?|aims?|background|introduction|"
    r"overview|"
    r"context|summary|abstract|about|references?|(?:further|additional|related) (?:reading|documents?|"
    r"information|links)|"
    r"resources|links|related|see also|appendix|appendices|annex(?:es)?|"
    r"(?:modification|revision|version|change|document|review) (?:history|log|control)|history|changelog|"
    r"table of contents|contents|roles?(?: and| &) responsibilit(?:y|ies)|responsibilities|stakeholders|"
    r"contacts|"
    r"contact(?: (?:us|information|details|list|persons?))?$|faqs?\b|frequently asked|notes?|tips?|warnings?|"
    r"cautions?|"
    r"safety(?: (?:notes?|information|precautions))?$|hazards?|materials?|equipment|supplies|tools?|reagents|"
    r"ingredients|license|licence|copyright|acknowledge?ments?|authors?|contributors|open questions|"
    r"known issues|"
    r"symptoms?|severity|"
    r"limitations|troubleshooting|examples?|policy statement|principles|applicability|audience|legend|"
    r"metadata|"
    r"attachments|forms|records|why\b|what is\b|who is\b|when to\b|help$|support$|"
    r"voraussetzung(?:en)?|definition(?:en)?|glossar|begriffe|abkürzungen|zweck|ziele?|geltungsbereich|"
    r"anwendungsbereich|hintergrund|einleitung|einführung|überblick|übersicht|hinweise?|anmerkung(?:en)?|"
    r"anhang|"
    r"anlagen|mitgeltende|verweise|literatur|zuständigkeiten|verantwortlichkeiten|änderungshistorie|"
    r"inhaltsverzeichnis|inhalt|material(?:ien)?|ansprechpartner|"
    r"pré-?requis|définitions?|glossaire|abréviations|objet|objectifs?|but|(?:domaine|champ) d.application|"
    r"contexte|"
    r"présentation|remarques?|annexes?|références|responsabilités|historique|sommaire|table des matières|"
    r"matériel|"
    r"requisitos(?: previos)?|definiciones|glosario|abreviaturas|propósito|objetivos?|alcance|antecedentes|"
    r"introducción|resumen|notas?|anexos?|referencias|responsabilidades|historial|índice|contenido|"
    r"materiales|"
    r"pré-requisitos|definições|glossário|siglas|âmbito|escopo|contexto|introdução|resumo|observações|"
    r"referências|"
    r"histórico|sumário|materiais|vereisten|voorwaarden|definities|begrippen|afkortingen|doel|doelstelling|"
    r"toepassingsgebied|reikwijdte|achtergrond|inleiding|overzicht|opmerkingen|bijlagen?|verwijzingen|"
    r"verantwoordelijkheden|inhoudsopgave)\b(?P<rest>.*)$"
    r"|\b(?:history|reading|references|resources|links|definitions|glossary|prerequisites|open questions|"
    r"action items|known issues|tools? version)$",
    re.IGNORECASE,
)
_NUMBERING = re.compile(r"^(?:\d+(?:\.\d+)*|[ivxIVX]+|[a-zA-Z])[.)]?\s+")
_REST_WORDS = 4
# Words that turn such a heading into work after all: "Open questions procedure", "Contact the customer".
_WORK = re.compile(
    r"\b(?:procedures?|process(?:es)?|steps?|tasks?|checklist|instructions?|workflow|how to|actions?|ablauf|"
    r"schritte|"
    r"vorgehen|prozess|étapes|procédure|pasos|procedimiento|passos|procedimento|stappen|werkwijze|proces)\b",
    re.IGNORECASE,
)
_INTRO = re.compile(
    r"\b(?:overview|introduction|background|context|purpose|scope|summary|objectives?|definitions?)\b|^about\b",
    re.IGNORECASE,
)
_OWNED = re.compile(
    r"^(?:(?:for|by)\s+(?:the\s+)?)?(?P<who>[\w&/ -]{2,40}?)(?:['’]s?)?\s+(?:tasks?|duties|responsibilities|"
    r"checklist|steps?|to-?dos?|"
    r"actions?|activities|work|aufgaben|tätigkeiten|tâches|tareas|tarefas|taken)$",
    re.IGNORECASE,
)
_LEAD = re.compile(
    r"^(?:responsible(?: party| person| role)?|owner|performed by|done by|delegate to|assigned to|assignee|"
    r"actor|role|who|"
    r"verantwortlich|zuständig|durchgeführt von|responsable|responsável|"
    r"verantwoordelijk(?:e)?)\s*[:：]\s*(?P<who>.{2,60})$",
    re.IGNORECASE,
)
STEP_HEADING = re.compile(
    r"^(?:step|schritt|étape|etape|paso|passo|stap)\s*(?:no\.?\s*)?(?:\d{1,3}|[ivx]{1,4}|"
    r"[a-z])\s*[:.)\-–—]?\s*(?P<text>.*)$",
    re.IGNORECASE,
)
PHASE_HEADING = re.compile(
    r"^(?:day|phase|stage|part|step|week|tag|teil|jour|étape|fase|día|dia|etapa|semana|stap|deel|schritt|"
    r"paso|passo)\s*"
    r"(?:\d|[ivx]+\b|one\b|two\b|three\b|[a-c]\b)|^(?:\d+|[ivx]+|[a-z])[.)]\s|^\d+(?:\.\d+)*\.?\s|"
    r"^(?:preparation|prepare|before|during|after|follow.?up|clean.?up|post-|pre-|planning|execution|closing|"
    r"closure)|^(?:as soon as|once|when|whenever|within|until|prior to)\b|"
    r"^(?:in|on|at) (?:the |your |their |his |her )?(?:first|last|next|second|third|final|same|start|end|"
    r"beginning|day|week|month|morning|evening|arrival)\b",
    re.IGNORECASE,
)
_NO_ACTOR = words(
    """post pre next first last final main other general key open action release daily weekly monthly follow-
    up common additional required optional important basic process procedure remaining my our your new
    pending"""
)


_ACRONYMS = words(
    "it hr qa qc ap ar gl pr pm po ba gp rn sre dba ceo cfo cto coo cio ehs hse pmo csr sme r&d"
)
_TITLE_WORDS = words(
    """senior junior chief head vice deputy front back line account project product case duty regional
    general office and of the executive staff customer service human resources technical medical charge
    shift floor"""
)
_TITLES = lexicon.PEOPLE | words("""department office team unit committee board desk reception registry hr""")


def is_reference(heading: str) -> bool:
    """Whether the lines below this heading describe, define or refer, and nobody acts in them."""
    found = _REFERENCE.search(_NUMBERING.sub("", heading.strip(" :*#")))
    if found is None or _WORK.search(heading):
        return False
    rest = found["rest"] or ""
    return len(rest.split()) <= _REST_WORDS and not re.match(r"\s*[:.!]\s*\w", rest)


def names_duties(heading: str) -> bool:
    """Whether a table below this heading may say who does what."""
    return bool(re.search(r"responsib|duties|zuständig|verantwort", heading, re.IGNORECASE))


def is_intro(heading: str) -> bool:
    """Whether prose below this heading introduces the work."""
    return bool(_INTRO.search(heading))


def actor_in(heading: str) -> str | None:
    """The actor a heading names: "Payroll tasks", "Receptionist"; None for any other heading."""
    text = heading.strip(" :*#").strip()
    owned = _OWNED.match(text)
    if owned and owned["who"].lower().split()[0] not in _NO_ACTOR and len(owned["who"].split()) <= 4:
        who = owned["who"].strip()
        return who if knows(who) else None
    alone = heading.rstrip().endswith(":") and knows(text)  # "Treasury:"
    return text if len(text.split()) <= 4 and (alone or _is_title(text)) and not _verbal(text) else None


def actor_line(text: str) -> str | None:
    """The actor of a line such as "Responsible: payroll clerk"."""
    found = _LEAD.match(text.strip())
    return found["who"].strip(" .") if found else None


def knows(name: str) -> bool:
    """Whether the last word names a person or a group for certain."""
    parts = re.findall(r"[^\W\d_]+", name.lower())
    if not parts or len(parts) > 5:
        return False
    last = parts[-1]
    if name.strip().isupper() and name.strip().lower() in _ACRONYMS:
        return True
    if re.search(r"(?<!l)ist$|ician$", last.removesuffix("s")):
        return True
    for base in (last, last.removesuffix("s"), last.removesuffix("es")):
        if base in lexicon.PEOPLE or base in lexicon.GROUPS:
            return (
                base not in ("i", "we", "you", "they", "he", "she", "who", "whoever", "shop", "fire")
                or name.isupper()
            )
    return False


def _is_title(text: str) -> bool:
    """Whether a heading is nothing but somebody: "Receptionist", "Accounts department"."""
    parts = re.findall(r"[^\W\d_]+", text.lower())
    if len(parts) == 1 and knows(text):
        return parts[0] not in lexicon.GROUPS
    known = _TITLES | lexicon.GROUPS | _TITLE_WORDS
    if not parts or not all(part in known or part.removesuffix("s") in known for part in parts):
        return False
    return parts[-1] in _TITLES or parts[-1].removesuffix("s") in _TITLES


def _verbal(name: str) -> bool:
    first = re.findall(r"[^\W\d_]+", name.lower())[:1]
    return bool(first) and first[0].endswith("ing")
