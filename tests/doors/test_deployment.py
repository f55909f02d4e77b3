"""What is deployed: the image's recipe, linted and its steps run; the compose file; the proxy's rules."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from doors.settings import DoorSettings
from store import Settings

ROOT = Path(__file__).resolve().parent.parent.parent
DOCKERFILE = ROOT / "Dockerfile"
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "deploy" / "compose.yaml").read_text(encoding="utf-8"))
REPLICAS = ("app1", "app2")


def instructions() -> list[tuple[str, str]]:
    """(instruction, arguments) of the Dockerfile, continued lines joined."""
    text = re.sub(r"^#.*\n", "", DOCKERFILE.read_text(encoding="utf-8"), flags=re.MULTILINE)
    lines = re.sub(r"\\\n\s*", "", text).splitlines()
    return [(word, rest) for line in lines if line.strip() for word, _, rest in [line.partition(" ")]]


def test_hadolint_finds_nothing() -> None:
    program = Path(sys.executable).with_name("hadolint")
    done = subprocess.run([program, "--no-color", DOCKERFILE], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, "")


def test_the_image_runs_without_rights_checks_its_health_and_is_pinned() -> None:
    said = instructions()
    assert {rest.split()[0] for word, rest in said if word == "FROM"} == {"python:3.11.14-slim-bookworm"}
    last_user = [rest for word, rest in said if word == "USER"][-1]
    assert last_user.isdigit() and int(last_user) > 0
    assert [word for word, _ in said][-1] == "CMD"
    [health] = [rest for word, rest in said if word == "HEALTHCHECK"]
    assert "/health/live" in health


def test_every_file_the_image_copies_is_there_and_let_through() -> None:
    let_through = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    copied = [rest.split()[0] for word, rest in instructions() if word == "COPY" and "--from" not in rest]
    assert [name for name in copied if not (ROOT / name).exists()] == []
    assert [name for name in copied if f"!{name}" not in let_through] == []


def test_every_package_of_ours_is_in_the_image() -> None:
    copied = {rest.split()[0] for word, rest in instructions() if word == "COPY"}
    packages = {path.parent.name for path in ROOT.glob("*/__init__.py")} - {"tests", "bench"}
    assert packages | {"app.py", "pages", "corpus"} <= copied


def test_the_steps_of_the_image_run(tmp_path: Path) -> None:
    """With this machine's Python: torch is picked out, every pin can be had, the model loads."""
    steps = [rest for word, rest in instructions() if word == "RUN"]
    venv, pick, install, load, user = steps
    assert venv == "python -m venv /opt/venv"
    assert pick.endswith('--index-url "$TORCH_INDEX" -r torch.txt')
    (tmp_path / "requirements.txt").write_bytes((ROOT / "requirements.txt").read_bytes())
    subprocess.run(["sh", "-ec", pick.partition(" && ")[0]], cwd=tmp_path, check=True)
    [torch] = (tmp_path / "torch.txt").read_text(encoding="utf-8").splitlines()
    assert re.fullmatch(r"torch==\d+\.\d+\.\d+", torch)
    here = install.replace("/opt/venv/bin/pip install", f"{sys.executable} -m pip install --dry-run --quiet")
    subprocess.run(["sh", "-ec", here], cwd=tmp_path, check=True)
    load = load.replace("python ", f"{sys.executable} ", 1)
    subprocess.run(["sh", "-ec", load], cwd=ROOT, check=True, env={**os.environ, "HF_HUB_OFFLINE": "1"})
    assert user.startswith("useradd --system --uid 10001 ")


def test_the_start_command_and_the_health_check_are_ones_that_exist() -> None:
    said = dict(instructions())
    assert said["CMD"] == '["python", "-m", "doors.serve"]'
    assert (ROOT / "doors" / "serve.py").is_file()
    values = dict(
        pair.split("=", 1) for word, rest in instructions() if word == "ENV" for pair in rest.split()
    )
    known = {f"RECORD_{name.upper()}" for name in Settings.model_fields}
    known |= {f"DOORS_{name.upper()}" for name in DoorSettings.model_fields}
    assert [name for name in values if name.startswith(("RECORD_", "DOORS_")) and name not in known] == []


def test_compose_has_two_replicas_over_one_shared_record() -> None:
    services = COMPOSE["services"]
    assert set(services) == {"postgres", "chroma", "ingest", *REPLICAS, "proxy"}
    assert services["app1"] == services["app2"]
    environment = services["app1"]["environment"]
    assert environment["RECORD_DATABASE_URL"].startswith("postgresql://record:${POSTGRES_PASSWORD:?")
    assert environment["RECORD_CHROMA_URL"] == "http://chroma:8000"
    assert services["app1"]["depends_on"]["ingest"]["condition"] == "service_completed_successfully"
    assert services["ingest"]["command"] == ["python", "-m", "store", "ingest"]
    known = {f"RECORD_{name.upper()}" for name in Settings.model_fields}
    known |= {f"DOORS_{name.upper()}" for name in DoorSettings.model_fields}
    assert set(environment) <= known


def test_compose_pins_every_image_and_has_no_secret_in_it() -> None:
    text = (ROOT / "deploy" / "compose.yaml").read_text(encoding="utf-8")
    images = {name: service["image"] for name, service in COMPOSE["services"].items()}
    ours = {name for name, image in images.items() if image == "workflow-count-workbench"}
    assert ours == {"ingest", *REPLICAS}
    assert [image for name, image in images.items() if name not in ours and ":" not in image] == []
    [chroma] = [line for line in (ROOT / "requirements.txt").read_text().splitlines() if "chromadb==" in line]
    assert images["chroma"].rpartition(":")[2] == chroma.split()[0].rpartition("==")[2]
    assert re.findall(r"(?:PASSWORD|KEYS|SECRET|TOKENS): (?!\$\{\w+:[?-])", text) == []


def test_only_the_proxy_can_be_reached_from_outside() -> None:
    services = COMPOSE["services"]
    assert [name for name, service in services.items() if service.get("ports")] == ["proxy"]
    assert COMPOSE["networks"]["inside"] == {"internal": True}
    assert {name for name in ("postgres", "chroma") if services[name]["networks"] == ["inside"]} == {
        "postgres",
        "chroma",
    }
    for name in (*REPLICAS, "ingest"):
        assert services[name]["cap_drop"] == ["ALL"]
        assert services[name]["read_only"] is True


@pytest.mark.parametrize(
    "rule",
    ["reverse_proxy {$REPLICAS:app1:8501 app2:8501}", "lb_policy cookie replica", "health_uri /health/live"],
)
def test_the_proxy_keeps_a_visitor_on_a_living_replica(rule: str) -> None:
    assert rule in (ROOT / "deploy" / "Caddyfile").read_text(encoding="utf-8")
