# Two commands do everything on a fresh machine with Python, make and gcc:
#   make demo   the environment, and the main job with real output, in a few minutes
#   make test   the environment, and all tests
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/ready

.PHONY: demo test lint types rooms unit bench docs dieharder constraints clean

$(READY): pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[plots,cluster,test]'
	touch $(READY)

demo: $(READY)
	$(BIN)/outwit reproduce --quick --report

test: lint types rooms unit

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(READY)
	$(BIN)/mypy

rooms: $(READY)
	$(BIN)/lint-imports

unit: $(READY)
	$(BIN)/pytest -n 2

bench: $(READY)
	$(BIN)/python -m bench

docs: $(READY)
	$(BIN)/pytest tests/docs

dieharder: $(READY)
	$(BIN)/python -m bench.dieharder

constraints: $(READY)
	( sed -n '/^#/p' constraints.txt; $(BIN)/pip freeze --exclude-editable | sort -f ) > constraints.new
	mv constraints.new constraints.txt

clean:
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis bench/out outwit-report
