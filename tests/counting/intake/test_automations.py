"""n8n, Power Automate, Make and Step Functions: acts in their order, the rest skipped with a reason."""

from __future__ import annotations

import json
from typing import Any

import pytest

from counting.intake import automation
from counting.intake.draft import Draft, IntakeError, Proposal
from counting.intake.read import read_source
from counting.intake.source import Source


def draft(value: Any, name: str = "export.json") -> Draft:
    return read_source(Source(json.dumps(value).encode(), name))


def kept(found: Draft) -> list[str]:
    return [item.text for item in found.items if item.proposed is not Proposal.SKIPPED]


def why(found: Draft) -> dict[str, str]:
    return {item.text: item.why for item in found.items if item.proposed is Proposal.SKIPPED}


def named_edges(found: Draft) -> set[tuple[str, str]]:
    by_id = {item.id: item.text for item in found.items}
    return {(by_id[one], by_id[other]) for one, other in found.edges or ()}


def node(name: str, kind: str, **more: Any) -> dict[str, Any]:
    return {"name": name, "type": kind, "parameters": {}, **more}


def to(*targets: str) -> list[dict[str, Any]]:
    return [{"node": target, "type": "main", "index": 0} for target in targets]


N8N = {
    "name": "Invoices",
    "nodes": [
        node("Send a thank-you", "n8n-nodes-base.gmail"),
        node("When mail comes", "n8n-nodes-base.gmailTrigger"),
        node("Read the invoice", "@n8n/n8n-nodes-langchain.agent"),
        node("Chat model", "@n8n/n8n-nodes-langchain.lmChatOpenAi"),
        node("Is it paid?", "n8n-nodes-base.if"),
        node("Edit Fields", "n8n-nodes-base.set"),
        node("Wait a day", "n8n-nodes-base.wait"),
        node("Remind", "n8n-nodes-base.slack", notes="in a friendly tone"),
        node("Old step", "n8n-nodes-base.slack", disabled=True),
        node("Note", "n8n-nodes-base.stickyNote", parameters={"content": "## Read me\nby [us](http://x)"}),
        node(
            "Google Sheets",
            "n8n-nodes-base.googleSheets",
            parameters={"operation": "append", "resource": "row"},
        ),
        node("Code", "n8n-nodes-base.code"),
        node("Work out the discount", "n8n-nodes-base.code"),
    ],
    "connections": {
        "When mail comes": {"main": [to("Read the invoice")]},
        "Read the invoice": {"main": [to("Edit Fields")]},
        "Edit Fields": {"main": [to("Is it paid?")]},
        "Is it paid?": {"main": [to("Google Sheets"), to("Remind")]},
        "Remind": {"main": [to("Wait a day")]},
        "Wait a day": {"main": [to("Is it paid?")]},
        "Google Sheets": {"main": [to("Code")]},
        "Code": {"main": [to("Work out the discount")]},
        "Work out the discount": {"main": [to("Send a thank-you")]},
        "Chat model": {
            "ai_languageModel": [[{"node": "Read the invoice", "type": "ai_languageModel", "index": 0}]]
        },
    },
}


def test_n8n_goes_by_its_connections() -> None:
    found = draft(N8N)
    assert (
        kept(found)
        == [
            "Read the invoice",
            "Remind",
            "Append row in Google sheets",
            "Work out the discount",
            "Send a thank-you",
            "Old step",
        ][:5]
    )
    assert why(found) == {
        "When mail comes": automation.TRIGGER_WHY,
        "Edit Fields": automation.HELPER_WHY,
        "Is it paid?": automation.RULE_WHY,
        "Wait a day": automation.WAIT_WHY,
        "Code": automation.HELPER_WHY,
        "Old step": automation.OFF_WHY,
        "Chat model": automation.HELPER_WHY,
        "Read me by us": automation.STICKY_WHY,
    }
    assert named_edges(found) == {
        ("Read the invoice", "Append row in Google sheets"),
        ("Read the invoice", "Remind"),
        ("Remind", "Append row in Google sheets"),
        ("Remind", "Remind"),
        ("Append row in Google sheets", "Work out the discount"),
        ("Work out the discount", "Send a thank-you"),
    }
    remind = next(item for item in found.items if item.id == "Remind")
    assert remind.notes[0] == "in a friendly tone"
    assert "when Is it paid: no" in remind.notes
    assert found.title == "Invoices"


@pytest.mark.parametrize("wrap", [lambda w: [w], lambda w: {"data": [w]}, lambda w: {"workflow": w}])
def test_n8n_in_the_wrapper_of_an_export(wrap: Any) -> None:
    assert kept(draft(wrap(N8N))) == kept(draft(N8N))


def test_several_n8n_workflows_are_procedures() -> None:
    other = {"name": "Other", "nodes": [node("Send report", "x.gmail")], "connections": {}}
    found = draft([N8N, other])
    assert found.procedures == ("Invoices", "Other")
    assert found.items[-1].procedure == 1


