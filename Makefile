# `make` lists the targets. Everything runs in .venv, which is made and filled on first use and refilled when pyproject.toml changes.

VENV   ?= .venv
PYTHON ?= $(shell scripts/find-python)
BIN    := $(VENV)/bin
KEY    := $(shell cksum < pyproject.toml | cut -d' ' -f1)
CORE   := $(VENV)/.installed-core-$(KEY)
DEV    := $(VENV)/.installed-dev-$(KEY)

# Bytecode is kept: the tests start hundreds of processes, each of which would compile the whole package again.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help demo test test-long test-checked laws fuzz test-gpu test-blackwell site dist check check-format check-lint check-types check-imports check-sizes check-english check-site format clean

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1\t\2/p' Makefile | expand -t 18

demo: $(CORE) ## install into .venv and run a first kernel
	@$(BIN)/python examples/row_sum_demo.py

test: $(DEV) ## run the test suite (no GPU needed)
	@scripts/install-test-tools
	@$(BIN)/python -m pytest -n auto --dist worksteal --timeout 120

test-long: $(DEV) ## run the suite with all combinations of parameters, of which `make test` runs some (PART=3/8: an eighth)
	@scripts/install-test-tools
	@$(BIN)/python -m pytest -n auto --dist worksteal --timeout 300 --long $(if $(PART),--long-part $(PART)) || \
		{ echo "Failed: make test-long$(if $(PART), PART=$(PART))"; exit 1; }

test-checked: $(DEV) ## run the kernels of the tests and the examples checked: they must have no bugs that the checker finds
	@$(BIN)/python -m pytest -n auto --timeout 600 --long --cutedsl-check tests/kernels tests/unit/ops
	@for program in examples/*.py examples/gemm/*.py; do echo "$$program"; $(BIN)/cutedsl check "$$program" || exit 1; done

laws: $(DEV) ## try each law of the layout algebra on 5000 cases
	@CUTEDSL_LAW_EXAMPLES=5000 $(BIN)/python -m pytest -n auto tests/laws

fuzz: $(DEV) ## compare 2000 random kernels, eager and compiled (CUTEDSL_FUZZ_PROGRAMS, CUTEDSL_FUZZ_SEED), and 10,000 programs with CPython
	@CUTEDSL_FUZZ_PROGRAMS=$${CUTEDSL_FUZZ_PROGRAMS:-2000} CUTEDSL_FUZZ_SUMMARY=tests/fuzz/against_python.json $(BIN)/python -m pytest -n auto --long tests/fuzz

test-gpu: $(DEV) ## run the tests that need a GPU (fails where there is none), and record them for docs/features.md
	@$(BIN)/python -m pytest -m gpu --require-gpu --gpu-record docs/gpu_run.json

test-blackwell: $(DEV) ## on a GPU of sm_100a: run its tests, its ladder and NVIDIA's examples (CUTLASS=a copy), and record them
	@$(BIN)/python -m benchmarks.on_blackwell $(if $(CUTLASS),--cutlass $(CUTLASS))

site: $(DEV) ## build the documentation's site into site/; a broken link is an error
	@NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --quiet --strict
	@echo "site/index.html (for search: $(BIN)/python -m http.server -d site)"

dist: $(DEV) ## build the wheel and the sdist into dist/, and check them
	@rm -rf dist
	@$(BIN)/python -m hatchling build -d dist
	@$(BIN)/python -m twine check --strict dist/*

check: $(DEV) ## formatting, lint, types, the import map, sizes, the pages' English, the site's links; reports all that fail
	@$(MAKE) --no-print-directory --keep-going check-format check-lint check-types check-imports check-sizes check-english check-site

check-format: $(DEV)
	@$(BIN)/ruff format --quiet --check --output-format concise .

check-lint: $(DEV)
	@$(BIN)/ruff check --quiet --output-format concise .

check-types: $(DEV)
	@$(BIN)/pyright --pythonpath $(BIN)/python

check-imports: $(DEV)
	@said=$$($(BIN)/lint-imports --no-logo) || { echo "$$said"; exit 1; }

check-sizes: $(DEV)
	@$(BIN)/python scripts/check_sizes.py

check-english: $(DEV)
	@$(BIN)/python scripts/check_english.py

check-site: $(DEV)
	@NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --quiet --strict --site-dir .site-check

format: $(DEV) ## format, and fix what ruff can fix
	@$(BIN)/ruff format --quiet .
	@$(BIN)/ruff check --quiet --fix .

clean: ## remove .venv and the tools' caches
	rm -rf $(VENV) site .site-check .pytest_cache .hypothesis .ruff_cache .import_linter_cache

$(BIN)/python:
	@test -n "$(PYTHON)"
	@echo "Making $(VENV) with $(PYTHON)"
	@$(PYTHON) -m venv $(VENV)

$(CORE): | $(BIN)/python
	@echo "Installing cutedsl into $(VENV) (once)"
	@$(BIN)/python -m pip install --disable-pip-version-check --editable .
	@touch $@

$(DEV): | $(BIN)/python
	@echo "Installing cutedsl and its development tools into $(VENV) (once)"
	@$(BIN)/python -m pip install --disable-pip-version-check --editable '.[dev]'
	@touch $(CORE) $@
