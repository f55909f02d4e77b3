"""Small corpora that tests write: real files in a real folder."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

POLICY = """\
approvers:
  - actor: process:test-press
    types: [note]
  - actor: human:owner
"""


def document(
    body: str = "# A note\n\nSome words.\n",
    *,
    status: str = "stable",
    title: str | None = None,
    front: str = "",
    record: str = "",
) -> str:
    """A document that the check accepts. `front` and `record` are YAML lines to add, `record` unindented."""
    lines = ["---", "type: note", f"status: {status}"]
    if title is not None:
        lines.append(f"title: {title}")
    lines += ["generated: {by: process:test-author, at: 2026-01-01T09:00:00+00:00}"]
    lines += front.splitlines()
    lines += ["record:", "  owner: human:owner"]
    lines += ["  approval: {by: process:test-press, at: 2026-01-01T10:00:00+00:00}"]
    lines += [f"  {line}" for line in record.splitlines()]
    return "\n".join([*lines, "---", body])


def write_corpus(
    root: Path,
    documents: dict[str, str | bytes],
    *,
    corpus_id: str = "tiny",
    record_yaml: str = "",
    policy: str = POLICY,
    ledger: str = "takedowns: []\n",
) -> Path:
    """Write a corpus under `root`; `documents` by path inside documents/, as in {"a.md": document()}.

    Each file is exchanged whole, so that whoever reads meanwhile never sees half of one.
    """
    files: dict[str, str | bytes] = {
        "record.yaml": f"corpus_id: {corpus_id}\n{record_yaml}",
        "governance.yaml": policy,
        "takedowns.yaml": ledger,
        **{f"documents/{name}": content for name, content in documents.items()},
    }
    for name, content in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=root.parent, delete=False) as fresh:
            fresh.write(content if isinstance(content, bytes) else content.encode("utf-8"))
        os.chmod(fresh.name, 0o644)
        os.replace(fresh.name, path)
    return root


NOTES = {
    "bread.md": document("# Bread\n\nFlour, water, salt and yeast are kneaded and baked.\n", title="Bread"),
    "boats.md": document("# Boats\n\nA boat floats because it pushes water aside.\n", title="Boats"),
    "bees.md": document("# Bees\n\nBees gather nectar and make honey in the hive.\n", title="Bees"),
}
"""Three short documents about three different things."""
