# Everything runs from .venv; a fresh machine needs Python 3.11 and make, uv only makes it faster.

PYTHON ?= python3
GAME ?= red-god-of-war
ANSWERS ?= 60
ATTACKS ?= 1000
UV := $(shell command -v uv 2>/dev/null)
BIN := .venv/bin
STAMP := .venv/.installed

.PHONY: setup web web-check web-bench pictures play test format lint types contracts unit mutants index fuzz hands odds bench simulate golden pins clean

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

# The browser client, built once and again when its sources change.
WEB := src/grognard/server/static/index.html
WEB_MODULES := web/node_modules/.installed
WEB_SOURCES := $(shell find web -name node_modules -prune -o -type f -print 2>/dev/null)

$(WEB_MODULES): web/package-lock.json
	cd web && npm ci --no-audit --no-fund --loglevel=error
	touch $@

$(WEB): $(WEB_MODULES) $(WEB_SOURCES)
	cd web && npm run --silent build -- --logLevel warn
	touch $@

web: $(WEB)

web-check: $(WEB_MODULES)
	cd web && npm run --silent lint && npm run --silent check && npm run --silent test

# Frame times of the map in headless Chromium, 10,000 hexes and 2,000 counters.
web-bench: setup $(WEB_MODULES)
	$(BIN)/python web/bench/measure.py

# Takes the screenshots in docs/pictures again.
pictures: setup web
	GROGNARD_PICTURES=1 $(BIN)/python -m pytest -q tests/browser/test_pictures.py

play: setup web
	$(BIN)/grognard play

test: lint types contracts web-check unit

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

# The browser tests run apart: Playwright keeps an event loop that the asyncio tests must not meet.
unit: setup web
	$(BIN)/python -m pytest tests/browser -q
	$(BIN)/python -m pytest -n 2 -q --ignore tests/browser

# Changes a sample of the game's rule code and prints the share its tests catch.
mutants: setup
	$(BIN)/python tools/mutants.py $(GAME)

# Writes which tests show which rule, for `grognard ledger` and `grognard rules`.
index: setup
	$(BIN)/python tools/index_tests.py

# Renews the kept counts, records and playthroughs after a deliberate change of rules: look at what changed.
golden: setup
	$(BIN)/python tests/conformance/regenerate.py
	GROGNARD_RENEW=1 $(BIN)/python -m pytest -q -m golden tests/games

fuzz: setup
	$(BIN)/grognard fuzz $(GAME)

# Mouse, finger and keys at random in a real browser.
hands: setup web
	ANSWERS=$(ANSWERS) $(BIN)/python -m pytest tests/browser/test_any_hand.py -q

# The odds of so many attacks from games between computers, each held against plain enumeration.
odds: setup
	ATTACKS=$(ATTACKS) $(BIN)/python -m pytest tests/analysis/test_many_attacks.py -n 0 -q -s

bench: setup
	$(BIN)/python -m benchmarks

simulate: setup
	$(BIN)/grognard simulate $(GAME)

# Rewrites the pinned requirements; needs uv.
pins:
	uv pip compile --quiet --upgrade --universal --generate-hashes --python-version 3.11 \
		pyproject.toml -o requirements.txt
	uv pip compile --quiet --upgrade --universal --generate-hashes --python-version 3.11 \
		--extra dev -c requirements.txt pyproject.toml -o requirements-dev.txt

clean:
	rm -rf .venv build dist mutants .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache .grimp_cache
	rm -rf web/node_modules src/grognard/server/static
	find src tests -name __pycache__ -type d -prune -exec rm -rf {} +
