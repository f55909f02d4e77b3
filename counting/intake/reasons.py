"""Lines that are no steps by their own words (R12), in the six languages; each with the reason in plain "
"words."""

from __future__ import annotations

import re

ABOUT_WHY = "Data about the document, not about the work."
_JUDGED_CHARS = 1_500  # a longer line is no note, question or pointer
_NOTE = re.compile(
    r"^(?:please note|note|nota bene|nb|n\.b\.|tips?|hint|warning|caution|danger|important|attention|remark|"
    r"reminder|fyi|example|"
    r"disclaimer|hinweis|achtung|anmerkung|tipp|wichtig|warnung|vorsicht|beispiel|remarque|avertissement|"
    r"astuce|exemple|"
    r"nota|aviso|atención|advertencia|importante|consejo|ejemplo|observação|atenção|dica|exemplo|"
    r"let op|opmerking|waarschuwing|voorbeeld|belangrijk)\b\s*(?:[:!–—-]|\bthat\b)",
    re.IGNORECASE,
)
_PROHIBITED = re.compile(
    r"^(?:please\s+)?(?:do not|don['’]?t|never|avoid|under no circumstances|it is (?:forbidden|prohibited)|"
    r"no \w+ing\b|"
    r"nie(?:mals)?\b|keine?[nmrs]?\b|nicht\b|ne\s+\w+\s+(?:pas|jamais)|n['’]\w+\s+(?:pas|jamais)|ne pas|"
    r"jamais|"
    r"no\s+\w+(?:ar|er|ir|es|as)\b|nunca|evit(?:ar|e|er|ez)\b|não|niet\b|nooit|geen\b|vermeiden|vermijd)|"
    r"^[^.]*\bnicht\s+(?:\w+\s+){0,2}\w+(?:en|ern)\s*[.!]?$|"
    r"^(?:(?!\b(?:that|who|which|if)\b)[^.,])*\b(?:must|should|shall|may)\s+(?:not|never)\b[^.]*[.!]?$|"
    r"^(?:(?!\b(?:that|who|which|if)\b)[^.,])*\b(?:mustn|shouldn)['’]t\b[^.]*[.!]?$",
    re.IGNORECASE,
)
_WAIT = re.compile(
    r"^(?:please\s+)?(?:wait(?:ing)?|await(?:ing)?|warten|abwarten|attendre|attendez|esperar|espere|aguardar|"
    r"aguarde|wachten|wacht)\b(?![^.]*\b(?:and|then|und|et|y|e|en)\b)",
    re.IGNORECASE,
)
_ONWARD = re.compile(
    r"^(?:(?!.*[.;]\s+\S)(?:(?:if|when|once|otherwise)\b[^,.]{0,80},\s*|otherwise\s+))?(?:(?:yes|no|ja|nein|oui|non|sí|si|sim|não|nee)\s*[:,–-]\s*)?(?:please\s+)?(?:(?:then\s+)?(?:go|proceed|continue|return|move|skip|jump|carry)\s+"
    r"(?:on\s+|back\s+|forward\s+|directly\s+)?(?:to|with|at|from)\s+(?:the\s+)?(?:next|previous|following|"
    r"above|"
    r"below|first|last|steps?|section|stage|phase|part|chapter|point|\d)\b|proceed\s+to\b[^,;]*$|"
    r"repeat\s+(?:this|these|the|all|from|steps?|above)\b[^,;]*(?:step|above|process|procedure|until|\d)|"
    r"(?:weiter|zurück)\s+(?:mit|zu)\b|(?:aller|passer|retour(?:ner)?)\s+à\s+l|(?:ir|volver|"
    r"continuar)\s+(?:al?|con)\s+"
    r"(?:el\s+)?paso|(?:ir|voltar|continuar)\s+(?:para|com|ao)\s+(?:o\s+)?passo|ga\s+(?:verder|terug)\s+)",
    re.IGNORECASE,
)
_COURTESY = re.compile(
    r"^(?:(?:many )?thank(?:s| you)|danke|vielen dank|merci|gracias|obrigad[oa]|bedankt|"
    r"(?:best|kind|warm) regards|yours (?:sincerely|faithfully)|let me know|hope this helps|feel free)\b",
    re.IGNORECASE,
)
_EMPTY = re.compile(
    r"^(?:to-?do\b.*|tb[da]\b.*|n/?a|none|nil|\?+|x{3,}|\.{3,}|…|lorem ipsum.*|to be (?:completed|defined|"
    r"added|determined|confirmed|written).*|"
    r"(?:item|step|task|issue|action|schritt|aufgabe|étape|paso|passo|stap)\s*(?:#|no\.?|nr\.?)?\s*\d{0,3}|"
    r"<[^>]*>|\[[^\]]*\]|\{[^}]*\}|optional|placeholder|coming soon.*)\s*[.:]?$",
    re.IGNORECASE,
)
_POINTER = re.compile(
    r"^(?:for (?:more|further|additional|detailed) (?:information|details?|help|guidance|context)|"
    r"(?:also\s+)?see(?:\s+also)?\b(?!\s+(?:if|that|whether|to it))|refer to\b|read more|"
    r"more (?:info|information|details)|cf\.|source:|link:|learn more|consult the (?:appendix|section)|"
    r"siehe\b|vgl\.|voir\b|cf\b|véase\b|ver (?:también|también|anexo|también)|ver (?:também|anexo)|zie\b)",
    re.IGNORECASE,
)
_EVENT = re.compile(
    r"^(?:start|end|begin|finish|done|stop|ende|fin|début|inicio|início|fim|einde|"
    r"begin)(?:\s+(?:of\s+)?(?:the\s+)?(?:process|procedure|workflow|prozess|processus|proceso|processo|"
    r"proces))?[.!]?$",
    re.IGNORECASE,
)
_CONTENTS = re.compile(r"(?:\.\s?){4,}\s*\d+$|…+\s*\d+$|\t\d{1,3}$|_{4,}\s*\d+$")
_ADDRESS = re.compile(
    r"^(?:<?https?://\S+>?|<?(?:mailto:)?[\w.+-]+@[\w-]+\.[\w.-]+>?|(?:tel|phone|fax|e-?mail|"
    r"www)\s*[.:]\s*\S.{0,40}|\+?[\d ()/-]{7,})$",
    re.IGNORECASE,
)
_DEFINED = re.compile(
    r"^[^:.;,]{1,60}?\s*(?:(?::|\s[–—-])\s+(?:the|an?|any|all|ein|eine|der|die|das|le|la|les|un|une|el|los|o|"
    r"os|um|uma|de|het|een)\s|"
    r"\b(?:means?|is defined as|are defined as|refers? to|stands? for|bedeutet|bezeichnet|désigne|significa|"
    r"betekent)\b)",
    re.IGNORECASE,
)
_DETAILS = re.compile(
    r"\b(?:guidelines?|criteria|considerations?|consider|factors?|examples?|options?|requirements?|reasons?|"
    r"benefits?|such as|"
    r"includ(?:e|es|ing)|consists? of|contains?|types? of|kinds? of|categories|definitions?|goals?|"
    r"objectives?|"
    r"questions?|information|details|fields?|documents?|items|needed|required|"
    r"responsible for)\b[^.]*[:,]?\s*$",
    re.IGNORECASE,
)
_STEPS = re.compile(
    r"\b(?:steps?|tasks?|procedure|process|actions?|activities|follow|do the following|as follows|how to)\b",
    re.IGNORECASE,
)
_MATTER = re.compile(
    r"^(?:what|when|how|who|why|which|where|whether)\b(?!.* gets? )[^,;?]*(?:,\s+and when)?[.]?$",
    re.IGNORECASE,
)
_CONDITION = re.compile(
    r"^(?P<condition>(?:if|when|whenever|unless|in case|once|in the event|wenn|falls|sofern|si|quand|lorsque|"
    r"cuando|se|"
    r"quando|als|indien)\b[^.:?!]{3,150}):$",
    re.IGNORECASE,
)
_ABOUT = re.compile(
    r"^(?:document |process |procedure |policy )?(?:owner|author|version|revision|date|scope|purpose|status|"
    r"effective(?: date| from)?|approved by|prepared by|reviewed by|written by|applies to|classification|"
    r"last (?:updated?|reviewed|changed)|valid (?:from|until)|document (?:no|number|id|type)|department|"
    r"gültig ab|stand|verfasser|freigegeben (?:von|durch)|verantwortlich|auteur|propriétaire|responsable|"
    r"autor|versão|versión|versie|eigenaar)\.?\s*:",
    re.IGNORECASE,
)
_ABOUT_CHARS = 200
_NO_WORDS = re.compile(r"^[\W\d_]*$")


