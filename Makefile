# The commands of a checkout. `make` alone lists them.
# `make run` and `make test` need git, make and Python 3.11 to 3.13, nothing else.

PYTHON ?= python3
VENV := .venv/bin/python
LOCALSTACK := $(VENV) -m triadsurvey.localstack
# One more than a small machine has cores: much of what the slow tests do is wait.
TEST_PROCESSES ?= 3

.PHONY: help run stop manage test quick fuzz mutants lint format messages first-deployment rankme screenshots gallery backup restore drill clean-demo lock sbom local dev

help:
	@echo "make run         start triadsurvey here and print its addresses (Ctrl-C stops it)"
	@echo "make stop        stop it from another terminal"
	@echo "make test        every test: unit, database, Celery, faults, browser"
	@echo "make quick       the tests nearest to what changed: no browser, no faults, under a minute"
	@echo "make mutants     small mistakes in what changed, and whether a test notices (ALL=1: a sample)"
	@echo "make fuzz        10,000 hostile requests and each form with each field odd, some minutes"
	@echo "make lint        ruff, mypy, import-linter, migrations, Django's deployment checks"
	@echo "make format      put the code into ruff's format"
	@echo "make manage    COMMAND='...': run a command of manage.py against what make run started;"
	@echo "               'simulate 1 --pd 0.3' lets virtual judges answer study 1 (or its code, or title)"
	@echo "make messages    bring the catalogues of the judge's pages up to date (locale/)"
	@echo "make screenshots make the pictures of docs/screens anew"
	@echo "make gallery     picture every page and state in six looks (ONLY=regex: those of these names)"
	@echo "make rankme      the tables of the RankME paper from its ratings, beside the printed numbers"
	@echo "make first-deployment type README.md's commands into an empty folder: docs/first-deployment.log"
	@echo "make backup      write the database into a file under backups/"
	@echo "make restore     FILE=backups/...: replace the database by that backup"
	@echo "make drill       prove that the newest backup (or FILE=...) can be restored"
	@echo "make clean-demo  back the database up, then begin anew with the demo study"
	@echo "make sbom        write what the image installs into sbom.cdx.json (CycloneDX)"
	@echo "make lock        resolve pyproject.toml anew into requirements/ (needs uv)"

run: local
	@$(LOCALSTACK) run

stop: local
	@$(LOCALSTACK) stop

# For example: make manage COMMAND="simulate 1 --pd 0.3"
manage: local
	@$(if $(COMMAND),,$(error Name a command with COMMAND=, as in: make manage COMMAND="simulate 1 --pd 0.3" (COMMAND=help lists them)))
	@$(LOCALSTACK) manage "$$COMMAND"

backup: local
	@$(LOCALSTACK) backup

restore: local
	@$(LOCALSTACK) restore "$(FILE)"

drill: local
	@$(LOCALSTACK) drill $(if $(FILE),"$(FILE)")

clean-demo: local
	@$(LOCALSTACK) clean-demo

# Their processes start Python some hundreds of times: what it compiles is kept, also where the shell
# says PYTHONDONTWRITEBYTECODE.
test quick fuzz mutants: export PYTHONDONTWRITEBYTECODE :=

test: dev
	@$(VENV) -m tests.chromium
	$(VENV) -m pytest -n $(TEST_PROCESSES) $(PYTEST_ARGS)

quick: dev
	@$(VENV) -m scripts.quick

# Of what changed; of a sample over all rooms with ALL=1; of a folder with ROOM=studies/rules.
mutants: dev
	@$(VENV) -m scripts.mutants $(if $(ALL),--all) $(if $(ROOM),--room $(ROOM))

# Another SEED draws other requests.
SEED ?= 1
fuzz: dev
	FUZZ_INPUTS=10000 FUZZ_FORMS=100000 FUZZ_SEED=$(SEED) $(VENV) -m pytest -n $(TEST_PROCESSES) \
		--timeout=3600 --show-capture=no tests/fuzz

lint: dev
	@$(VENV) scripts/lint.py

format: dev
	$(VENV) -m ruff check --fix .
	$(VENV) -m ruff format .

# Some minutes: the commands of README.md from an empty folder to an update under load.
first-deployment: dev
	@STAND_IN_INSTALLS=yes $(VENV) -m tests.deployment.first > docs/first-deployment.log

screenshots: dev
	$(VENV) -m scripts.pictures.screens

# Into .local/gallery: a contact sheet of each page, and index.html. ONLY='results|judge' takes some.
gallery: dev
	@ONLY='$(ONLY)' $(VENV) -m scripts.pictures.gallery

rankme: dev
	@$(VENV) -m benchmarks.rankme

messages: dev
	@$(VENV) scripts/messages.py

# The second and third lock hold what the one before them holds, in the same versions. No address
# of a registry is written down, and uv and pip install the same from all of them.
RESOLVE := uv pip compile pyproject.toml --quiet --universal --python-version 3.11 \
	--generate-hashes --no-emit-index-url --no-header
lock:
	$(RESOLVE) -o requirements/production.txt
	$(RESOLVE) --extra local -c requirements/production.txt -o requirements/local.txt
	$(RESOLVE) --extra local --extra dev -c requirements/local.txt -o requirements/dev.txt

sbom: dev
	@$(VENV) scripts/sbom.py requirements/production.txt > sbom.cdx.json

local dev:
	@$(PYTHON) scripts/bootstrap.py $@
