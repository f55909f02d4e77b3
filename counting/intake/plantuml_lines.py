"""How the statements of a PlantUML activity diagram are written."""

from __future__ import annotations

import re

from counting.intake.names import clean_name

ACTION_START = re.compile(r"[ \t]*(?P<back>backward)?[ \t]*(?:#[^\s:]+)?:(?=[^\n])")
SAME_LINE = re.compile(r"(?P<text>[^\n]+?)(?P<close>[;|<>/\\\]}])[ \t]*(?:<<[^<>\n]*>>)?[ \t]*(?:\n|\Z)")
LATER_LINE = re.compile(r";[ \t]*(?:<<[^<>\n]*>>)?[ \t]*$", re.MULTILINE)
MARKUP_END = re.compile(r"</?\w+[^<>]*>$")  # a line that ends in markup does not end the action
MAX_ACTION = 4_000  # characters; what is not closed within them is no action
COMMENT = re.compile(r"[ \t]*/'")
LANE = re.compile(r"\|(?:(#[^|]*)\|)?(?:([^|]*)\|)?([^|]*)\|$")
NOTE = re.compile(
    r"(?:floating )?note(?: (?:left|right|top|bottom))?(?: of .*?)?(?:\s+#[^:]*)?\s*(?::(?P<text>.*))?$"
)
_IN_BRACKETS = r"(?:\((?P<{0}>(?:[^()]|\([^()]*\))*)\))?"
_QUESTION, _LABEL = _IN_BRACKETS.format("question"), _IN_BRACKETS.format("label")
IF = re.compile(
    rf"(?:else\s*)?if\s*{_QUESTION}\s*(?:(?:is|equals?)\s*{_IN_BRACKETS.format('value')}\s*)?(?:then\s*{_LABEL})?",
    re.IGNORECASE,
)
ELSEIF = re.compile(r"(?:\((?P<before>[^()]*)\)\s*)?else\s*if\b", re.IGNORECASE)
ELSE = re.compile(rf"else\s*{_LABEL}$", re.IGNORECASE)
WHILE = re.compile(rf"while\s*{_QUESTION}(?:\s*is\s*{_LABEL})?", re.IGNORECASE)
ENDWHILE = re.compile(rf"end\s*while\s*{_LABEL}", re.IGNORECASE)
REPEAT_WHILE = re.compile(
    rf"repeat\s*while\s*{_QUESTION}(?:\s*is\s*{_LABEL})?(?:\s*not\s*{_IN_BRACKETS.format('no')})?",
    re.IGNORECASE,
)
SWITCH = re.compile(rf"switch\s*{_QUESTION}", re.IGNORECASE)
CASE = re.compile(rf"case\s*{_LABEL}", re.IGNORECASE)
ARROW = re.compile(r"-(?:\[[^\]]*\])?-?>\s*(?P<label>[^;]*);?$")
FRAME = re.compile(
    r"(?:partition|group|package|rectangle|card)\s+(?:#\S+\s+)?"
    r"(?:\"(?P<quoted>[^\"]*)\"|(?P<plain>[^{\"]*?))\s*(?:#\S+\s*)?(?P<brace>\{)?$"
)
# Blocks that say nothing about the flow: their word, the sign that opens one, the word that ends it.
IGNORED_BLOCKS = (
    ("skinparam", "{", "}"),
    ("legend", "", "endlegend"),
    ("header", "", "endheader"),
    ("footer", "", "endfooter"),
)
IGNORED_LINES = ("title", "hide", "show", "scale", "caption", "left to right", "top to bottom")


def creole(raw: str) -> str:
    """PlantUML's own markup made words."""
    text = re.sub(r"\[\[\S+?(?:\s([^\]]*))?\]\]", r"\1", raw)
    text = re.sub(r"<&[\w-]+>|<\$[\w-]+>|<<[^<>\n]*>>", "", text)
    return clean_name(re.sub(r"\*\*|__|\"\"|--(?=\S)|(?<=\S)--|(?<!:)//", "", text))


def part(found: re.Match[str] | None, group: str) -> str:
    """A named part of a statement, "" where it is left out."""
    return (found[group] or "") if found else ""
