"""What a file is by its content, and what comes around it: archives, mails, settings."""

from __future__ import annotations

import gzip
import io
import json
import zipfile

import pytest

from counting import read_run
from counting.intake.caps import Caps
from counting.intake.draft import IntakeError, Proposal
from counting.intake.read import kind_of, read_source
from counting.intake.source import Source
from tests.counting.intake.bpmn_text import bpmn, process, task
from tests.counting.intake.drafts import kept

MODEL = bpmn(process(task("a", "Pack")))


@pytest.mark.parametrize(
    ("text", "name", "kind"),
    [
        ("flowchart LR\nA-->B", "x.txt", "mermaid"),
        ("sequenceDiagram\nA->>B: x", "x.md", "mermaid"),
        ("@startuml\n:x;\n@enduml", "x.txt", "plantuml"),
        ("# Title\n\n1. Pack\n2. Send", "x.txt", "markdown"),
        ("- [ ] Pack\n- [ ] Send", "x.txt", "markdown"),
        ("Read [this](http://x) first.", "", "markdown"),
        ("Title\n=====\n\n.. note:: x\n\n#. Pack\n#. Send", "x.txt", "rst"),
        ("Pack the goods.\nSend them.", "x.md", "markdown"),
        ("Pack the goods.\nSend them.", "x.docx", "plain"),
        ("1. Pack the goods, then weigh them.\n2. Send them, then bill.", "x.csv.txt", "plain"),
        ("Step,Task,Who\n1,Pack,Store\n2,Send,Store", "x.txt", "tables"),
        ("Step;Task;Who\n1;Pack;Store\n2;Send;Store", "x", "tables"),
        ("[x] Pack\n[ ] Send", "x.json", "plain"),
        ("<b>Pack</b> the goods. Send them.", "x.xml", "plain"),
        ("{draft} Pack the goods.", "x.json", "plain"),
        ("From: a@b.c\nTo: d@e.f\nSubject: x\nMIME-Version: 1.0\n\nPack the goods.", "x.txt", "mail"),
    ],
)
def test_a_text_is_known_by_how_it_is_written(text: str, name: str, kind: str) -> None:
    assert kind_of(Source(text.encode(), name)) == kind


def test_a_packed_model_is_read_from_gz_and_from_zip() -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("folder/", "")
        archive.writestr("__MACOSX/._model.bpmn", b"x")
        archive.writestr("folder/model.bpmn", MODEL)
    for data in (gzip.compress(MODEL), out.getvalue(), gzip.compress(out.getvalue())):
        assert [item.text for item in read_source(Source(data, "x")).items] == ["Pack"]


def test_the_package_of_a_power_automate_flow_is_opened() -> None:
    out = io.BytesIO()
    flow = {
        "properties": {"definition": {"triggers": {}, "actions": {"Pack": {"type": "Http", "runAfter": {}}}}}
    }
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("manifest.json", "{}")
        archive.writestr("Microsoft.Flow/flows/1/definition.json", json.dumps(flow))
        archive.writestr("Microsoft.Flow/flows/1/apisMap.json", "{}")
    assert [item.text for item in read_source(Source(out.getvalue(), "flow.zip")).items] == ["Pack"]


@pytest.mark.parametrize(
    "body",
    [
        "Content-Type: text/plain; charset=utf-8\n\n1. Pack the goods.\n2. Send the parcel.\n",
        "Content-Type: text/html\n\n<html><style>p{}</style><p>1. Pack the goods.</p>"
        "<p>2. Send the parcel.</p></html>",
    ],
)
def test_the_text_of_a_mail_is_read(body: str) -> None:
    mail = "From: a@example.org\nTo: b@example.org\nSubject: how we do it\nMIME-Version: 1.0\n" + body
    found = read_source(Source(mail.encode(), "x.eml"))
    steps = [item.text.rstrip(".") for item in found.items if item.proposed is Proposal.STEP]
    assert steps == ["Pack the goods", "Send the parcel"]


def test_a_mail_without_text_says_so() -> None:
    mail = b"From: a@example.org\nTo: b@example.org\nMIME-Version: 1.0\nContent-Type: image/png\n\nxx\n"
    with pytest.raises(IntakeError, match="This mail has no text of its own"):
        read_source(Source(mail, "x.eml"))


def test_caps_come_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("INTAKE_FILE_BYTES", "100")
    with pytest.raises(IntakeError, match=r"the cap file_bytes allows 0\.0 MB"):
        read_run(MODEL, "x.bpmn")
    monkeypatch.setenv("INTAKE_FILE_BYTES", "ten")
    with pytest.raises(
        IntakeError, match=r"INTAKE_FILE_BYTES is 'ten'\. Give a whole number from 1 up, or unset it"
    ):
        read_run(MODEL, "x.bpmn")


def test_caps_that_are_passed_in_win() -> None:
    assert read_run(MODEL, "x.bpmn", Caps(file_bytes=10_000)).kind == "BPMN model"


def test_halves_of_characters_do_not_get_out() -> None:
    board = b'{"lists": [{"id": "l", "name": "L"}], "cards": [{"idList": "l", "name": "Pack \\ud83d it"}]}'
    found = read_source(Source(board))
    assert [item.text for item in found.items] == ["L", "Pack ? it"]


MACHINES = {
    "YAML file": "name: CI\non: push\njobs:\n  build:\n    runs-on: linux\n    steps:\n      - run: make\n",
    "Graphviz drawing": 'digraph G {\n  a [label="Check"];\n  a -> b;\n}\n',
    "source code": "import os\n\ndef main():\n    # Read the file\n    data = read('a')\n    print(data)\n",
    "settings for a program": "Resources:\n  Queue:\n    Type: Queue\n    Name: orders\n",
    "a description for people": "import a from 'b';\nexport class A {\n  total: number\n  name: string\n}\n",
    "code of a program": "const a = need('b');\nb.on('order', (x) => {\n  x.save();\n  x.mail();\n});\n",
}


@pytest.mark.parametrize("found", MACHINES)
def test_what_is_written_for_machines_is_named_and_refused(found: str) -> None:
    with pytest.raises(IntakeError, match=found):
        read_run(MACHINES[found].encode(), "notes.txt")


PEOPLE = {
    "a list that ends with semicolons": "a) take the form (blue);\nb) fill in the date;\nc) sign it;\n",
    "orders that are words of a language": "print the form\nreturn the keys\npackage the goods\n",
    "actors before colons": "Intake:\n  Clerk: register the case\n  Nurse: weigh the patient\nWard:\n"
    "  Nurse: show the bed\n",
}


@pytest.mark.parametrize("text", PEOPLE)
def test_what_only_looks_like_it_is_read(text: str) -> None:
    assert len(kept(read_run(PEOPLE[text].encode(), "notes.txt"))) >= 3


def test_what_stands_behind_the_end_of_a_json_export_is_not_read_and_said() -> None:
    nodes = '[{"id": "1", "name": "Send the offer", "type": "n8n-nodes-base.gmail", "position": [0, 0]}]'
    draft = read_run(f'{{"nodes": {nodes}, "connections": {{}}}}My flow'.encode(), "flow.json")
    assert [text for _, text, _ in kept(draft)] == ["Send the offer"]
    assert draft.notes == ("7 characters stand behind the end of the JSON; they were not read.",)


def test_two_json_values_in_one_file_are_broken() -> None:
    with pytest.raises(IntakeError, match=r"broken at line 1, column 8: Extra data"):
        read_run(b'{"a":1}{"b":2}', "x.json")
