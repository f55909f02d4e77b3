"""`python -m store VERB`: everything that is done to the record from a shell."""

from __future__ import annotations

import sys

import typer

from store.commands import calibrating, governing, journey, publishing, reading
from store.errors import RecordError

app = typer.Typer(
    name="store",
    help="The governed record: check, publish, search and govern it.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
for family in (publishing, reading, calibrating, governing, journey):
    family.register(app)


def main() -> None:
    """Run one verb. What the record refuses is one plain message on stderr and exit status 1."""
    try:
        app()
    except RecordError as error:
        print(error, file=sys.stderr)
        sys.exit(1)
    except KeyboardInterrupt:
        print("stopped. What was served before is still served.", file=sys.stderr)
        sys.exit(130)
    except BrokenPipeError:
        sys.exit(1)
    except Exception as error:
        print(
            f"this should not have happened ({type(error).__name__}). What was served before is still "
            "served; run the command again, and if it stays, report what you ran.",
            file=sys.stderr,
        )
        sys.exit(2)


if __name__ == "__main__":
    main()
