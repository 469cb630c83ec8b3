# The commands of this repository. `make` alone lists them.

SWIFT ?= swift
RELEASE = --configuration release --static-swift-stdlib
DEBUG_BENCH = .build/debug/bench
RELEASE_BENCH = .build/release/bench

# Every scenario that is shipped.
SCENARIOS = $(sort $(basename $(notdir $(wildcard Sources/Scenarios/Catalog/*.yaml))))
# Those that take seconds without optimisation; they are compared in random order too.
QUICK_SCENARIOS = a-1 a-2 a-3 a-5-skewed-keys m-1-word-count m-12-gateway
# Builds are compared with less of what takes minutes without optimisation: with the small size of
# what has one, with less data, or with a shorter load.
FAULTY = $(sort $(basename $(notdir $(shell grep -l '^small:' Sources/Scenarios/Catalog/*.yaml))))
LARGE_DATA = $(filter-out m-1-word-count m-10-windows m-12-gateway,$(filter m-%,$(SCENARIOS)))
LESS_a-4 = --set workload.0.requests.count=500
LESS_l-1-strategies = --set workload.0.requests.for=20s
LESS_l-8-autoscale = --set workload.0.requests.for=60s
LESS_q-5-skewed-keys = --set workload.0.messages.for=5s
LESS_q-6-slow-consumer = --set workload.0.messages.count=2_000
LESS_q-7-placement = --set workload.0.messages.for=5s
LESS_l-16-replications = --set replicate=5
LESS_DATA = --set cluster.topics.0.generate.count=800
# Usage: $(call less,SCENARIO).
less = $(if $(filter $(1),$(FAULTY)),--small,$(or $(LESS_$(1)),$(if $(filter \
  $(1),$(LARGE_DATA)),$(LESS_DATA))))
KERNEL_WORKLOADS = w1 w2 w3 w4 w3-handlers w4-handlers
# Every suite that needs programs from outside the package.
EXTERNAL_SUITES = $(basename $(notdir $(wildcard Tests/*/External/*Tests.swift)))
EXTERNAL = .build-external
# The thresholds of the regression benchmarks, which are built beside bench, with all that is built
# for it. What BENCHMARKS=1 adds to the package no other command fetches.
THRESHOLDS = results/thresholds
BENCHMARKS = Sources/bench/Benchmarks
BENCHMARK_PROGRAMS = .build/release/BenchmarkTool .build/release/RegressionBenchmarks
SUITES = TidyTests GoldenTests BenchTests SimulatorTests ScenariosTests
PYTHON_MODULES = jsonschema pyyaml mrjob scipy pyspark

# Usage: $(call install,PACKAGES). Installs Debian packages without asking anything.
define install
	if ! command -v apt-get >/dev/null; then \
	  echo "missing: $(1); install them with the package manager of this system" >&2; exit 1; \
	fi; \
	as_root="env"; \
	if [ "$$(id -u)" -ne 0 ]; then as_root="sudo -n env"; fi; \
	echo "installing $(1)"; \
	$$as_root apt-get update -qq && \
	$$as_root DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
	  -o Dpkg::Use-Pty=0 $(1) >/dev/null || { \
	  echo "could not install them; run: sudo apt-get install $(1)" >&2; exit 1; \
	}
endef

.PHONY: help
help: ## List the commands
	@sed -n 's/^\([a-z-]*\):.* ## /  make \1\t/p' Makefile | expand -t 30

.PHONY: run
run: release ## Run the experiments A-1 to A-4 and print their reports
	@$(RELEASE_BENCH) run a-1 a-2 a-3 a-4

.PHONY: test
test: install-dependencies ## Lint, and run every test that needs nothing outside the package
	$(SWIFT) format lint --strict --parallel --recursive Package.swift Sources Tests
	$(SWIFT) build --build-tests
	@# A process for each suite: simulations keep the threads of the pool busy that others wait for.
	for suite in $(SUITES); do \
	  timeout 1500 $(SWIFT) test --skip-build --filter "^$$suite\\." || exit 1; \
	done

.PHONY: test-external
test-external: determinism check-results check-sweep check-planted-bugs documentation install-python install-readers ## Run the tests that need programs from outside
	PATH="$(CURDIR)/$(EXTERNAL)/bin:$$PATH" EXTERNAL_TESTS=1 \
	  $(SWIFT) test $(addprefix --filter ,$(EXTERNAL_SUITES))

# A sweep of ten thousand seeds takes hours; make sweep SEEDS=100 LARGE_SEEDS=1 takes minutes.
SEEDS = 10000
LARGE_SEEDS = 200
SWEPT = results/sweeps
SWARMS = $(filter x-%,$(SCENARIOS))
.PHONY: sweep
sweep: release ## Check what scenarios with faults promise, small ones under ten thousand seeds
	@mkdir -p $(SWEPT)
	$(RELEASE_BENCH) sweep $(SWARMS) --seeds 1...$(SEEDS) --output $(SWEPT)
	$(RELEASE_BENCH) sweep $(FAULTY) --small --seeds 1...$(SEEDS) --output $(SWEPT)
	$(if $(filter-out 0,$(LARGE_SEEDS)), \
	  $(RELEASE_BENCH) sweep $(FAULTY) --invariants --seeds 1...$(LARGE_SEEDS))

# What stands where everything is tested: some seeds of everything.
.PHONY: check-sweep
check-sweep: ## Check what scenarios with faults promise under 25 seeds each
	@$(MAKE) --no-print-directory sweep SEEDS=25 LARGE_SEEDS=0 SWEPT=$(EXTERNAL)/sweeps

.PHONY: determinism
determinism: debug release ## Compare scenarios and workloads between debug and release builds
	@mkdir -p $(EXTERNAL); \
	compare() { \
	  $(DEBUG_BENCH) "$$@" >$(EXTERNAL)/debug.out; status=$$?; \
	  test $$status -le 1 || { echo "bench $$*: exit code $$status" >&2; exit 1; }; \
	  $(RELEASE_BENCH) "$$@" >$(EXTERNAL)/release.out; \
	  test $$? -eq $$status || { echo "bench $$*: other exit codes" >&2; exit 1; }; \
	  test -s $(EXTERNAL)/debug.out || { echo "bench $$* printed nothing" >&2; exit 1; }; \
	  cmp $(EXTERNAL)/debug.out $(EXTERNAL)/release.out || exit 1; \
	  echo "bench $$*: the same in debug and in release"; \
	}; \
	for workload in $(KERNEL_WORKLOADS); do compare measure $$workload --scale 0.01; done; \
	compare fidelity --model m-m-5 m-g-1-ps-lognormal jsq-3 --scale 0.001; \
	$(foreach scenario,$(SCENARIOS), \
	  compare run --format json $(call less,$(scenario)) $(scenario);) \
	for scenario in $(QUICK_SCENARIOS); do \
	  compare run --format json --set schedule=random $$scenario; \
	done

.PHONY: results
results: release ## Write the reports of every shipped scenario to results/ again
	$(RELEASE_BENCH) run --quiet --output results $(SCENARIOS)

# The new results are beside the others, for whoever wants to look at them or to accept them.
NEW_RESULTS = $(EXTERNAL)/results

.PHONY: compare
compare: new-results ## Say what moved between results/ and what the shipped scenarios give
	$(RELEASE_BENCH) compare results $(NEW_RESULTS)

.PHONY: new-results
new-results: release ## Run every shipped scenario, and write .build-external/results
	@rm -rf $(NEW_RESULTS); mkdir -p $(NEW_RESULTS); \
	$(RELEASE_BENCH) run --quiet --output $(NEW_RESULTS) $(SCENARIOS); status=$$?; \
	test $$status -le 4 || exit $$status

.PHONY: pictures
pictures: release ## Draw the pictures of the README again
	python3 docs/pictures/draw.py $(RELEASE_BENCH) docs/pictures

# The fidelity report takes minutes, so here every model is run with a fiftieth of the data.
.PHONY: check-results
check-results: compare ## Compare every byte of results/ with what the shipped scenarios give
	$(RELEASE_BENCH) fidelity --quiet --scale 0.02
	@for scenario in $(SCENARIOS); do \
	  diff -r $(NEW_RESULTS)/$$scenario results/$$scenario || exit 1; \
	done

# Seven minutes of processor time.
.PHONY: fidelity
fidelity: release ## Compare simulated times with queueing theory, and write results/fidelity/ again
	$(RELEASE_BENCH) fidelity --output results

# The tool is run as it is: the plugin would build everything again, with other settings.
.PHONY: benchmark
benchmark: build-benchmarks ## Run the regression benchmarks, with times and allocations
	.build/release/BenchmarkTool --command run --format text --grouping benchmark --no-progress \
	  --baseline-storage-path $(EXTERNAL) --targets RegressionBenchmarks \
	  --benchmark-executable-paths .build/release/RegressionBenchmarks

.PHONY: benchmark-check
benchmark-check: build-benchmarks install-valgrind ## Hold what regression benchmarks count against results/thresholds
	$(BENCHMARKS)/thresholds check $(THRESHOLDS) $(BENCHMARK_PROGRAMS)

.PHONY: benchmark-update
benchmark-update: build-benchmarks install-valgrind ## Write results/thresholds again
	rm -f $(THRESHOLDS)/*.json
	$(BENCHMARKS)/thresholds update $(THRESHOLDS) $(BENCHMARK_PROGRAMS)

.PHONY: build-benchmarks
build-benchmarks: install-dependencies
	BENCHMARKS=1 $(SWIFT) build $(RELEASE) --product BenchmarkTool
	BENCHMARKS=1 $(SWIFT) build $(RELEASE) --product RegressionBenchmarks

# Ten minutes of one idle core.
MEASURED = growth placements models sizes
.PHONY: measure
measure: release ## Measure growth, placements and models, and draw results/performance/ again
	@for table in $(MEASURED); do \
	  $(RELEASE_BENCH) measure $$table >results/performance/$$table.txt || exit 1; \
	done; \
	python3 docs/pictures/plot.py results/performance

# Minutes of one core. Times are of the machine that the first line names.
PLANTED_BUGS = results/planted-bugs
.PHONY: planted-bugs
planted-bugs: release ## Seek every bug that can be planted, and write results/planted-bugs/ again
	@mkdir -p $(PLANTED_BUGS); \
	{ \
	  printf '# %s, %s\n' "$$(date +%F)" \
	    "$$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -1)"; \
	  $(RELEASE_BENCH) measure planted-bugs; \
	} >$(PLANTED_BUGS)/planted-bugs.txt

# All but the seconds is the same on every machine.
.PHONY: check-planted-bugs
check-planted-bugs: release ## Hold results/planted-bugs/ against what is found now
	@mkdir -p $(EXTERNAL); \
	$(RELEASE_BENCH) measure planted-bugs | sed 's/ seconds=[^ ]*//' >$(EXTERNAL)/planted-bugs.txt; \
	sed '/^#/d; s/ seconds=[^ ]*//' $(PLANTED_BUGS)/planted-bugs.txt \
	  | diff - $(EXTERNAL)/planted-bugs.txt

PREFIX ?= /usr/local
INSTALLED = $(DESTDIR)$(PREFIX)
MANUAL = $(INSTALLED)/share/man/man1/bench.1
BASH_COMPLETION = $(INSTALLED)/share/bash-completion/completions/bench
ZSH_COMPLETION = $(INSTALLED)/share/zsh/site-functions/_bench
FISH_COMPLETION = $(INSTALLED)/share/fish/vendor_completions.d/bench.fish

# What has been built is installed, so that root builds nothing: make release, sudo make install.
.PHONY: install
install: ## Install bench, its manual page and completions below PREFIX, after make release
	@test -x $(RELEASE_BENCH) || { echo "run make release first" >&2; exit 1; }
	install -D -m 755 $(RELEASE_BENCH) $(INSTALLED)/bin/bench
	@mkdir -p $(dir $(MANUAL) $(BASH_COMPLETION) $(ZSH_COMPLETION) $(FISH_COMPLETION))
	$(RELEASE_BENCH) manual >$(MANUAL)
	$(RELEASE_BENCH) completions bash >$(BASH_COMPLETION)
	$(RELEASE_BENCH) completions zsh >$(ZSH_COMPLETION)
	$(RELEASE_BENCH) completions fish >$(FISH_COMPLETION)

.PHONY: uninstall
uninstall: ## Remove what make install has installed below PREFIX
	rm -f $(INSTALLED)/bin/bench $(MANUAL) $(BASH_COMPLETION) $(ZSH_COMPLETION) $(FISH_COMPLETION)

.PHONY: debug
debug: install-dependencies ## Build without optimisation
	$(SWIFT) build --product bench

.PHONY: release
release: install-dependencies ## Build with optimisation, without a need for Swift's libraries
	$(SWIFT) build $(RELEASE) --product bench

.PHONY: install-dependencies
install-dependencies: ## Install what is missing from Debian's packages
	@command -v $(SWIFT) >/dev/null || { \
	  echo "Swift 6.3 or later is needed, and '$(SWIFT)' was not found." >&2; \
	  echo "Install it as https://www.swift.org/install/linux says, or name it: make SWIFT=PATH" >&2; \
	  exit 1; \
	}
	@missing=""; \
	for program in git tar pkg-config; do \
	  command -v $$program >/dev/null || missing="$$missing $$program"; \
	done; \
	pkg-config --exists jemalloc 2>/dev/null || missing="$$missing libjemalloc-dev"; \
	pkg-config --exists re2 2>/dev/null || missing="$$missing libre2-dev"; \
	pkg-config --exists sqlite3 2>/dev/null || missing="$$missing libsqlite3-dev"; \
	pkg-config --exists zlib 2>/dev/null || missing="$$missing zlib1g-dev"; \
	if [ -n "$$missing" ]; then $(call install,$$missing); fi

.PHONY: install-python
install-python:
	@has_modules() { "$$1" -c "import jsonschema, mrjob.job, pyspark, scipy.stats, yaml" 2>/dev/null; }; \
	if has_modules python3 || has_modules $(EXTERNAL)/bin/python3; then exit 0; fi; \
	if ! python3 -c "import ensurepip" 2>/dev/null; then $(call install,python3 python3-venv); fi; \
	python3 -m venv $(EXTERNAL) && \
	$(EXTERNAL)/bin/pip install --quiet --disable-pip-version-check $(PYTHON_MODULES)

.PHONY: install-valgrind
install-valgrind:
	@if ! command -v valgrind >/dev/null; then $(call install,valgrind); fi

.PHONY: install-readers
install-readers:
	@missing=""; \
	command -v promtool >/dev/null || missing="$$missing prometheus"; \
	command -v chromium >/dev/null || missing="$$missing chromium"; \
	command -v java >/dev/null || missing="$$missing default-jre-headless"; \
	for program in zsh fish mandoc; do \
	  command -v $$program >/dev/null || missing="$$missing $$program"; \
	done; \
	if [ -n "$$missing" ]; then $(call install,$$missing); fi

DOCUMENTATION = .build/documentation
MODULE_MAPS = $(shell find Sources .build/checkouts -name module.modulemap -not -path '*/Tests/*')
GENERATED_MAPS = $(shell find .build/debug/ -maxdepth 2 -name module.modulemap)

# The symbols of the modules that were built, with the articles beside them; docc and the reader of
# symbols come with Swift.
.PHONY: documentation
documentation: debug ## Build the documentation of both libraries, without warnings
	@rm -rf $(DOCUMENTATION); \
	for module in Simulator Scenarios; do \
	  mkdir -p $(DOCUMENTATION)/symbols/$$module; \
	  $(SWIFT) symbolgraph-extract -module-name $$module -minimum-access-level public \
	    -target $$($(SWIFT) -print-target-info | sed -n 's/.*"triple": "\(.*\)".*/\1/p' | head -1) \
	    -I .build/debug/Modules $(addprefix -I ,$(dir $(MODULE_MAPS))) \
	    $(addprefix -Xcc -fmodule-map-file=,$(GENERATED_MAPS)) \
	    -output-dir $(DOCUMENTATION)/symbols/$$module || exit 1; \
	  docc convert Sources/$$module/$$module.docc --warnings-as-errors \
	    --fallback-display-name $$module --fallback-bundle-identifier $$module \
	    --additional-symbol-graph-dir $(DOCUMENTATION)/symbols/$$module \
	    --output-dir $(DOCUMENTATION)/$$module.doccarchive || exit 1; \
	  echo "$(DOCUMENTATION)/$$module.doccarchive: written"; \
	done

.PHONY: clean
clean: ## Remove everything that was built
	rm -rf .build .build-external
