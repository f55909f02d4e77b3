"""Small BPMN models written in one line each, in the manner of different tools."""

from __future__ import annotations

from itertools import pairwise

MODEL = "http://www.omg.org/spec/BPMN/20100524/MODEL"


def bpmn(body: str, prefix: str = "", extra: str = "") -> bytes:
    """`body` with the tags of BPMN, under the prefix a tool would use."""
    if prefix:
        body = (
            body.replace("</", f"</{prefix}:")
            .replace("<", f"<{prefix}:")
            .replace(f"<{prefix}:/{prefix}:", f"</{prefix}:")
        )
    head = f"{prefix}:definitions" if prefix else "definitions"
    space = f"xmlns:{prefix}" if prefix else "xmlns"
    return f'<?xml version="1.0" encoding="UTF-8"?><{head} {space}="{MODEL}" {extra}>{body}</{head}>'.encode()


def process(*parts: str, name: str = "p", title: str = "") -> str:
    return f'<process id="{name}" name="{title}">{"".join(parts)}</process>'


def task(node: str, name: str, kind: str = "task", inside: str = "", **more: str) -> str:
    attributes = "".join(f' {key}="{value}"' for key, value in more.items())
    return f'<{kind} id="{node}" name="{name}"{attributes}>{inside}</{kind}>'


def flow(before: str, after: str, name: str = "") -> str:
    return f'<sequenceFlow id="{before}-{after}" sourceRef="{before}" targetRef="{after}" name="{name}"/>'


def chain(*nodes: str) -> str:
    return "".join(flow(before, after) for before, after in pairwise(nodes))
