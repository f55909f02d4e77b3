"""The two places a store can live in, real ones: embedded, or a Chroma server and PostgreSQL on loopback."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest
from sqlalchemy import create_engine, text

from tests.serving import free_port

STARTUP_SECONDS = 60
ROOM_BYTES = 4_000_000_000


@dataclass(frozen=True)
class Backend:
    """`urls()` is what a fresh store of this kind needs to be set to; both None for the embedded one."""

    name: str
    chroma_url: str | None = None
    postgres_url: str | None = None

    def fresh_database(self) -> str | None:
        """A new empty database, None where the store makes its own file."""
        if self.postgres_url is None:
            return None
        name = f"t{uuid.uuid4().hex[:12]}"
        engine = create_engine(self.postgres_url, isolation_level="AUTOCOMMIT")
        with engine.connect() as connection:
            connection.execute(text(f"CREATE DATABASE {name}"))
        engine.dispose()
        return self.postgres_url.replace("+pg8000", "").rpartition("/")[0] + f"/{name}"


@contextmanager
def running_servers(folder: Path) -> Iterator[Backend]:
    with postgres() as postgres_url, chroma(folder / "chroma") as chroma_url:
        yield Backend("server", chroma_url, postgres_url)


@dataclass(frozen=True)
class Cluster:
    """A running PostgreSQL: its address and a way to stop it and start it again."""

    url: str
    restart: Callable[[], None]


@contextmanager
def postgres() -> Iterator[str]:
    with postgres_cluster() as cluster:
        yield cluster.url


@contextmanager
def postgres_cluster() -> Iterator[Cluster]:
    """A throwaway PostgreSQL cluster; it refuses to run as root, so root runs it as the user postgres.

    Its folder is not pytest's, which only root may enter and every new run of pytest locks again.
    """
    programs = _postgres_programs()
    as_user = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
    with tempfile.TemporaryDirectory(prefix="record-postgres-", dir=_roomy_memory()) as name:
        folder = Path(name)
        if as_user:
            user = pwd.getpwnam("postgres")
            os.chown(folder, user.pw_uid, user.pw_gid)
        data, port = folder / "data", free_port()
        options = f"-p {port} -k {folder} -c listen_addresses=127.0.0.1 -c fsync=off -c max_connections=200"
        _run([*as_user, programs / "initdb", "-D", data, "-A", "trust", "-E", "UTF8", "--locale=C", "-N"])
        control = [*as_user, programs / "pg_ctl", "-D", data]
        start = [*control, "-w", "-l", folder / "log", "-o", options, "start"]
        stop = [*control, "-w", "-m", "fast", "stop"]

        def restart() -> None:
            _run(stop)
            _run(start)

        _run(start)
        try:
            role = "postgres" if as_user else pwd.getpwuid(os.geteuid()).pw_name
            yield Cluster(f"postgresql+pg8000://{role}@127.0.0.1:{port}/postgres", restart)
        finally:
            _run([*control, "-m", "immediate", "stop"])


def _roomy_memory() -> str | None:
    """A file system in memory with room for a database per test: a hundred of them take a disk minutes."""
    memory = Path("/dev/shm")  # noqa: S108
    roomy = memory.is_dir() and shutil.disk_usage(memory).free > ROOM_BYTES
    return str(memory) if roomy else None


def _postgres_programs() -> Path:
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    on_path = shutil.which("initdb")
    if found:
        return found[-1].parent
    if on_path:
        return Path(on_path).parent
    pytest.fail("PostgreSQL is not installed; these tests need it: apt-get install -y postgresql")


@contextmanager
def chroma(folder: Path, port: int | None = None) -> Iterator[str]:
    """The Chroma server that ships with chromadb."""
    port = port or free_port()
    folder.mkdir(parents=True, exist_ok=True)
    program = Path(sys.executable).with_name("chroma")
    with (folder.parent / f"chroma-{port}.log").open("wb") as log:
        server = subprocess.Popen(
            [program, "run", "--path", folder, "--host", "127.0.0.1", "--port", str(port)],
            stdout=log,
            stderr=log,
            env={**os.environ, "ANONYMIZED_TELEMETRY": "False"},
        )
        try:
            _wait_for(f"http://127.0.0.1:{port}/api/v2/heartbeat")
            yield f"http://127.0.0.1:{port}"
        finally:
            server.terminate()
            try:
                server.wait(timeout=5)
            except subprocess.TimeoutExpired:  # it waits for connections nobody closes
                server.kill()
                server.wait()


def _wait_for(url: str) -> None:
    until = time.monotonic() + STARTUP_SECONDS
    while time.monotonic() < until:
        try:
            httpx.get(url, timeout=2).raise_for_status()
            return
        except httpx.HTTPError:
            time.sleep(0.1)
    pytest.fail(f"nothing answered at {url} within {STARTUP_SECONDS} seconds")


def _run(command: list[str | Path]) -> None:
    done = subprocess.run([str(part) for part in command], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    if done.returncode:
        pytest.fail(f"{command[-1]} failed: {done.stderr.decode(errors='replace')}")
