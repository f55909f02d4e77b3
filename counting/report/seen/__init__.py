"""What a reader of a report file sees, and the data the file carries; one module per kind of file."""

from counting.report.seen.look import Row, Seen, see

__all__ = ["Row", "Seen", "see"]
