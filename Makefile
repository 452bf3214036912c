# Two commands for a fresh machine: `make demo` and `make test`. Both need only Python and pip.

PYTHON ?= python3
VENV   ?= .venv
BIN    := $(VENV)/bin
TORCH  := torch==2.13.0
TORCHVISION := torchvision==0.28.0
JOBS   ?= auto

.PHONY: demo test lint bench bench-smt bench-ops bench-speed bench-real bench-own-tests bench-mutants bench-lsp bench-lsp-storm extension e2e gen gen-check clean

demo: $(VENV)/.installed
	@echo "== right models: nothing is wrong, and what was asked for is shown"
	$(BIN)/shapecheck examples/right
	@echo "== what a module accepts and returns"
	$(BIN)/shapecheck infer examples/right/attention.py:SelfAttention --input 'x=float32[B, T, 256]'
	$(BIN)/shapecheck summary examples/right/tagger.py:Tagger --input 'tokens=int64[B, T]'
	@echo "== wrong models: every one is found (so the exit status is 1, which is right here)"
	$(BIN)/shapecheck examples/wrong || test $$? -eq 1

test: $(VENV)/.tested
	$(BIN)/python -m pytest -q -n $(JOBS) --dist loadfile

lint: $(VENV)/.linted
	$(BIN)/ruff check .
	$(BIN)/mypy

bench: $(VENV)/.installed
	$(BIN)/python -m bench

# What is recorded from real output: README and docs. `gen` writes it, `gen-check` fails if it is stale.
gen: $(VENV)/.installed
	$(BIN)/python docs/options.py
	$(BIN)/python docs/record.py

gen-check: $(VENV)/.installed
	$(BIN)/python docs/options.py --check
	$(BIN)/python docs/record.py --check

# Beside Z3 and sympy, on the traced corpus of $$SHAPECHECK_SHARED or ../shared. About ten minutes.
bench-smt: $(VENV)/.tested
	$(BIN)/python -m bench smt

# Beside torch itself: all samples of its own test suite, with sizes and with symbols. About five minutes.
bench-ops: $(VENV)/.tested
	$(BIN)/python -m bench ops --write

# Seconds and memory beside mypy, pyrefly and pyright, cold, warm and after a change. About an hour.
bench-speed: $(VENV)/.installed
	$(BIN)/python -m bench speed

# The language server beside pyrefly's and basedpyright's, which are fetched. About ten minutes.
bench-lsp: $(VENV)/.installed
	$(BIN)/python -m bench.lsp

# Random edits of real files, until the server knows something else than a fresh check. About an hour.
bench-lsp-storm: $(VENV)/.installed
	$(BIN)/python -m bench.lsp_storm examples/right/*.py examples/wrong/*.py

# The extension for Visual Studio Code: its own tests, and the .vsix. Needs Node 20.
extension:
	cd vscode-extension && npm install --no-audit --no-fund && npm test && npm run package

# The packaged extension in a real Visual Studio Code, in a browser without a screen. Needs what e2e/install.sh names,
# and Chromium; PICTURES=1 takes those of the extension's README again.
e2e: extension $(VENV)/.installed
	vscode-extension/e2e/install.sh
	cd vscode-extension/e2e && npm test

# Real models of timm, torchvision and transformers, each from one symbolic analysis. Needs $$SHAPECHECK_SHARED or ../shared.
bench-real: $(VENV)/.tested
	$(BIN)/python -m bench.real
	$(BIN)/python -m bench.real_infer
	$(BIN)/python -m bench.real_solve

# Module calls in the packages' own tests, beside what they give when pytest runs them.
bench-own-tests: $(VENV)/.tested
	$(BIN)/python -m bench.own_tests

# One number or one call changed in models that run: what torch refuses, and what still runs. About an hour.
bench-mutants: $(VENV)/.tested
	$(BIN)/python -m bench.mutants

clean:
	rm -rf $(VENV) build dist .mypy_cache .pytest_cache .ruff_cache

$(BIN)/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/.installed: $(BIN)/python pyproject.toml
	$(BIN)/python -m pip install -q -e .
	touch $@

# The oracle comes first: whatever pulls torch later finds this one.
$(VENV)/.oracle: $(BIN)/python
	$(BIN)/python -m pip install -q "$(TORCH)"
	$(BIN)/python -m pip install -q --no-deps "$(TORCHVISION)"
	touch $@

$(VENV)/.tested: $(VENV)/.oracle pyproject.toml
	$(BIN)/python -m pip install -q -e '.[test]'
	touch $@ $(VENV)/.installed

$(VENV)/.linted: $(BIN)/python pyproject.toml
	$(BIN)/python -m pip install -q -e '.[lint]'
	touch $@ $(VENV)/.installed