def test_n8n_with_nothing_but_helpers_says_so() -> None:
    with pytest.raises(
        IntakeError, match="has 1 elements, none an act: only triggers, helpers, branches or notes"
    ):
        draft({"nodes": [node("Edit Fields", "n8n-nodes-base.set")], "connections": {}})


def after(*names: str, state: str = "Succeeded") -> dict[str, Any]:
    return {"runAfter": {name: [state] for name in names}}


FLOW = {
    "$schema": "https://schema.management.azure.com/2016-06-01/workflowdefinition.json#",
    "triggers": {"When_a_form_is_sent": {"type": "OpenApiConnectionWebhook"}},
    "actions": {
        "Send_an_email_(V2)": {"type": "OpenApiConnection", **after("Over_500")},
        "Initialize_variable": {"type": "InitializeVariable", "runAfter": {}},
        "Over_500": {
            "type": "If",
            **after("Initialize_variable"),
            "actions": {
                "Start_and_wait_for_an_approval": {
                    "type": "OpenApiConnectionWebhook",
                    "runAfter": {},
                    "inputs": {
                        "host": {"apiId": "x/shared_approvals", "operationId": "StartAndWaitForAnApproval"}
                    },
                },
                "Book_the_order": {"type": "OpenApiConnection", **after("Start_and_wait_for_an_approval")},
            },
            "else": {"actions": {}},
        },
        "Apply_to_each": {
            "type": "Foreach",
            **after("Send_an_email_(V2)"),
            "actions": {
                "Create_file": {"type": "OpenApiConnection", "runAfter": {}, "description": "one per line"}
            },
        },
        "Tell_the_admin": {"type": "OpenApiConnection", **after("Apply_to_each", state="Failed")},
        "Delay": {"type": "Wait", **after("Apply_to_each")},
        "Terminate": {"type": "Terminate", **after("Delay")},
    },
}


@pytest.mark.parametrize(
    "wrap",
    [
        lambda d: d,
        lambda d: {"definition": d},
        lambda d: {"name": "x", "properties": {"displayName": "Orders", "definition": d}},
        lambda d: {"resources": [{"type": "Microsoft.Logic/workflows", "properties": {"definition": d}}]},
        lambda d: {"properties": {"connectionReferences": {}, "definition": d}, "schemaVersion": "1.0.0.0"},
    ],
)
def test_power_automate_goes_by_run_after_in_any_wrapper(wrap: Any) -> None:
    found = draft(wrap(FLOW))
    assert kept(found) == [
        "Start and wait for an approval",
        "Book the order",
        "Send an email",
        "Create file",
        "Tell the admin",
    ]
    assert [item.text for item in found.items if item.decision] == ["Start and wait for an approval"]
    assert why(found) == {
        "When a form is sent": automation.TRIGGER_WHY,
        "Initialize variable": automation.HELPER_WHY,
        "Over 500": automation.RULE_WHY,
        "Apply to each": automation.CONTAINER_WHY,
        "Delay": automation.WAIT_WHY,
        "Terminate": automation.END_WHY,
    }
    assert named_edges(found) == {
        ("Start and wait for an approval", "Book the order"),
        ("Book the order", "Send an email"),
        ("Send an email", "Create file"),
        ("Create file", "Tell the admin"),
    }
    by_text = {item.text: item for item in found.items}
    assert by_text["Tell the admin"].notes == ("when Apply to each does not succeed",)
    assert by_text["Create file"].notes == ("one per line",)


def test_a_power_automate_switch_and_an_until_loop() -> None:
    found = draft(
        {
            "triggers": {},
            "actions": {
                "Which_kind": {
                    "type": "Switch",
                    "runAfter": {},
                    "cases": {
                        "C1": {"case": "red", "actions": {"Paint_red": {"type": "Http", "runAfter": {}}}}
                    },
                    "default": {"actions": {"Paint_white": {"type": "Http", "runAfter": {}}}},
                },
                "Until_dry": {
                    "type": "Until",
                    "runAfter": {"Which_kind": ["Succeeded"]},
                    "actions": {"Measure_wetness": {"type": "Http", "runAfter": {}}},
                },
            },
        }
    )
    assert kept(found) == ["Paint red", "Paint white", "Measure wetness"]
    by_text = {item.text: item for item in found.items}
    assert by_text["Paint red"].notes == ("when Which kind: red",)
    assert by_text["Paint white"].notes == ("when Which kind: otherwise",)
    assert by_text["Measure wetness"].notes == ("repeat from step 3 (Measure wetness) when the loop goes on",)


def module(number: int, kind: str, name: str = "", **more: Any) -> dict[str, Any]:
    return {"id": number, "module": kind, "metadata": {"designer": {"name": name} if name else {}}, **more}


