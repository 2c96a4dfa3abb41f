# Needs make and Python 3.11 or newer, nothing else. `make help` lists what there is.
PY := .venv/bin/python
LOCKS := deploy/requirements
UV := .venv/bin/uv pip compile --no-config --quiet --universal --python-version 3.11 \
	--generate-hashes --no-emit-index-url --no-header --annotation-style line --custom-compile-command "make lock"

BENCH_PY := .venv-bench/bin/python
BENCH_PIP := $(BENCH_PY) -m pip install --quiet --disable-pip-version-check --no-input --require-hashes

.DEFAULT_GOAL := help
.PHONY: help run backup-key backup backup-list restore drill test test-pure test-full test-e2e test-long rehearse lint clients bench lock texts packages sbom

help: ## this list
	@grep -hE '^[a-z-]+:.*##' Makefile | sed -E 's/:.*## /\t/' | expand -t 12

run: ## everything on this machine: http://127.0.0.1:8000 (PORT, HOST, DEMO, SAMBA_DATA, DATABASE_URL, REDIS_URL)
	@deploy/venv.sh embedded
	@exec $(PY) -m samba_service.devstack

BACKUP := $(PY) -m samba_service.backup
# From where, which backup, up to which second.
CHOSEN = --key "$(or $(KEY),$(error KEY=file of the secret key))" $(if $(FROM),--from "$(FROM)") \
	$(if $(BACKUP_NAME),--backup "$(BACKUP_NAME)") $(if $(UNTIL),--until "$(UNTIL)")

backup-key: ## make the key of the backups in a new file, to be moved off this machine (KEY=file)
	@deploy/venv.sh embedded
	@$(BACKUP) key "$(or $(KEY),$(error KEY=a new file))"

backup: ## the database and its secrets, encrypted (SAMBA_BACKUPS, SAMBA_BACKUP_RECIPIENTS, SAMBA_BACKUP_KEEP)
	@deploy/venv.sh embedded
	@$(BACKUP) take

backup-list: ## the backups that there are
	@deploy/venv.sh embedded
	@$(BACKUP) list

restore: ## a backup into an empty data folder (KEY, TO; FROM, BACKUP_NAME, UNTIL="2026-11-28 20:15:00", TIMELINE, REPLACE)
	@deploy/venv.sh embedded
	@$(BACKUP) restore $(CHOSEN) --into "$(or $(TO),$(error TO=the data folder))" $(if $(REPLACE),--replace "$(REPLACE)")

drill: ## restore the newest backup beside, and look at every game in it (KEY; FROM, BACKUP_NAME, UNTIL, TIMELINE)
	@deploy/venv.sh embedded
	@$(BACKUP) drill $(CHOSEN)

# Twice as many tests as cores: each waits for servers, browsers or clocks much of its time.
PYTEST := $(PY) -m pytest -n $(shell echo $$((2 * $$(getconf _NPROCESSORS_ONLN)))) --dist worksteal

test: ## every part in its plain cases, on real servers, in six minutes (ARGS="-k name" narrows it)
	@deploy/venv.sh dev
	$(PYTEST) -m "not full and not slow and not browser" $(ARGS)

test-pure: ## of these the ones that need no server: the engines, the bots, the papers
	@deploy/venv.sh dev
	$(PYTEST) -m "not full and not slow" tests/engine tests/bots tests/tournaments/engine tests/tournaments/printing $(ARGS)

test-full: ## what must pass for every change, as CI runs it: all cases, many callers, killed servers
	@deploy/venv.sh dev
	$(PYTEST) -m "not slow and not browser" $(ARGS)

test-e2e: ## the pages in a real browser (Debian's chromium), and the types of their scripts
	@deploy/venv.sh dev
	@deploy/browser/install.sh
	.browser/node_modules/.bin/tsc -p deploy/browser
	rm -rf .browser/photographs && mkdir .browser/photographs
	$(PYTEST) -m browser tests/browser $(ARGS)
	find .browser/photographs -name '*.html' | xargs -r .browser/node_modules/.bin/html-validate --config deploy/browser/.htmlvalidate.json

test-long: clients ## the slow tests too, with many more random games; and the generated clients
	@deploy/venv.sh dev
	@deploy/fuzz/install.sh
	HYPOTHESIS_PROFILE=long $(PYTEST) -m "not browser" $(ARGS)

