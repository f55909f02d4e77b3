# Two commands: `make run` opens the workbench, `make test` runs every check.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PORT ?= 8501

export HF_HUB_OFFLINE = 1

.PHONY: run test lint types system

run: $(VENV)/.installed
	$(BIN)/python -m store ingest
	$(BIN)/python -m streamlit run app.py --server.port $(PORT)

test: system $(VENV)/.installed-tests lint types
	$(BIN)/python -m pytest --numprocesses 2 --dist loadfile

lint: $(VENV)/.installed-tests
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/.installed-tests
	$(BIN)/mypy

# What the tests need from Debian: a browser to walk the pages, PostgreSQL for the shared record.
system:
	tests/install-debian-packages

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/.installed: requirements.txt | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements.txt
	touch $@

$(VENV)/.installed-tests: tests/requirements.txt requirements.txt | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r tests/requirements.txt
	touch $(VENV)/.installed $@
