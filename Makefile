# Everything runs from .venv; a fresh machine needs Python 3.11 and make, uv only makes it faster.

PYTHON ?= python3
GAME ?= red-god-of-war
UV := $(shell command -v uv 2>/dev/null)
BIN := .venv/bin
STAMP := .venv/.installed

.PHONY: setup play test format lint types contracts unit mutants index fuzz bench simulate  pins clean

setup: $(STAMP)

ifdef UV
$(STAMP): pyproject.toml requirements-dev.txt
	test -x $(BIN)/python || $(UV) venv --quiet --python $(PYTHON) .venv
	$(UV) pip install --quiet --python $(BIN)/python --require-hashes -r requirements-dev.txt
	$(UV) pip install --quiet --python $(BIN)/python --no-deps --no-build-isolation -e .
	touch $@
else
$(STAMP): pyproject.toml requirements-dev.txt
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	touch $@
endif

play: setup
	$(BIN)/grognard play

test: lint types contracts unit

format: setup
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

lint: setup
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

types: setup
	$(BIN)/mypy --strict src

contracts: setup
	$(BIN)/lint-imports

unit: setup
	$(BIN)/python -m pytest -n 2 -q

# Changes a sample of the game's rule code and prints the share its tests catch.
mutants: setup
	$(BIN)/python tools/mutants.py $(GAME)

# Writes which tests show which rule, for `grognard ledger` and `grognard rules`.
index: setup
	$(BIN)/python tools/index_tests.py

fuzz: setup
	$(BIN)/grognard fuzz $(GAME)

bench: setup
	$(BIN)/python -m benchmarks

simulate: setup
	$(BIN)/grognard simulate $(GAME)

# Rewrites the pinned requirements; needs uv.
pins:
	uv pip  --quiet --upgrade --universal --generate-hashes --python-version 3.11 \
		pyproject.toml -o requirements.txt
	uv pip  --quiet --upgrade --universal --generate-hashes --python-version 3.11 \
		--extra dev -c requirements.txt pyproject.toml -o requirements-dev.txt

clean:
	rm -rf .venv build dist mutants .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache .grimp_cache
	find src tests -name __pycache__ -type d -prune -exec rm -rf {} +
