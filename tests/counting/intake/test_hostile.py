"""Files that mean harm, and files that are merely too much: a plain sentence, never more."""

from __future__ import annotations

import gzip
import io
import json
import zipfile
import zlib
from base64 import b64encode

import pytest

from counting.intake.caps import MIB, Caps
from counting.intake.draft import IntakeError
from counting.intake.read import read_source
from counting.intake.source import Source
from tests.counting.intake.bpmn_text import bpmn, process, task

SMALL = Caps(
    file_bytes=MIB, unpacked_bytes=2 * MIB, archive_entries=20, nesting=30, text_chars=5_000, items=50
)


def refused(data: bytes, name: str = "file", caps: Caps = SMALL) -> str:
    with pytest.raises(IntakeError) as error:
        read_source(Source(data, name, caps))
    return str(error.value)


def packed(**parts: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in parts.items():
            archive.writestr(name, data)
    return out.getvalue()


LAUGHS = "<!DOCTYPE d [" + '<!ENTITY l0 "ha">' + "".join(
    f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 10)
) + "]>"  # fmt: skip
MODEL = bpmn(process(task("a", "Pack"))).decode().removeprefix('<?xml version="1.0" encoding="UTF-8"?>')


def test_entities_are_never_expanded() -> None:
    assert "defines entities of its own" in refused((LAUGHS + MODEL.replace("Pack", "&l9;")).encode())


def test_a_file_of_this_machine_is_never_read_into_a_model() -> None:
    outside = '<!DOCTYPE d [<!ENTITY x SYSTEM "file:///etc/passwd">]>' + MODEL.replace("Pack", "&x;")
    said = refused(outside.encode())
    assert "defines entities of its own" in said
    assert "root:" not in said


def test_entities_in_a_log_are_refused_too() -> None:
    assert "defines entities" in refused(b'<!DOCTYPE log [<!ENTITY a "b">]><log><trace/></log>')


def test_a_document_type_without_entities_is_harmless() -> None:
    assert read_source(Source(("<!DOCTYPE definitions>" + MODEL).encode())).items[0].text == "Pack"


def test_a_large_file_is_refused_with_its_cap() -> None:
    said = refused(b"x" * (MIB + 1))
    assert said == (
        "The file is 1.0 MB; the cap file_bytes allows 1.0 MB (set INTAKE_FILE_BYTES to change it). "
        "Give the part that describes the workflow, or paste the steps."
    )


@pytest.mark.parametrize("part", ["word/document.xml", "xl/workbook.xml", "visio/document.xml", "notes.txt"])
def test_a_zip_bomb_is_refused_before_it_is_unpacked(part: str) -> None:
    said = refused(packed(**{part: b"0" * (3 * MIB)}))
    assert "Unpacked, the file holds 3 MB; the cap unpacked_bytes allows 2.0 MB" in said


def test_a_gz_bomb_is_refused_while_it_is_unpacked() -> None:
    said = refused(gzip.compress(b"0" * (3 * MIB)))
    assert "holds more than 2 MB; the cap unpacked_bytes allows 2.0 MB" in said


def test_a_page_of_a_drawing_can_be_a_bomb_too() -> None:
    squeezed = zlib.compressobj(9, zlib.DEFLATED, -15)
    data = squeezed.compress(b"<a/>" * MIB) + squeezed.flush()
    said = refused(b'<mxfile><diagram name="p">' + b64encode(data) + b"</diagram></mxfile>")
    assert "Unpacked, the page of the drawing holds more than 2 MB; the cap unpacked_bytes" in said


def test_an_archive_of_many_parts_is_refused() -> None:
    said = refused(packed(**{f"{number}.txt": b"" for number in range(21)}))
    assert said.startswith("The file has 21 parts inside; the cap archive_entries allows 20")


def test_a_nest_of_archives_is_not_opened() -> None:
    data = b"Clerk files the form."
    for _ in range(5):
        data = gzip.compress(data)
    assert (
        refused(data)
        == "This is a packed archive. Unpack it and give the one file that describes the workflow."
    )


def test_path_names_in_an_archive_are_only_names() -> None:
    data = packed(**{"../../etc/evil.bpmn": bpmn(process(task("a", "Pack")))})
    assert [item.text for item in read_source(Source(data, "x.zip")).items] == ["Pack"]


