"""Whether the few words of a drawn shape name an act, a state or the end of a flow."""

from __future__ import annotations

import re

from counting.intake.wordlist import words

_ENDS = re.compile(
    r"(?:the |process |workflow )?(?:start|begin|end|stop|finish|finished|done|exit|ende|anfang|beginn|fin|"
    r"début|debut|inicio|início|final|einde|terminate[ds]?|completed|closed)"
    r"(?:\s*(?:of|the|process|workflow|flow|here|point|event|state|\d))*[.!]?",
    re.IGNORECASE,
)
_ACTS = words(
    """accept activate add address adjust advise agree allocate analyse analyze announce answer append
    apply appoint appraise approve archive arrange ask assemble assess assign attach attend audit
    authorise authorize await back balance begin bill block book brief bring build buy calculate
    calibrate call cancel capture carry categorise categorize change charge check choose clarify
    classify clean clear close code collect communicate compare compile complete compose compute conduct
    configure confirm connect consolidate consult contact contract convert cook copy correct count
    create cut deactivate debit decide decline define delete deliver deploy describe design destroy
    detect determine develop diagnose discard discuss dispatch display dispose distribute document
    download draft draw drive drop edit email enable end enrich enter escalate establish estimate
    evaluate examine execute explain export extract fetch file fill filter finalise finalize find finish
    fix forward freeze gather generate get give grade grant group hand handle heat help hire hold
    identify implement import improve inform initialise initialize initiate insert inspect install
    integrate interview invite invoice isolate issue join keep label launch learn list load locate lock
    log look mail maintain make manage manufacture map mark match measure meet merge message mix monitor
    move negotiate notify observe obtain offer open order organise organize pack package pay perform
    pick place plan plot polish post prepare prescribe present press preview print prioritise prioritize
    process procure produce prove provide publish pull purchase push put quote raise rate read rebuild
    receive recommend reconcile record recover register reject release remind remove renew rent repair
    repeat replace reply report request research reserve reset resolve respond restart restore retrieve
    return review revise rework run save scan schedule score screen search select sell send set settle
    setup share ship show sign simulate sort specify split start stop store study submit subscribe
    suggest summarise summarize supply support switch take talk tell terminate test track train
    transcribe transfer translate transmit transport treat triage turn type unload unpack update upgrade
    upload use validate verify visit wait warn wash weigh welcome wrap write"""
)


# These begin a state or name a thing as often as they begin an act: alone they are no act.
_NOUNS_TOO = words(
    """address answer bill book budget cash change charge check contact contract copy design display
    document draft drive edit exchange file fill form grade grant group help hold invoice issue label
    list log look mail map mark match measure message monitor offer order package plan plot post press
    process purchase quote rate record release rent repair reply report request research reserve return
    review run schedule score screen sort stock store study support switch talk test track train
    transfer transport turn type update upgrade use visit wait wrap"""
)
_HAPPENS = words(
    "arrives comes is was has needs exists occurs happens starts ends begins expires fails arrived received"
)


def acts(text: str) -> bool:
    """True for words that begin like an act ("Send the offer"), not for a state ("Order received")."""
    if re.search(r"\b(?:\w{2,}ed|sent|paid|done|lost|made|met|built|held)[.!]?$", text):
        return False
    found = re.findall(r"[^\W\d_]+", text.lower())
    if not found or found[0] not in _ACTS:
        return False
    if found[0] in _NOUNS_TOO:
        return len(found) > 1 and found[1] not in _HAPPENS
    return True


def is_end(text: str) -> bool:
    """True for "Start", "End of process" and their like."""
    return _ENDS.fullmatch(text) is not None
