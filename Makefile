# `make run` starts the site, `make test` tests it. Both make what they need.

PYTHON ?= python3
RUN = .venv/.installed-run
DEV = .venv/.installed-dev
MANAGE = .venv/bin/python manage.py
INSTALL = .venv/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes

.PHONY: run test lint lock mutation

run: $(RUN)
	@$(MANAGE) migrate --verbosity 0
	@$(MANAGE) collectstatic --no-input --verbosity 0
	@$(MANAGE) load_presets
	@$(MANAGE) make_demo
	@exec $(MANAGE) serve

# Every test: which parts ran, and which were left out and why, is said at the end of each.
test: $(DEV)
	@.venv/bin/python tests/run.py

lint: $(DEV)
	.venv/bin/ruff check .
	.venv/bin/ruff format --check .
	.venv/bin/mypy .
	.venv/bin/lint-imports
	git ls-files '*.html' | xargs .venv/bin/djade --check --target-version 5.2
	$(MANAGE) makemigrations --check --dry-run

# Which changes of the rules would no test notice? Its tool stands apart: nothing else needs it.
mutation: .venv-mutation/.installed
	@nice -n 15 .venv-mutation/bin/python tests/mutation.py

.venv-mutation/.installed:
	@echo "Installing what changes the engine ..."
	@$(PYTHON) -m venv .venv-mutation
	@.venv-mutation/bin/python -m pip install --quiet --disable-pip-version-check \
		mutmut==3.8.1 hypothesis pytest
	@touch $@

# The locks hold exact versions and hashes for every platform and supported Python.
lock:
	uv pip compile --universal --generate-hashes --no-header --no-annotate \
		--python-version 3.11 pyproject.toml -o requirements.txt
	uv pip compile --universal --generate-hashes --no-header --no-annotate \
		--python-version 3.11 pyproject.toml --group dev -o requirements-dev.txt

$(RUN): requirements.txt | .venv/bin/python
	@echo "Installing what the site needs ..."
	@$(INSTALL) -r requirements.txt
	@touch $@

# The development lock contains the run lock. Of its many tools only what runs is compiled.
$(DEV): requirements-dev.txt | .venv/bin/python
	@echo "Installing what the tests need ..."
	@$(INSTALL) --no-compile -r requirements-dev.txt
	@touch $@

.venv/bin/python:
	@$(PYTHON) -m venv .venv || { rm -rf .venv; exit 1; }