def test_an_archive_of_several_files_asks_which_one() -> None:
    said = refused(packed(**{"a.txt": b"x", "../b.txt": b"y"}))
    assert said == (
        "This archive holds 2 files ('a.txt', '../b.txt'): which one is the workflow is not clear. "
        "Unpack it and give that one file."
    )


def test_office_parts_with_entities_are_refused() -> None:
    said = refused(packed(**{"word/document.xml": b'<!DOCTYPE a [<!ENTITY x "y">]><a/>'}))
    assert said.startswith("A part of this file ('word/document.xml') is no plain XML: it defines entities")


def test_office_parts_in_an_odd_encoding_are_refused() -> None:
    said = refused(packed(**{"word/document.xml": '<?xml version="1.0"?><a/>'.encode("cp037")}))
    assert "hides its encoding" in said


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (b"[" * 5_000 + b"]" * 5_000, "JSON"),
        (b'{"a":' * 40 + b"1" + b"}" * 40, "JSON"),
        (b'{"a":' * 100_000, "JSON"),
    ],
)
def test_deeply_nested_json_is_refused(data: bytes, kind: str) -> None:
    assert f"The {kind} is nested more than 30 deep; the cap nesting allows 30" in refused(data)


@pytest.mark.parametrize("depth", [40, 500])
def test_deeply_nested_xml_is_refused(depth: int) -> None:
    inner = "<subProcess>" * depth + "</subProcess>" * depth
    said = refused(bpmn(process(inner)))
    assert "nested" in said
    assert "the cap nesting allows 30" in said


def test_a_model_with_more_elements_than_a_run_can_hold_is_refused() -> None:
    said = refused(bpmn(process(*(task(f"t{number}", f"Do {number}") for number in range(51)))))
    assert said.startswith("The model has more than 50 elements; the cap items allows 50")


@pytest.mark.parametrize(
    "data",
    [
        json.dumps(
            {"nodes": [{"name": f"n{n}", "type": "x.gmail"} for n in range(51)], "connections": {}}
        ).encode(),
        json.dumps({"flow": [{"id": n, "module": "gmail:ActionSendEmail"} for n in range(51)]}).encode(),
        json.dumps({"lists": [], "cards": [{"name": "x"}] * 51}).encode(),
        ("flowchart TD\n" + "\n".join(f"n{n} --> n{n + 1}" for n in range(60))).encode(),
        ("@startuml\n" + ":do it;\n" * 120 + "@enduml").encode(),
    ],
    ids=["n8n", "make", "trello", "mermaid", "plantuml"],
)
def test_every_flow_is_bound_by_the_cap_of_items(data: bytes) -> None:
    assert "the cap items allows 50 (set INTAKE_ITEMS to change it)" in refused(data)


def test_a_fan_of_ways_through_one_gateway_is_refused() -> None:
    tasks = [task(f"t{n}", f"Do {n}") for n in range(40)]
    flows = [f'<sequenceFlow id="i{n}" sourceRef="t{n}" targetRef="g"/>' for n in range(20)]
    flows += [f'<sequenceFlow id="o{n}" sourceRef="g" targetRef="t{n}"/>' for n in range(20, 40)]
    body = process(*tasks, '<exclusiveGateway id="g"/>', *flows)
    said = refused(bpmn(body), caps=Caps(edges=100))
    assert said.startswith("The flow has more than 100 ways; the cap edges allows 100")


OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\x00" * 500


@pytest.mark.parametrize(
    ("stream", "said"),
    [
        ("EncryptedPackage", "protected by a password"),
        ("WordDocument", "a Word document of the old kind (.doc)"),
        ("Workbook", "an Excel workbook of the old kind (.xls)"),
        ("VisioDocument", "a Visio drawing of the old kind"),
        ("PowerPoint Document", "a slide deck of the old kind"),
        ("Whatever", "a file of an old Office program"),
    ],
)
def test_old_and_encrypted_office_files_say_what_to_do(stream: str, said: str) -> None:
    told = refused(OLE + stream.encode("utf-16-le") + b"\x00" * 100, "steps.docx")
    assert said in told
    assert "ave it" in told or "Save its" in told


