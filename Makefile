# make lab    set everything up and open JupyterLab on the tour
# make test   set everything up and run the whole test suite
#
# PYTHON=python3.12   the interpreter to start from (3.11 or newer)
# LUX_HOME=DIR        where SWI-Prolog, the model and the store are kept
# LAB_ARGS, PYTEST_ARGS, NBVAL_ARGS   added to those commands

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DELETE_ON_ERROR:
.DEFAULT_GOAL := help

VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --no-input
CONSTRAINTS := constraints.txt
TOUR := notebooks/01-tour.ipynb
NOTEBOOKS = $(wildcard notebooks/*.ipynb)
LAB_SOURCES := $(shell find labextension -type f -not -path '*/node_modules/*' -not -path '*/lib/*' -not -path '*/.yarn/*' 2>/dev/null)
LAB_BUILT := lux_nb/labextension lux_nb/widgets/static labextension/lib labextension/node_modules labextension/checks/node_modules labextension/.yarn labextension/checks/.yarn
SANITIZE = $(addprefix --nbval-sanitize-with ,$(wildcard tests/nbval_sanitize.cfg))

PYTHON ?= python3
LAB_ARGS ?=
# Tests of real kernels and processes get a second try; what fails twice fails.
PYTEST_ARGS ?= -n 2 --reruns 1
NBVAL_ARGS ?=

# Node trusts its own list of authorities only, unless it is told to trust the machine's.
export NODE_USE_SYSTEM_CA ?= 1

# Jupyter refuses to run as root unless told, and looks for a browser where there is no display.
LAB_FLAGS := $(if $(filter 0,$(shell id -u)),--allow-root)
ifeq ($(shell uname -s)$(DISPLAY)$(WAYLAND_DISPLAY),Linux)
LAB_FLAGS += --no-browser
endif

# Notebooks are tested in a store of their own; only what the set-up brought is shared with them.
REAL_HOME = $(shell $(BIN)/python -c 'from lux_nb.paths import lux_home; print(lux_home())')
define in_a_fresh_home
home=$$(mktemp -d); trap 'rm -rf "$$home"' EXIT; \
  ln -s "$(REAL_HOME)/models" "$(REAL_HOME)/prolog" "$$home/"; LUX_HOME="$$home" LUX_PROGRESS=0 $(1)
endef

.PHONY: help
help: ## say what can be made
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-12s %s\n", $$1, $$2 }' Makefile

.PHONY: setup
setup: $(VENV)/.installed ## a virtual environment, the package with all extras, SWI-Prolog, the model
	@$(BIN)/lux-nb setup --constraints $(CONSTRAINTS)

.PHONY: lab
lab: setup ## set up, then open JupyterLab on the tour
	$(BIN)/jupyter lab $(LAB_FLAGS) $(LAB_ARGS) $(wildcard $(TOUR))

.PHONY: tour
tour: setup ## run the tour without a browser and print what it shows
	@$(BIN)/python -m lux_nb.setup.tour $(TOUR)

.PHONY: browser
browser: $(VENV)/.installed ## Chromium for the browser tests: found, installed as root, or the command named
	@$(BIN)/lux-nb setup --no-logic --no-model --browser

.PHONY: test
test: setup ## set up, then run every test and every notebook
	@$(MAKE) --no-print-directory browser || echo "The browser tests will be skipped."
	$(BIN)/python -m pytest $(PYTEST_ARGS) -m "not soak" --ignore=tests/browser tests
	$(BIN)/python -m pytest --reruns 2 tests/browser
	$(if $(NOTEBOOKS),$(call in_a_fresh_home,$(BIN)/python -m pytest --nbval $(SANITIZE) $(NBVAL_ARGS) $(NOTEBOOKS)))

.PHONY: test-browser
test-browser: setup browser ## the browser tests alone
	$(BIN)/python -m pytest tests/browser

.PHONY: test-soak
test-soak: setup ## the tests that take many minutes
	$(BIN)/python -m pytest -m soak tests

.PHONY: test-fast
test-fast: setup ## the tests that take seconds
	$(BIN)/python -m pytest $(PYTEST_ARGS) -m "not slow and not soak" --ignore=tests/browser tests

.PHONY: bench
bench: setup ## measure, side by side with what it is compared to
	$(BIN)/python -m benchmarks

.PHONY: lint
lint: $(VENV)/.installed ## ruff and mypy
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

.PHONY: clean
clean: ## take away what was made in this directory; LUX_HOME stays
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis $(LAB_BUILT)
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# The core comes first: it brings the command that gets SWI-Prolog, against which one extra is built.
# The JupyterLab extension is built with it, and need not be a second time.
$(VENV)/.installed: pyproject.toml $(CONSTRAINTS) $(LAB_SOURCES) $(VENV)/.created
	$(PIP) install --constraint $(CONSTRAINTS) --editable .
	$(BIN)/lux-nb setup --no-model --constraints $(CONSTRAINTS)
	HATCH_JUPYTER_BUILDER_SKIP_NPM=1 $(PIP) install --constraint $(CONSTRAINTS) --editable '.[all,dev]'
	@touch $@

$(VENV)/.created:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "Python 3.11 or newer is needed; $(PYTHON) is $$($(PYTHON) --version 2>&1 || true)." >&2; \
	  echo "Name another one: make PYTHON=python3.12 …" >&2; exit 1; }
	@$(PYTHON) -c 'import venv, ensurepip' || { \
	  echo "$(PYTHON) can't make virtual environments: its venv module is missing." >&2; \
	  echo "On Debian or Ubuntu: sudo apt-get install -y python3-venv" >&2; exit 1; }
	$(PYTHON) -m venv --clear $(VENV)
	$(PIP) install --quiet --constraint $(CONSTRAINTS) --upgrade pip
	@touch $@

# The newest versions within the bounds of pyproject.toml that the oldest Python can use, as one set.
.PHONY: constraints
constraints: $(VENV)/.created ## renew constraints.txt
	$(PIP) install --quiet uv
	@echo "# The versions of everything that .[all,dev] brings; made by: make constraints" > $(VENV)/new
	echo pip | $(BIN)/uv pip compile --quiet --system-certs --python-version 3.11.0 --extra all --extra dev \
	  --no-header --no-annotate pyproject.toml - >> $(VENV)/new
	@! grep -iE '^torch|@' $(VENV)/new || { \
	  echo "Neither torch nor a local file may be among the versions." >&2; exit 1; }
	mv $(VENV)/new $(CONSTRAINTS)
