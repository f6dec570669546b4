# Every command of the house. `make run` and `make test` need Python 3.11 to 3.13 and nothing else.
PYTHON ?= python3
BIN := .venv/bin

.PHONY: run demo test lint check bench catalogue pictures clean

.venv/ready: pyproject.toml
	$(PYTHON) -m venv $$(grep -qs "Raspberry Pi" /proc/device-tree/model && echo --system-site-packages) .venv
	$(BIN)/python -m pip install --quiet --editable ".[test]"
	@touch $@

run: .venv/ready
	$(BIN)/fieldkit run

demo: .venv/ready
	$(BIN)/fieldkit demo --speed 4 --until-over

test: .venv/ready
	$(BIN)/python -m pytest

lint: .venv/ready
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

check: lint test

bench: .venv/ready
	$(BIN)/python -m tests.bench

pictures: .venv/ready
	$(BIN)/python -m tests.make_pictures

# Lays new sentences into every catalogue and lists what is to be translated; LANGUAGE=fr begins a new one.
catalogue: .venv/ready
	$(BIN)/python -m tests.catalogue $(LANGUAGE)

clean:
	rm -rf .venv