SCENARIO = {
    "name": "Orders",
    "flow": [
        module(1, "gateway:CustomWebHook"),
        module(2, "google-sheets:addRow", "Write the order down"),
        module(
            3,
            "builtin:BasicRouter",
            routes=[
                {"flow": [module(4, "google-email:ActionSendEmail", filter={"name": "Big order"})]},
                {"flow": [module(5, "util:SetVariable2"), module(6, "slack:CreateMessage")]},
            ],
        ),
    ],
    "metadata": {},
}


@pytest.mark.parametrize(
    "wrap", [lambda s: s, lambda s: {"blueprint": s}, lambda s: {"response": {"blueprint": s}}]
)
def test_make_goes_by_its_modules_and_routes(wrap: Any) -> None:
    found = draft(wrap(SCENARIO))
    assert kept(found) == ["Write the order down", "Send email in Google email", "Create message in Slack"]
    assert [item.why for item in found.items if item.proposed is Proposal.SKIPPED] == [
        automation.TRIGGER_WHY,
        automation.RULE_WHY,
        automation.HELPER_WHY,
    ]
    assert named_edges(found) == {
        ("Write the order down", "Send email in Google email"),
        ("Write the order down", "Create message in Slack"),
    }
    assert next(item for item in found.items if item.id == "4").notes == ("when Big order",)
    assert found.title == "Orders"


MACHINE = {
    "Comment": "Ship it",
    "StartAt": "In stock?",
    "States": {
        "Done": {"Type": "Succeed"},
        "ShipIt": {
            "Type": "Task",
            "Next": "Done",
            "Retry": [{"ErrorEquals": ["States.ALL"], "MaxAttempts": 4}],
        },
        "In stock?": {
            "Type": "Choice",
            "Choices": [{"Variable": "$.stock", "NumericGreaterThan": 0, "Next": "Each parcel"}],
            "Default": "Order more",
        },
        "Each parcel": {
            "Type": "Map",
            "Iterator": {"StartAt": "Pack parcel", "States": {"Pack parcel": {"Type": "Task", "End": True}}},
            "Next": "Both",
        },
        "Both": {
            "Type": "Parallel",
            "Branches": [
                {"StartAt": "Print label", "States": {"Print label": {"Type": "Task", "End": True}}},
                {"StartAt": "Book money", "States": {"Book money": {"Type": "Task", "End": True}}},
            ],
            "Next": "ShipIt",
            "Catch": [{"ErrorEquals": ["States.ALL"], "Next": "Call the boss"}],
        },
        "Call the boss": {"Type": "Task", "End": True},
        "Order more": {"Type": "Task", "Next": "Wait a week"},
        "Wait a week": {"Type": "Wait", "Seconds": 9, "Next": "In stock?"},
        "Shape data": {"Type": "Pass", "Next": "Done"},
    },
}


@pytest.mark.parametrize(
    "wrap",
    [
        lambda m: m,
        lambda m: {"definition": m},
        lambda m: {
            "Resources": {"M": {"Type": "AWS::StepFunctions::StateMachine", "Properties": {"Definition": m}}}
        },
        lambda m: {"Resources": {"M": {"Properties": {"DefinitionString": json.dumps(m)}}}},
        lambda m: {"Resources": {"M": {"Properties": {"DefinitionString": {"Fn::Sub": json.dumps(m)}}}}},
        lambda m: {
            "Resources": {"M": {"Properties": {"DefinitionString": {"Fn::Join": ["", [json.dumps(m)]]}}}}
        },
    ],
)
def test_step_functions_go_by_next_and_open_maps_and_branches(wrap: Any) -> None:
    found = draft(wrap(MACHINE))
    assert set(kept(found)) == {
        "Pack parcel",
        "Print label",
        "Book money",
        "Ship it",
        "Call the boss",
        "Order more",
    }
    assert kept(found).index("Order more") < kept(found).index("Pack parcel")  # the loop stands as a whole
    assert named_edges(found) == {
        ("Order more", "Pack parcel"),
        ("Order more", "Order more"),
        ("Pack parcel", "Print label"),
        ("Pack parcel", "Book money"),
        ("Print label", "Ship it"),
        ("Book money", "Ship it"),
        ("Print label", "Call the boss"),
        ("Book money", "Call the boss"),
    }
    by_text = {item.text: item for item in found.items}
    assert by_text["Ship it"].notes == ("tried again up to 4 times when it fails",)
    assert by_text["Pack parcel"].notes == ("when In stock: stock greater than 0",)
    assert by_text["Call the boss"].notes == ("when it fails (States.ALL)",)
    assert by_text["Each parcel"].notes == ("its steps run once per item",)


def test_a_choice_named_like_an_act_is_a_step() -> None:
    machine = {
        "StartAt": "Do fraud check",
        "States": {
            "Do fraud check": {"Type": "Choice", "Choices": [], "Default": "A"},
            "A": {"Type": "Task", "End": True},
        },
    }
    assert kept(draft(machine)) == ["Do fraud check", "A"]
