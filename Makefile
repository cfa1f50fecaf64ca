# houserules: every target works from a bare clone with Python 3.11+, git and make.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
READY  := $(VENV)/.ready
SITE   := $(VENV)/.site
# tests write 25,000 small files, which some disks take minutes to forget: in memory, if there is room
MEMORY := $(shell test -w /dev/shm && df -Pk /dev/shm | awk 'NR == 2 && $$4 > 2000000 {print "TMPDIR=/dev/shm"}')
PYTEST := $(MEMORY) $(BIN)/python -m pytest -n auto --maxprocesses 4 --dist loadscope
GAMES  ?= 100000
unexport PYTHONDONTWRITEBYTECODE  # or every worker and program compiles the sources and tests anew

.DEFAULT_GOAL := help
.PHONY: help setup demo test check types format reports docs shown docs-check strength peers validation who-plays wheel bench verify torture audit mutants clean

help:             ## this list
	@grep -E '^[a-z-]+: .*##' $(MAKEFILE_LIST) | sed 's/:.*##/\t/' | expand -t 12

$(READY): pyproject.toml .ci/constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "houserules needs Python 3.11 or newer: make PYTHON=python3.12 $(MAKECMDGOALS)" >&2; exit 2; }
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c .ci/constraints.txt -e '.[dev]'
	@touch $@

$(SITE): $(READY)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c .ci/constraints.txt -e '.[docs]'
	@touch $@

setup: $(READY)   ## .venv with pinned versions

demo: setup       ## play 100,000 games of Star Wars Carcassonne, draw the scores, write the report
	$(BIN)/simulate --game starwars --n $(GAMES)
	$(BIN)/simulate plot
	$(BIN)/simulate report

test: setup       ## the test suite, then the rules again interpreted
	$(BIN)/python tests/warm.py
	$(PYTEST)
	NUMBA_DISABLE_JIT=1 $(BIN)/python tests/warm.py
	NUMBA_DISABLE_JIT=1 $(PYTEST) -q -m 'rules and not verify' $$(grep -lE 'mark\.rules' tests/test_*.py)

check: $(SITE)     ## format, lint, types, tests
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(MAKE) -j2 types test

types: setup      ## the types alone
	$(BIN)/mypy

format: setup     ## rewrite the sources in the house format
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

reports: setup    ## all studies, a comparison, a sweep, games to watch, and an index, in reports/out
	$(BIN)/python -m reports.answers.gallery $(SHOWN)

docs: $(SITE)      ## the documentation as a site, in build/docs
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --quiet

shown: setup      ## play what the site shows of house rules and of points to win again; writes docs/shown
	$(BIN)/python tests/shown.py $(SHOWN)

docs-check: $(SITE)  ## play every command of the documentation again and compare (WRITE=--write renews)
	$(BIN)/python tests/docs_check.py $(WRITE)

strength: setup   ## play the policies against each other; writes the tables of docs/strength.md
	$(BIN)/python tests/strength.py
	$(BIN)/python tests/styles.py
	$(BIN)/python tests/ladder.py
	$(BIN)/python tests/responses.py

peers: setup      ## matches against other programs, where a developer has them (it says how); for docs/strength.md
	cd tests && PYTHONHASHSEED=0 PYTHONPATH=../build/peers ../$(BIN)/python -m peers $(PEERS)

validation: setup ## play the ladder beside games of people; writes its tables in docs/strength.md
	$(BIN)/python tests/validation.py

who-plays: setup  ## ask ten findings of weaker and stronger players; writes docs/who-plays.md
	$(BIN)/python tests/who_plays.py

bench: setup      ## measure speed and memory; writes docs/performance.md
	$(BIN)/python tests/bench.py

verify: setup wheel ## slow suites: statistics, kills, hostile input, a Dask cluster on this machine
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c .ci/constraints.txt -e '.[dev,dask]'
	NUMBA_BOUNDSCHECK=1 $(BIN)/python tests/warm.py
	$(PYTEST) -m verify tests

torture: setup    ## kills, flipped bits, hostile files, small cluster: what failed? writes docs/reliability.md
	$(BIN)/python tests/torture.py

wheel: setup      ## build a wheel and try it in an empty environment
	$(BIN)/python tests/wheel.py

audit: setup      ## are weaknesses known of the pinned packages? (needs a network)
	test -x $(VENV)/audit/bin/pip-audit || { $(PYTHON) -m venv $(VENV)/audit && \
	  $(VENV)/audit/bin/python -m pip install --quiet --disable-pip-version-check pip-audit==2.10.1; } || \
	  { echo "the audit cannot run here: pip-audit cannot be installed" >&2; exit 2; }
	$(BIN)/python tests/audit.py $(VENV)/audit/bin/pip-audit

mutants: setup    ## plant faults one at a time; which tests notice? (MUTANTS=--fast: the likely ones only)
	$(BIN)/python tests/mutants.py $(MUTANTS)

clean:            ## remove everything that was generated
	rm -rf $(VENV) build dist *.egg-info runs .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