rehearse: ## a league night of 40 tables on a whole site, with kills, an upgrade and a restored backup (ARGS="--tables 4 --hands 1")
	@deploy/venv.sh dev
	$(PY) -m deploy.rehearse $(ARGS)

lint: ## style, types, allowed imports, the API's schema, locks without addresses
	@deploy/venv.sh dev
	$(PY) -m ruff check
	$(PY) -m ruff format --check
	$(PY) -m mypy
	.venv/bin/pyright --project pyproject.toml
	.venv/bin/lint-imports --no-cache
	$(PY) manage.py spectacular --validate --fail-on-warn --file /dev/null
	@! grep -nE 'https?://|index-url|find-links' $(LOCKS)/*.lock deploy/*/package-lock.json

clients: ## eight generators each make a client of the schema, it compiles, and two play a hand (ARGS="orval go": these)
	@deploy/venv.sh dev
	@deploy/clients/install.sh
	$(PY) -m deploy.clients.judge $(ARGS)

bench: ## speed beside public packages: ratios into deploy/bench/ (ARGS="--only engine" for a part)
	@deploy/venv.sh dev
	@$(if $(filter web draws live tables engine,$(ARGS)),,deploy/browser/install.sh)
	@$(if $(filter web draws live tables pages,$(ARGS)),,$(MAKE) --no-print-directory .venv-bench/.ready)
	$(PY) -m deploy.bench.report --engines-python $(BENCH_PY) $(ARGS)

bench-large: ## every list and page on a database of 100,000 games (ARGS="--games 1000 --nights 20")
	@deploy/venv.sh dev
	$(PY) -m deploy.bench.large $(ARGS)

.venv-bench/.ready: $(LOCKS)/bench-build.lock $(LOCKS)/bench.lock
	@rm -rf .venv-bench && $(PY) -m venv .venv-bench
	@$(BENCH_PIP) -r $(LOCKS)/bench-build.lock
	@$(BENCH_PIP) --no-build-isolation -r $(LOCKS)/bench.lock
	@touch $@

texts: ## collect the texts of the pages into samba_service/locale, to be translated (GNU gettext)
	@deploy/venv.sh dev
	$(PY) manage.py makemessages $(MESSAGES) --domain django --extension html,py
	$(PY) manage.py makemessages $(MESSAGES) --domain djangojs --extension js

MESSAGES := --locale de --no-location --no-wrap --no-obsolete --ignore "staticfiles/*" --ignore "tests/*" \
	--ignore "deploy/*" --ignore ".*" --verbosity 0

lock: ## resolve the dependencies of pyproject.toml anew (UPGRADE=--upgrade takes newer versions)
	@deploy/venv.sh dev
	$(UV) $(UPGRADE) --extra embedded --group dev pyproject.toml -o $(LOCKS)/dev.lock
	$(UV) --extra embedded -c $(LOCKS)/dev.lock pyproject.toml -o $(LOCKS)/embedded.lock
	$(UV) -c $(LOCKS)/dev.lock pyproject.toml -o $(LOCKS)/runtime.lock
	$(UV) $(UPGRADE) -c $(LOCKS)/dev.lock $(LOCKS)/fallback.in -o $(LOCKS)/fallback.lock
	$(UV) $(UPGRADE) $(LOCKS)/bench-build.in -o $(LOCKS)/bench-build.lock
	$(UV) $(UPGRADE) $(LOCKS)/bench.in -o $(LOCKS)/bench.lock
	$(UV) $(UPGRADE) $(LOCKS)/clients.in -o $(LOCKS)/clients.lock
	$(UV) $(UPGRADE) $(LOCKS)/fuzz.in -o $(LOCKS)/fuzz.lock
	$(UV) $(UPGRADE) -c $(LOCKS)/dev.lock $(LOCKS)/browser.in -o $(LOCKS)/browser.lock

packages: ## the wheels samba-service and samba-engine, into dist/
	@deploy/venv.sh dev
	@$(PY) -m deploy.packages.wheels dist

sbom: ## all that the service runs on, with hashes and licences, as CycloneDX: dist/samba-service.cdx.json
	@deploy/venv.sh dev
	@mkdir -p dist
	$(PY) -m deploy.packages.sbom >dist/samba-service.cdx.json