def reason(text: str) -> str:
    """Why the line is no step by its own words; "" when it may be one."""
    stripped = text.strip().lstrip("*_ ")
    if len(stripped) > _JUDGED_CHARS:
        return ""
    for pattern, why in _REASONS:
        if pattern.search(stripped):
            return why
    asks = _asks(stripped) and one_sentence(stripped)
    return "A question; the act that answers it is the step." if asks else ""


def of_a_paragraph(text: str) -> str:
    """Why a whole paragraph is no step by how it begins; "" where its sentences have to be looked at."""
    stripped = text.strip().lstrip("*_ ")
    if len(stripped) <= _ABOUT_CHARS and _ABOUT.match(stripped):
        return ABOUT_WHY
    if len(stripped) <= _JUDGED_CHARS and _NOTE.match(stripped):
        return "A note, not an act."
    return ""


def condition_of(text: str) -> str:
    """The condition a line sets for those below it ("If the goods are damaged:"), "" for other lines."""
    found = _CONDITION.match(text.strip())
    return found["condition"].strip() if found else ""


def introduces_details(text: str) -> bool:
    """Whether the line announces examples, criteria or options and not steps."""
    return bool(_DETAILS.search(_last_sentence(text))) and not _STEPS.search(_last_sentence(text))


def _last_sentence(text: str) -> str:
    return re.split(r"(?<=[.!?])\s+", text.strip())[-1]


