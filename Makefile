# Two commands do everything a newcomer needs: `make drain` and `make test`.

PYTHON ?= $(shell for p in python3.14 python3.13 python3.12 python3.11 python3 python; do \
	  $$p -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
VENV := .venv
BIN := $(VENV)/bin
UV := 0.13.9
PIP = $(BIN)/python -m pip --disable-pip-version-check --quiet
INSTALLED := $(VENV)/.installed
DOCKER ?= docker
VERSION = $(shell sed -n 's/^version = "\(.*\)"/\1/p' pyproject.toml)
export UV_PYTHON_DOWNLOADS := never

.DEFAULT_GOAL := help
.PHONY: help env drain test check fix revision bench-memory bench-merges bench-tokens bench-replay bench-blast bench-search rehearse lock image psql clean

help: ## show what there is to run
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /  make \1  /' | awk '{printf "  %-4s %-13s", $$1, $$2; $$1=$$2=""; print $$0}'

env: $(INSTALLED) ## make .venv from the lock file

$(INSTALLED): requirements.lock pyproject.toml
	@test -n "$(PYTHON)" || { echo "This needs Python 3.11 or newer with its venv and pip modules (Debian: apt-get install python3-venv). Or name one: make PYTHON=/path/to/python3"; exit 1; }
	@echo "Setting up $(VENV) ..."
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(PIP) install uv==$(UV)
	@VIRTUAL_ENV=$(VENV) $(BIN)/uv pip install --quiet --require-hashes -r requirements.lock \
	  || { echo "uv could not, so pip does (slower)"; $(PIP) install --require-hashes -r requirements.lock; }
	@$(PIP) install --no-deps --no-build-isolation --editable .
	@touch $@

drain: env ## reflect settled threads once, as the hourly CronJob does
	@$(BIN)/reflection-worker migrate
	@test -n "$$DATABASE_URL" || $(BIN)/reflection-worker dev seed --if-empty
	@REFLECTION_LOG_LEVEL=$${REFLECTION_LOG_LEVEL:-warning} $(BIN)/reflection-worker drain --show

test: env ## run every test, on a real Postgres
	@$(BIN)/pytest -n auto --maxprocesses 4 $(args)

check: env ## lint, types, floors, and whether migrations agree with sql/
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/python -m migrations.freeze --check
	@$(BIN)/pytest -q tests/test_floors.py tests/test_migrations.py

fix: env ## put right what the linter can
	@$(BIN)/ruff check --fix .
	@$(BIN)/ruff format .

revision: env ## freeze what changed in sql/ as the next migration: make revision m="what it does"
	@$(BIN)/python -m migrations.freeze "$(m)"

bench-memory: env ## the scorecard of memory, search and lint beside others: make bench-memory DATA=folder [CHARTS=folder]
	@test -n "$(DATA)" || { echo "This needs a folder with threads.jsonl, questions.jsonl and observations.jsonl: make bench-memory DATA=../shared/data/locomo"; exit 2; }
	@$(BIN)/python -m bench.memory "$(DATA)" $(if $(CHARTS),--charts "$(CHARTS)")

bench-merges: env ## measure how often memory takes two things for one, on pairs labelled by hand
	@$(BIN)/python -m bench.merges

bench-tokens: env ## count what Claude reads and writes beside a tool loop: make bench-tokens DATA=folder [THREADS=n]
	@test -n "$(DATA)" || { echo "This needs a folder with threads.jsonl and observations.jsonl: make bench-tokens DATA=../shared/data/locomo"; exit 2; }
	@PYTHONPATH=tests $(BIN)/python -m bench.tokens "$(DATA)" $(if $(THREADS),--threads "$(THREADS)")

bench-replay: env ## reflect by recorded replies, two workers killed at random: make bench-replay DATA=folder [THREADS=n] [KILLS=n]
	@test -n "$(DATA)" || { echo "This needs a folder with threads.jsonl and observations.jsonl: make bench-replay DATA=../shared/data/locomo"; exit 2; }
	@PYTHONPATH=tests $(BIN)/python -m bench.replay "$(DATA)" $(if $(THREADS),--threads "$(THREADS)") $(if $(KILLS),--kills "$(KILLS)")

bench-blast: env ## delete single messages and see what of memory changes: make bench-blast DATA=folder [MESSAGES=n]
	@test -n "$(DATA)" || { echo "This needs a folder with threads.jsonl: make bench-blast DATA=../shared/data/locomo"; exit 2; }
	@$(BIN)/python -m bench.blast "$(DATA)" $(if $(MESSAGES),--messages "$(MESSAGES)")

bench-search: env ## time search over many messages of many users: make bench-search [MESSAGES=n] [USERS=n]
	@PYTHONPATH=tests $(BIN)/python -m bench.search $(if $(MESSAGES),--messages "$(MESSAGES)") $(if $(USERS),--users "$(USERS)")

rehearse: env ## drain with a real, small model, where llama-server and LLAMA_MODEL are
	@$(BIN)/python -m bench.rehearse

psql: env ## open psql on the database that drain uses
	@if test -n "$$DATABASE_URL"; then psql "$$DATABASE_URL"; else $(BIN)/reflection-worker db psql; fi

lock: env ## resolve requirements.lock anew (hashes, no index address)
	@$(BIN)/uv lock --quiet --upgrade
	@$(BIN)/uv export --quiet --all-extras --all-groups --no-emit-project --no-header --no-annotate --format requirements.txt --output-file requirements.lock
	@rm -f uv.lock

image: ## build the container image: make image args="--secret id=ca,src=ca.pem"
	@DOCKER_BUILDKIT=1 $(DOCKER) build --tag reflection-worker:$(VERSION) --tag reflection-worker:local \
	  --build-arg VERSION=$(VERSION) --build-arg REVISION=$$(git rev-parse HEAD 2>/dev/null) $(args) .

clean: ## stop the embedded Postgres and remove .venv; its data stays
	@test ! -x $(BIN)/reflection-worker || DATABASE_URL= $(BIN)/reflection-worker db stop
	@rm -rf $(VENV)
