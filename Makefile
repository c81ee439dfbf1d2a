# Everything runs from .venv; a fresh machine needs Python 3.11 and make. uv only makes it faster, and Node comes as a
# wheel where there is none. Recipes of play and test call nothing else: no touch, no find.

PYTHON ?= python3
GAME ?= red-god-of-war
ANSWERS ?= 60
ATTACKS ?= 1000
COMBATS ?= 2000
MOVES ?= 5000
GAMES ?= 4
MUTANTS ?= 80
UV := $(shell command -v uv 2>/dev/null)
BIN := .venv/bin
STAMP := .venv/.installed

.PHONY: setup web cluster docs web-check web-bench pictures architecture play test format lint types contracts unit mutants index fixtures fuzz hands odds referee strength attack bench simulate golden pins clean

setup: $(STAMP)

ifdef UV
MAKE_VENV = $(UV) venv --quiet --python $(PYTHON) .venv
INSTALL = $(UV) pip install --quiet --python $(BIN)/python
else
MAKE_VENV = $(PYTHON) -m venv .venv
INSTALL = $(BIN)/python -m pip install --quiet --disable-pip-version-check
endif

$(STAMP): pyproject.toml requirements-dev.txt
	test -x $(BIN)/python || $(MAKE_VENV)
	$(INSTALL) --require-hashes -r requirements-dev.txt
	$(INSTALL) --no-deps --no-build-isolation -e .
	: > $@

# Node 20 or later: the machine's own, else a wheel.
NODE := .venv/.node
NPM := $(BIN)/python tools/node.py npm

$(NODE): $(STAMP) requirements-node.txt tools/node.py
	$(BIN)/python tools/node.py --is-there || $(INSTALL) --require-hashes -r requirements-node.txt
	: > $@

# Ray and Arrow for the tests of studies on a cluster: 350 MB, so apart from what everybody needs.
CLUSTER := .venv/.cluster

$(CLUSTER): $(STAMP) requirements-cluster.txt
	$(INSTALL) --require-hashes -r requirements-cluster.txt
	: > $@

cluster: $(CLUSTER)

# The browser client, built once and again when its sources change.
files_in = $(foreach one,$(wildcard $(1:=/*)),$(call files_in,$(one)) $(one))
WEB := src/grognard/server/static/index.html
WEB_MODULES := web/node_modules/.installed
WEB_SOURCES := $(filter-out web/README.md,$(wildcard web/*.*)) $(call files_in,web/src web/public)

$(WEB_MODULES): web/package-lock.json | $(NODE)
	$(NPM) ci --no-audit --no-fund --loglevel=error
	: > $@

$(WEB): $(WEB_MODULES) $(WEB_SOURCES) | $(NODE)
	$(NPM) run --silent build -- --logLevel warn

web: $(WEB)

web-check: $(WEB_MODULES) | $(NODE)
	$(NPM) run --silent lint
	$(NPM) run --silent check
	$(NPM) run --silent test

# Frame times of the map in headless Chromium, 10,000 hexes and 2,000 counters; then a campaign so large at the real table.
web-bench: setup web
	$(BIN)/python web/bench/measure.py
	$(BIN)/python web/bench/campaign.py

# Takes the screenshots in docs/pictures again.
pictures: setup web
	GROGNARD_PICTURES=1 $(BIN)/python -m pytest -q tests/browser/test_pictures.py

# The documentation as a site in build/site, with the rules of each game; to read it nothing is fetched from outside.
DOCS := .venv/.docs

$(DOCS): $(STAMP) requirements-docs.txt
	$(INSTALL) --require-hashes -r requirements-docs.txt
	: > $@

docs: $(DOCS)
	$(BIN)/python tools/docs_site.py

# Draws what imports what for docs/architecture.md, from the tree as it is.
architecture: setup
	$(BIN)/python tools/architecture.py

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

# The browser tests run apart: Playwright keeps an event loop that the asyncio tests must not meet. Whole rows of tests
# go to each worker, as what one of them plays through once is kept for those that follow.
unit: setup web cluster
	$(BIN)/python -m pytest tests/browser -n 2 --dist worksteal -q
	$(BIN)/python -m pytest -n 2 --dist worksteal -q --ignore tests/browser

# Changes a sample of the game's rule code and prints the share that the tests of its rules catch.
mutants: setup
	$(BIN)/python tools/mutants.py $(GAME) --count $(MUTANTS) --near

# Writes which tests show which rule, for `grognard ledger` and `grognard rules`.
index: setup
	$(BIN)/python tools/index_tests.py

# Renews the kept counts, records and playthroughs after a deliberate change of rules: look at what changed.
golden: setup
	GROGNARD_RENEW=1 $(BIN)/python -m pytest -q -k "kept or golden" tests/games

# Half-played games of this release for tests/play/test_half_played.py: when a release is made, after its editions
# were raised.
fixtures: setup
	$(BIN)/python tools/half_played.py

fuzz: setup
	$(BIN)/grognard fuzz $(GAME)

# Mouse, finger and keys at random in a real browser, and a whole turn by hand with its gestures counted; each run
# is another game.
hands: setup web
	SEED= ANSWERS=$(ANSWERS) TURN=1 $(BIN)/python -m pytest tests/browser/test_any_hand.py tests/browser/test_turn.py -q -s

# The odds of so many attacks from games between computers, each held against plain enumeration.
odds: setup
	ATTACKS=$(ATTACKS) $(BIN)/python -m pytest tests/analysis/test_many_attacks.py -n 0 -q -s

# Plays games under the eyes of the game's referee: a second reckoning from the source that shares no rule code with it.
referee: setup
	PYTHONPATH=tests $(BIN)/python -m referee $(GAME) --combats $(COMBATS) --moves $(MOVES)

# More games of the staff against chance than the gate has time for.
strength: setup
	GAMES=$(GAMES) $(BIN)/python -m pytest tests/games -k "against_chance or beats_chance" -n 2 --dist worksteal -q

# Kills, floods, hostile messages and a soak against a server of its own: a table of figures; SHARE=0.01 is a minute.
SHARE ?= 1
attack: setup
	PYTHONPATH=tests:tools $(BIN)/python -m attacks --share $(SHARE)

bench: setup
	$(BIN)/python -m benchmarks

simulate: setup
	$(BIN)/grognard simulate $(GAME)

# Rewrites the pinned requirements; needs uv.
PIN := uv pip compile --quiet --upgrade --universal --generate-hashes --python-version 3.11

pins:
	$(PIN) pyproject.toml -o requirements.txt
	$(PIN) --extra dev -c requirements.txt pyproject.toml -o requirements-dev.txt
	$(PIN) --extra cluster --extra parquet -c requirements-dev.txt pyproject.toml -o requirements-cluster.txt
	$(PIN) --group node -o requirements-node.txt
	$(PIN) --extra postgres -c requirements-dev.txt pyproject.toml -o requirements-server.txt
	$(PIN) --group docs -c requirements-dev.txt -o requirements-docs.txt
	$(PIN) --group build -c requirements-dev.txt -o requirements-build.txt

clean:
	rm -rf .venv build dist mutants .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache .grimp_cache
	rm -rf web/node_modules src/grognard/server/static
	find src tests -name __pycache__ -type d -prune -exec rm -rf {} +
