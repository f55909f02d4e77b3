"""Generations, the active pointer, documents, takedowns, audit and gap reports."""

import secrets

import sqlalchemy as sa
from alembic import op

from store.index.tables import Instant

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    store = op.create_table(
        "store",
        sa.Column("store_id", sa.String(length=16), nullable=False),
        sa.PrimaryKeyConstraint("store_id", name=op.f("pk_store")),
    )
    op.bulk_insert(store, [{"store_id": secrets.token_hex(6)}])
    op.create_table(
        "audit",
        sa.Column("id", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("at", Instant(), nullable=False),
        sa.Column("corpus_id", sa.String(length=200), nullable=False),
        sa.Column("act", sa.String(length=32), nullable=False),
        sa.Column("who", sa.Text(), nullable=False),
        sa.Column("outcome", sa.String(length=64), nullable=False),
        sa.Column("generation", sa.Integer(), nullable=True),
        sa.Column("subject", sa.Text(), nullable=True),
        sa.Column("sizes", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_audit")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_audit_at"), "audit", ["at"], unique=False)
    op.create_table(
        "gaps",
        sa.Column("id", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("at", Instant(), nullable=False),
        sa.Column("corpus_id", sa.String(length=200), nullable=False),
        sa.Column("question", sa.Text(), nullable=False),
        sa.Column("generation", sa.Integer(), nullable=True),
        sa.Column("top_cosine", sa.Float(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_gaps")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_gaps_corpus_id"), "gaps", ["corpus_id"], unique=False)
    op.create_table(
        "generations",
        sa.Column("number", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("corpus_id", sa.String(length=200), nullable=False),
        sa.Column("state", sa.String(length=16), nullable=False),
        sa.Column("created", Instant(), nullable=False),
        sa.Column("flipped", Instant(), nullable=True),
        sa.Column("retired", Instant(), nullable=True),
        sa.Column("corpus_digest", sa.String(length=64), nullable=False),
        sa.Column("model_id", sa.Text(), nullable=False),
        sa.Column("dimension", sa.Integer(), nullable=False),
        sa.Column("adapter_digest", sa.String(length=64), nullable=True),
        sa.Column("documents", sa.Integer(), nullable=False),
        sa.Column("passages", sa.Integer(), nullable=False),
        sa.Column("entries", sa.Integer(), nullable=False),
        sa.Column("changes", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("number", name=op.f("pk_generations")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_generations_corpus_id"), "generations", ["corpus_id"], unique=False)
    op.create_table(
        "takedowns",
        sa.Column("corpus_id", sa.String(length=200), nullable=False),
        sa.Column("position", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("act", sa.String(length=8), nullable=False),
        sa.Column("stable_id", sa.Text(), nullable=False),
        sa.Column("by", sa.Text(), nullable=False),
        sa.Column("at", Instant(), nullable=False),
        sa.Column("why", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("corpus_id", "position", name=op.f("pk_takedowns")),
    )
    op.create_table(
        "documents",
        sa.Column("generation", sa.Integer(), nullable=False),
        sa.Column("position", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("stable_id", sa.Text(), nullable=False),
        sa.Column("content_sha", sa.String(length=64), nullable=False),
        sa.Column("document", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["generation"], ["generations.number"], name=op.f("fk_documents_generation")),
        sa.PrimaryKeyConstraint("generation", "position", name=op.f("pk_documents")),
        sa.UniqueConstraint("generation", "stable_id", name=op.f("uq_documents_generation_stable_id")),
    )
    op.create_table(
        "pointers",
        sa.Column("corpus_id", sa.String(length=200), nullable=False),
        sa.Column("active", sa.Integer(), nullable=False),
        sa.Column("rollback", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["active"], ["generations.number"], name=op.f("fk_pointers_active")),
        sa.ForeignKeyConstraint(["rollback"], ["generations.number"], name=op.f("fk_pointers_rollback")),
        sa.PrimaryKeyConstraint("corpus_id", name=op.f("pk_pointers")),
    )


def downgrade() -> None:
    op.drop_table("pointers")
    op.drop_table("documents")
    op.drop_table("takedowns")
    op.drop_index(op.f("ix_generations_corpus_id"), table_name="generations")
    op.drop_table("generations")
    op.drop_index(op.f("ix_gaps_corpus_id"), table_name="gaps")
    op.drop_table("gaps")
    op.drop_index(op.f("ix_audit_at"), table_name="audit")
    op.drop_table("audit")
    op.drop_table("store")
