# Every command of the house. `make run` and `make test` need Python 3.11 to 3.13 and nothing else.
PYTHON ?= python3
BIN := .venv/bin
ON_A_PI := $(shell grep -s "Raspberry Pi" /proc/device-tree/model | tr -d '\000')

.PHONY: run demo event test test-fast test-failed test-bare sim lint check bench faults bundle card catalogue drawings pictures schedules lock vm card-trial clean

# What is installed is locked by version and hash; on a Pi Debian's own packages go before, so there it is not.
# The kit needs a fraction of what its tests need, which `make test` adds.
.venv/kit: pyproject.toml systemd/locked/kit.txt
	$(PYTHON) -m venv $(if $(ON_A_PI),--system-site-packages) .venv
ifdef ON_A_PI
	$(BIN)/python -m pip install --quiet --editable .
else
	@sed -n '/^setuptools==/,/[^\\]$$/p' systemd/locked/tests.txt > .venv/builder.txt
	$(BIN)/python -m pip install --quiet --require-hashes --requirement systemd/locked/kit.txt --requirement .venv/builder.txt
	$(BIN)/python -m pip install --quiet --no-deps --no-build-isolation --editable .
endif
	@touch $@

# What a hub and MQTT need besides.
.venv/extras: .venv/kit systemd/locked/extras.txt
ifdef ON_A_PI
	$(BIN)/python -m pip install --quiet --editable ".[hub,mqtt]"
else
	$(BIN)/python -m pip install --quiet --require-hashes --requirement systemd/locked/extras.txt
endif
	@touch $@

.venv/ready: .venv/kit systemd/locked/tests.txt
ifdef ON_A_PI
	$(BIN)/python -m pip install --quiet --editable ".[test]"
else
	$(BIN)/python -m pip install --quiet --require-hashes --requirement systemd/locked/tests.txt
endif
	@touch $@

# MicroPython for node, in which the hoop firmware is tested: the oldest that it runs on and the newest. The checker and
# the formatter of the pages' scripts, and what drives Firefox (25 and on want a newer node than Debian's); without npm
# all is left out.
MICROPYTHON := oldest@npm:@micropython/micropython-webassembly-pyscript@1.24.0 \
	newest@npm:@micropython/micropython-webassembly-pyscript@1.29.0-6
CHECKER := typescript@5.9.3 openapi-typescript@7.13.0 dprint@0.57.4 @dprint/typescript@0.96.1
DPRINT := .venv/node/node_modules/.bin/dprint
FIREFOX := puppeteer-core@24.43.1
.venv/node/ready: Makefile .venv/ready
	@npm install --silent --no-audit --no-fund --prefix .venv/node $(MICROPYTHON) $(CHECKER) $(FIREFOX) && touch $@ \
		|| echo "without npm the hoop firmware is not tested in MicroPython's WebAssembly build, nor the pages' scripts checked, nor the pages tried in Firefox"

run: .venv/kit
	$(BIN)/fieldkit run

# GAME=name plays another game than that of the field. The record is kept in .demo.
demo: .venv/kit
	$(BIN)/fieldkit demo $(addprefix --game ,$(GAME)) --speed 4 --until-over --data .demo

# A hub and three fields, played by simulated people; SPEED=x is how many times as fast as life.
event: .venv/extras
	$(BIN)/fieldkit hub demo $(addprefix --speed ,$(SPEED))

# Without compiled modules on the disk each process of a test compiles all of them: twice the time.
unexport PYTHONDONTWRITEBYTECODE
CORES := $(shell nproc 2>/dev/null || echo 2)
# Most tests wait for something, so more of them run beside each other than there are cores.
WORKERS ?= $(shell expr $(CORES) + 2)
TOGETHER := --dist loadfile --no-loadscope-reorder --numprocesses
ONLY ?= fast or not fast

