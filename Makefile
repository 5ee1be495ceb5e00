# Two commands do everything a newcomer needs: `make drain` and `make test`.

PYTHON ?= $(shell for p in python3.14 python3.13 python3.12 python3.11 python3 python; do \
	  $$p -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
VENV := .venv
BIN := $(VENV)/bin
UV := 0.13.9
ENV := $(VENV)/.installed

.DEFAULT_GOAL := help
.PHONY: help env drain test check fix revision lock psql clean

help: ## show what there is to run
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /  make \1\t/' | expand -t 22

env: $(ENV) ## make .venv from the lock file

$(ENV): requirements.lock pyproject.toml
	@test -n "$(PYTHON)" || { echo "reflection-worker needs Python 3.11 or newer with venv and pip (on Debian: apt-get install python3-venv), or say make PYTHON=/path/to/python3"; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip --disable-pip-version-check --quiet install uv==$(UV)
	@UV_PYTHON_DOWNLOADS=never VIRTUAL_ENV=$(VENV) $(BIN)/uv pip install --quiet --require-hashes -r requirements.lock
	@UV_PYTHON_DOWNLOADS=never VIRTUAL_ENV=$(VENV) $(BIN)/uv pip install --quiet --no-deps --no-build-isolation --editable .
	@touch $@

lock: ## resolve requirements.lock anew (hashes, no index address)
	@$(BIN)/uv lock --quiet --upgrade
	@$(BIN)/uv export --quiet --all-extras --all-groups --no-emit-project --no-header --no-annotate --format requirements.txt --output-file requirements.lock
	@rm -f uv.lock

revision: env ## freeze what changed in sql/ as the next migration: make revision m="claims name their model"
	@$(BIN)/python -m migrations.freeze "$(m)"
