"""Whether the task before a branch gives the answer, so that the question is no step of its own (R12)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from counting.intake.wordlist import words

ANSWERED_WHY = "The step before it gives the answer; a branch question is not a step."

# Acts whose result is an answer. English, German, French, Spanish, Portuguese, Dutch.
_ANSWERS = words(
    """accept analyse analyze appraise approve assess audit authorise authorize benchmark calculate
    categorise categorize check choose classify clarify clear compare confirm consider control decide
    detect determine diagnose discuss estimate evaluate examine find grade identify inspect interview
    investigate judge look measure monitor perform prioritise prioritize proof prove qualify quality
    rank rate recognise recognize reconcile reject review reviewing checking screen score search select
    sign study survey test triage validate verify vet vote weigh accepts analyses approves assesses
    audits authorises authorizes checks chooses classifies compares confirms decides determines
    diagnoses estimates evaluates examines inspects investigates judges measures rates reviews screens
    selects tests validates verifies prüfen überprüfen kontrollieren entscheiden bewerten beurteilen
    genehmigen freigeben vergleichen untersuchen testen validieren verifizieren klären auswählen wählen
    analysieren feststellen ermitteln begutachten messen prüft kontrolliert entscheidet bewertet
    genehmigt vergleicht untersucht klärt vérifier contrôler décider évaluer examiner approuver valider
    comparer analyser choisir déterminer tester valider inspecter autoriser vérifie contrôle décide
    évalue examine approuve verificar comprobar revisar decidir evaluar aprobar validar comparar
    analizar elegir determinar examinar probar autorizar inspeccionar controlar verifica comprueba
    revisa decide evalúa aprueba analisar avaliar aprovar escolher conferir testar inspecionar
    controleren beoordelen beslissen goedkeuren vergelijken onderzoeken bepalen toetsen nakijken kiezen
    keuren valideren verifiëren controleert beoordeelt beslist controleer beoordeel beslis vergelijk
    onderzoek bepaal toets keur prüfe kontrolliere entscheide bewerte vergleiche vérifiez contrôlez
    évaluez validez décidez comparez analysez verifique compruebe revise decida evalúe apruebe compare
    analice avalie analise confira"""
)
# Nouns for such an act: "run the tests", "credit check", "do a review".
_ANSWER_NOUNS = words(
    """analysis approval assessment audit check checks checkup comparison control decision determination
    diagnosis estimate evaluation examination exam inspection interview investigation measurement rating
    reconciliation review reviews scan scans score scoring screening selection test tests testing triage
    validation verification vote prüfung überprüfung kontrolle entscheidung bewertung beurteilung
    genehmigung freigabe untersuchung analyse vérification contrôle décision évaluation examen
    approbation validation verificación comprobación revisión decisión evaluación aprobación validación
    análisis control verificação revisão decisão avaliação aprovação validação análise controle
    beoordeling beslissing goedkeuring"""
)
_FILLERS = words("process step phase task activity stage again prozess schritt")
_GERMAN_ENDINGS = ("prüfung", "prüfen", "kontrolle", "entscheidung", "bewertung", "controle", "beoordeling")
# Verbs that only carry the noun after them.
_LIGHT = words(
    """carry complete conduct do execute hold make perform run start take undertake durchführen machen
    treffen effectuer faire prendre realizar hacer tomar efectuar fazer uitvoeren nemen"""
)
# Acts after which the answer comes from somebody else: asking is not answering (R3, R9).
_ASKS = words(
    """ask await collect demand email file forward get give hand inform invite mail notify obtain offer
    order pass post prepare present propose provide receive request return route schedule seek send
    share ship submit transfer wait write anfordern anfragen senden einreichen erhalten einholen
    demander envoyer solicitar enviar pedir vragen"""
)
# "Receive the decision": the answer is in what comes in.
_GETS = words(
    """await capture collect gather get note obtain receive record erhalten einholen recevoir obtenir recibir
    obtener receber obter ontvangen"""
)
_ANSWERS_GIVEN = words(
    """answer answers confirmation feedback opinion outcome reply replies response responses result results
    verdict antwort rückmeldung ergebnis réponse résultat respuesta resultado resposta antwoord resultaat"""
)
# Words that say how something came out, or only hold a question together.
_VERDICTS = words(
    """accept acceptable accepted accurate acknowledged adequate agreed allowed alright applicable approve
    approved authorised authorized available clear cleared complete completed compliant confirmed
    consistent correct covered critical decision detected due eligible enough error errors exist exists
    fail failed fails fine found fulfilled good granted identified in-order incomplete incorrect invalid
    issue issues known left match matches matching missing met necessary needed negative no none not ok
    okay outcome pass passed passes permitted plausible positive possible present problem problems
    qualified ready reject rejected relevant required resolved result results satisfactory satisfied
    signed solved stock successful success sufficient suitable true urgent valid verified wrong yes ja
    nein korrekt gültig vollständig genehmigt akzeptiert bestanden erfolgreich notwendig nötig möglich
    vorhanden ergebnis oui non correct valide complet complète approuvé accepté résultat sí si no
    correcto válido completo aprobado aceptado resultado sim não correto aprovado aceito nee goedgekeurd
    geldig volledig akkoord juist"""
)
_GLUE = words(
    """a all an and any are at be been by can did do does for from has have how if in is it its more of on
    or other out should still such than that the their there they this to under up was were what when
    whether which who will with within yet der die das den dem des ein eine ist sind wird und oder im in
    zu le la les un une est sont de du des et ou el los las es son y o del o a os as um uma é e do da
    het een is zijn en van"""
)


@dataclass(frozen=True)
class Finding:
    """What leads to a branch. `task` "" is an event, which answers nothing.

    `direct`: no other question lies between. `sure`: it answers by its kind (a table of business rules).
    `join` names the parallel join it came through: there one answering task is enough.
    """

    task: str
    direct: bool = True
    sure: bool = False
    join: str = ""


def is_answered(question: str, findings: Sequence[Finding]) -> bool:
    """True when whatever way leads to the branch yields its answer; False when nothing leads there."""
    alone = [finding for finding in findings if not finding.join]
    joins: dict[str, list[Finding]] = {}
    for finding in findings:
        if finding.join:
            joins.setdefault(finding.join, []).append(finding)
    return (
        bool(findings)
        and all(_yields(finding, question) for finding in alone)
        and all(any(_yields(finding, question) for finding in joined) for joined in joins.values())
    )


def _yields(finding: Finding, question: str) -> bool:
    """The task finds something out, and the question is about what it finds out."""
    if finding.sure:
        return True
    if not _finds_out(finding.task):
        return False
    asked = [word for word in _tokens(question) if word not in _GLUE]
    topic = [word for word in asked if word not in _VERDICTS]
    if finding.direct and (len(topic) < len(asked) or len(asked) <= 1):
        return True
    done = {_stem(word) for word in _tokens(finding.task) if word not in _GLUE}
    return any(_stem(word) in done for word in topic)


def _finds_out(task: str) -> bool:
    tokens = _tokens(task)
    while len(tokens) > 1 and tokens[-1] in _FILLERS:
        tokens.pop()
    if not tokens or _joined_finding(task):
        return bool(tokens)
    if tokens[0] in _GETS and any(word in _ANSWER_NOUNS or word in _ANSWERS_GIVEN for word in tokens[1:]):
        return True
    if tokens[0] in _ASKS:
        return False
    if tokens[0] in _ANSWERS or "whether" in tokens or "if" in tokens[1:]:
        return True
    if any(word in _ANSWER_NOUNS or word.endswith(_GERMAN_ENDINGS) for word in tokens):
        return tokens[0] in _LIGHT or tokens[-1] in _ANSWER_NOUNS or _ends_in_finding(tokens)
    return _ends_in_finding(tokens)


def _ends_in_finding(tokens: list[str]) -> bool:
    """German and Dutch put the verb last: "Rechnung prüfen"."""
    return tokens[-1].endswith((*_GERMAN_ENDINGS, "en", "ieren")) and (
        tokens[-1] in _ANSWERS or tokens[-1].endswith(_GERMAN_ENDINGS)
    )


def _joined_finding(task: str) -> bool:
    """ "Receive and check the form": the last of several acts is the one the branch asks about."""
    last = re.split(r"\b(?:and|und|et|y|e|en)\b|[,&/]", task)[-1]
    tokens = _tokens(last)
    return last != task and bool(tokens) and tokens[0] in _ANSWERS


def _tokens(text: str) -> list[str]:
    return re.findall(r"[^\W_]+(?:[-'][^\W_]+)*", text.lower())


def _stem(word: str) -> str:
    """Enough to see that "approve", "approved" and "approval" are one word."""
    for ending in (
        "ations",
        "ation",
        "ments",
        "ment",
        "ising",
        "izing",
        "ings",
        "ing",
        "als",
        "al",
        "ies",
        "ied",
        "ed",
    ):
        if word.endswith(ending) and len(word) - len(ending) >= 4:
            return word[: -len(ending)].rstrip("e")
    return word.rstrip("s").rstrip("e") if len(word) > 4 else word