# First what measures times, with nothing else on the machine: it waits, so as many as there are cores go beside each
# other; the files without such tests are not even read. Then the simulated kit, then all the rest. ONLY="…" is a
# choice of marks.
test: .venv/ready .venv/node/ready
	@$(BIN)/python -m pytest $(TOGETHER) $(CORES) -m "alone and ($(ONLY))" $$(grep -rl --include="test_*.py" "mark\.alone" tests); alone=$$?; test $$alone = 5 && alone=0; \
	$(BIN)/python -m tests.sim --seeds $(SEEDS) || alone=1; \
	$(BIN)/python -m pytest $(TOGETHER) $(WORKERS) -m "not alone and ($(ONLY))" && exit $$alone

# The whole kit in one thread and a made-up time, once for each seed: tests/sim/README.md.
SEEDS ?= 200
sim: .venv/ready
	$(BIN)/python -m tests.sim --seeds $(SEEDS)

# Only the tests that start no process and open no browser: a few seconds, for every change.
test-fast: .venv/ready
	$(BIN)/python -m pytest $(TOGETHER) $(CORES) -m fast --ignore=tests/browser --ignore=tests/process --ignore=tests/systemd

# Only what failed the last time, one after the other.
test-failed: .venv/ready
	$(BIN)/python -m pytest --verbose --last-failed --last-failed-no-failures none

# The suite as on a machine without browser, screen, node and systemd's programs: all of it is collected and what starts
# programs is run; it says what it leaves out.
test-bare: .venv/ready
	$(BIN)/python -m tests.support.bare

lint: .venv/ready .venv/node/ready
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/python -m tests.page_types
	@test ! -x $(DPRINT) || $(DPRINT) check

check: lint test

bench: .venv/ready
	$(BIN)/python -m tests.bench

# What kills, power cuts, bad disks, noise, crowds and bad networks leave of the kit: all of it as root, in a
# quarter of an hour on two cores; FAULTS="--short" for a minute or two, FAULTS="--only kills" for one part.
faults: .venv/ready
	$(BIN)/python -m tests.faults $(FAULTS)

# One archive for a Pi without internet; BUNDLE_FOR=here adds the wheels of this kind of machine, EXTRAS=yes what a
# hub and MQTT need.
bundle: .venv/ready
	$(BIN)/python systemd/bundle.py $(addprefix --also ,$(BUNDLE_FOR)) $(if $(EXTRAS),--extras)

# The zip for the card of a kit: .bundle/fieldkit-<version>-card.zip, see systemd/README.md.
card: .venv/ready
	$(BIN)/python systemd/card.py

# The newest versions of all that is installed, with their hashes, for the bundle and for the tests.
UV := uv==0.13.9
LOCK := $(BIN)/uv pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes --no-annotate \
	--custom-compile-command "make lock" pyproject.toml
lock: .venv/ready
	$(BIN)/python -m pip install --quiet $(UV)
	$(LOCK) --output-file systemd/locked/kit.txt
	$(LOCK) --extra hub --extra mqtt --constraint systemd/locked/kit.txt --output-file systemd/locked/extras.txt
	$(LOCK) --extra test --constraint systemd/locked/extras.txt --output-file systemd/locked/tests.txt

# The balanced drafts of schedules, made again: ten minutes.
schedules: .venv/ready
	$(BIN)/python -m tests.support.make_schedules

drawings: .venv/ready
	$(BIN)/python -m hardware.wiring

pictures: .venv/ready
	$(BIN)/python -m tests.make_pictures

# The installed kit in a Debian guest with simulated pins: needs root on a 64-bit PC with Debian. VM=--build only builds
# the guest.
vm: .venv/ready
	$(BIN)/python -m tests.vm $(VM)

# A flashed card, its zip, upgrades and power cuts in a machine with a Pi's processor: as root, hours on two cores.
card-trial: .venv/ready
	$(BIN)/python -m tests.card $(CARD)

# Lays new sentences into every catalogue and lists what to translate; LANGUAGE=fr begins a new one.
catalogue: .venv/ready
	$(BIN)/python -m tests.catalogue $(LANGUAGE)

clean:
	rm -rf .venv