def test_an_encrypted_zip_says_so() -> None:
    data = bytearray(packed(**{"a.txt": b"x" * 50}))
    data[data.index(b"PK\x01\x02") + 8] |= 1  # the flag of the central directory
    assert "protected by a password" in refused(bytes(data))


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "The file is empty"),
        (b" \n\t ", "The file is empty"),
        (b"\x89PNG\r\n\x1a\n" + b"\x00" * 40, "This is a picture"),
        (b"\xff\xd8\xff\xe0" + b"\x00" * 40, "This is a picture"),
        (b"BM" + b"\x00" * 40, "This is a picture"),
        (b"{\\rtf1 hello}", "This is a Rich Text file"),
        (b"7z\xbc\xaf\x27\x1c" + b"\x00" * 40, "This is a packed archive"),
        (b"MZ" + b"\x00" * 40, "This is a program"),
        (b"\x00\x00\x00\x18ftypmp42" + b"\x00" * 40, "This is a recording"),
        (b"RIFF\x00\x00\x00\x00WAVE" + b"\x00" * 40, "This is a recording"),
        (b"\x00\x01\x02\x03" * 50, "This is not text"),
        (b"<!DOCTYPE html><html><body>x</body></html>", "This is a web page"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "This is a drawing saved as a picture"),
        (b"<?xml version='1.0'?><a><b/></a>", "This is XML with the first element <a>"),
        (b"<?xml version='1.0'?>", "This XML file has no first element"),
        (b"WEBVTT\n\n00:01.000 --> 00:02.000\nHi", "This is a transcript with time marks"),
        (b"1\n00:00:01,000 --> 00:00:02,000\nHi", "This is a transcript with time marks"),
        (b'{"a": 1, "b": 2}', "This JSON is no kind of workflow known here: it holds the keys 'a', 'b'."),
        (b'{"a": ', "This JSON is broken at line 1"),
        (b'{"openapi": "3.0"}', "This is an API description"),
        (b'{"type": "excalidraw", "elements": []}', "This is a whiteboard drawing"),
        (b'{"format": "workflow-count", "steps": []}', "This is a saved count of this workbench"),
        (b'[{"speaker": "A", "text": "hello"}]', "This is a meeting transcript"),
        (b'[{"id": "1", "type": "inject", "wires": []}]', "This is a Node-RED flow"),
    ],
)
def test_what_is_not_read_is_named_and_answered_with_what_to_do(data: bytes, said: str) -> None:
    assert refused(data).startswith(said)


@pytest.mark.parametrize(
    ("root", "said"),
    [
        ('<definitions xmlns="https://www.omg.org/spec/DMN/20191111/MODEL/"/>', "a DMN decision table"),
        ('<cmmn:definitions xmlns:cmmn="http://www.omg.org/spec/CMMN/20151109/MODEL"/>', "a CMMN case model"),
        ('<wsdl:definitions xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/"/>', "a web service description"),
        ('<Package xmlns="http://www.wfmc.org/2008/XPDL2.1"/>', "an XPDL model"),
        ('<pnml xmlns="http://www.pnml.org"/>', "a Petri net"),
        (
            '<VisioDocument xmlns="http://schemas.microsoft.com/visio/2003/core"/>',
            "a Visio drawing of the old kind",
        ),
    ],
)
def test_other_kinds_of_models_are_named(root: str, said: str) -> None:
    assert said in refused(('<?xml version="1.0"?>' + root).encode())


def test_a_lying_suffix_changes_nothing() -> None:
    data = bpmn(process(task("a", "Pack")))
    for name in ("steps.docx", "steps.csv", "steps.txt", "steps", "steps.pdf"):
        assert read_source(Source(data, name)).kind == "BPMN model"


def test_markup_and_script_in_a_name_stay_words() -> None:
    body = process(task("a", "&lt;script&gt;alert(1)&lt;/script&gt; Pack &lt;img src=x onerror=y&gt;"))
    assert [item.text for item in read_source(Source(bpmn(body))).items] == ["alert(1) Pack"]


def test_an_empty_archive_says_so() -> None:
    assert refused(packed()) == "This archive is empty: there is nothing to read. Give the file itself."
