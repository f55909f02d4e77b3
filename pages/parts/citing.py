from counting import Run


def with_citations(run: Run) -> Run:
    return run


def show_citations(run):
    pass
