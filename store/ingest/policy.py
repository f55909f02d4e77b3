"""governance.yaml: who may approve which types of document."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from store.ingest.fields import Fields
from store.ingest.findings import Finding
from store.ingest.keys import POLICY_KEYS, mistyped_keys
from store.ingest.yamlfile import Yaml

POLICY_FILE = "governance.yaml"


@dataclass(frozen=True)
class Policy:
    """Per approver the types they may approve; None is every type."""

    approvers: Mapping[str, frozenset[str] | None] = field(default_factory=dict)

    def allows(self, actor: str, document_type: str) -> bool:
        types = self.approvers.get(actor, frozenset())
        return types is None or document_type in types


def read_policy(yaml: Yaml, findings: list[Finding]) -> Policy:
    if not isinstance(yaml.value, dict):
        return Policy()
    findings += mistyped_keys(yaml.value, POLICY_KEYS, POLICY_FILE, yaml)
    fields = Fields(yaml.value, POLICY_FILE, yaml, findings)
    if fields.value("approvers") is None:
        fields.missing("approvers")
    approvers: dict[str, frozenset[str] | None] = {}
    for entry in fields.mappings("approvers"):
        findings += entry.closed(("actor", "types"))
        if entry.value("actor") is None:
            entry.missing("actor")
        actor = entry.actor("actor")
        if actor is not None:
            approvers[actor] = frozenset(entry.texts("types")) if entry.value("types") is not None else None
    return Policy(approvers)
