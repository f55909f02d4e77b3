"""Saved counts and their history."""

import sqlalchemy as sa
from alembic import op

from store.index.tables import Instant

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "saved_counts",
        sa.Column("id", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("edit_hash", sa.String(length=64), nullable=False),
        sa.Column("share_hash", sa.String(length=64), nullable=False),
        sa.Column("shared", sa.Boolean(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("created", Instant(), nullable=False),
        sa.Column("changed", Instant(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_saved_counts")),
        sa.UniqueConstraint("edit_hash", name=op.f("uq_saved_counts_edit_hash")),
        sa.UniqueConstraint("share_hash", name=op.f("uq_saved_counts_share_hash")),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "saved_states",
        sa.Column("count_id", sa.Integer(), nullable=False),
        sa.Column("position", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("act", sa.Text(), nullable=False),
        sa.Column("payload", sa.LargeBinary(), nullable=False),
        sa.Column("at", Instant(), nullable=False),
        sa.ForeignKeyConstraint(
            ["count_id"], ["saved_counts.id"], name=op.f("fk_saved_states_count_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("count_id", "position", name=op.f("pk_saved_states")),
    )


def downgrade() -> None:
    op.drop_table("saved_states")
    op.drop_table("saved_counts")