def one_sentence(text: str) -> bool:
    """Whether the text is a single sentence."""
    return _last_sentence(text) == text.strip()


def defines(text: str) -> bool:
    """Whether the line says what a word means."""
    return len(text) <= _JUDGED_CHARS and bool(_DEFINED.match(text.strip()))


def is_lead_in(text: str) -> bool:
    """Whether the line only announces what follows it."""
    return text.rstrip().endswith((":", "：")) or bool(
        re.search(r"\b(?:such as|including|for example|e\.g\.|like)\s*,?$", text.strip())
    )


def _asks(text: str) -> bool:
    return text.endswith(("?", "？", "؟")) and not re.match(
        r"^(?:ask|fragen|demander|preguntar|perguntar|vragen)\b", text, re.IGNORECASE
    )


_REASONS: tuple[tuple[re.Pattern[str], str], ...] = (
    (_NO_WORDS, "No words."),
    (_EMPTY, "A placeholder; nothing is done."),
    (_CONTENTS, "A line of the table of contents."),
    (_ADDRESS, "An address or a number, not an act."),
    (_NOTE, "A note, not an act."),
    (_PROHIBITED, "It says what is not done; a prohibition is no step."),
    (_WAIT, "Waiting; the act that ends the wait is the step."),
    (_ONWARD, "It only says where to go on."),
    (_POINTER, "It points to something to read."),
    (_MATTER, "It names what is to be found out; nobody acts."),
    (_EVENT, "An event; nobody acts."),
    (_COURTESY, "A courtesy, not an act."),
)
