"""The fonts of PDF and pictures: DejaVu Sans for Latin, Greek, Cyrillic and symbols (see LICENSE.txt)."""

from pathlib import Path

REGULAR = Path(__file__).with_name("DejaVuSans.ttf")
BOLD = Path(__file__).with_name("DejaVuSans-Bold.ttf")

__all__ = ["BOLD", "REGULAR"]
