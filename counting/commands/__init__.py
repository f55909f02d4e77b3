"""The verbs of `python -m counting`."""
