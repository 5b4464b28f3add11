# touchmove: `make run` shows it, `make test` checks it.
GO          ?= go
STATICCHECK ?= honnef.co/go/tools/cmd/staticcheck@v0.8.2
FUZZTIME    ?= 10s
SEEDS       ?= 200
PACKETS     ?= 1000000
SEED        ?= 7
BLOWS       ?= 30
TOURNAMENTS ?= 3
ARGS        ?=
# Without HTTP/2 the program is half a megabyte smaller; a WebSocket, the metrics and uploads are HTTP/1.1.
TAGS        ?= nethttpomithttp2

# What the program for a board's computer is built with. Tests and checks are built like it: none of the hundreds of
# packages that they share is compiled twice.
AS_BUILT = $(shell packaging/flags)

.DEFAULT_GOAL := build
.PHONY: clients test-nodered fit fit-release fit-costs fit-policy build run check test test-contract bin/touchmove-contract test-kernel test-arm unit vet vet-contract vet-modules cross bench bench-moves bench-referee bench-rules bench-scan bench-screen screen test-screen pictures fuzz lint vuln bench-daemon attack soak test-days outdated test-delivery test-powercut test-tournament packages release test-release test-packages test-sbom test-cuts test-first-evening test-systemd deps fmt clean help

help: ## this list
	@sed -n 's/^\([a-z-]*\):.*## /  make \1\t/p' $(MAKEFILE_LIST) | expand -t 21

build: ## the program for this machine: bin/touchmove
	CGO_ENABLED=0 $(GO) build -trimpath -tags $(TAGS) -o bin/touchmove ./cmd/touchmove

run: build ## a simulated board plays real games; ARGS="--speed 10" for more
	./bin/touchmove run $(ARGS)

test: export GOFLAGS = $(AS_BUILT)
test: export CGO_ENABLED = 0
test: deps clients examples/node-red/node_modules/.package-lock.json test-contract test-screen ## all tests, the contract, and the screen in a browser: under 8 minutes on two cores; LONG=yes as in .ci/run, ALL=yes before a release
	@$(MAKE) --no-print-directory NODE_RED=must unit

# Many tests wait for a broker, a deadline or a disk, so more of them run at a time than there are cores: three
# packages on two cores, and in each all tests that may. Those that wait longest go first.
packages := $(shell echo $$(( $$(nproc) + 1 )))
together = -p $(packages) -parallel 32
longest = touchmove/daemon touchmove/cmd/touchmove

check: vet ## what to run after every change: vet, gofmt and the tests that do not take long, under two minutes on two cores
	@test -z "$$(gofmt -l $$($(GO) list -f '{{.Dir}}' ./...))" || { echo "gofmt would change:"; gofmt -l $$($(GO) list -f '{{.Dir}}' ./...); exit 1; }
	$(GO) test -vet=off -short $(together) $(longest) $(filter-out $(longest),$(shell $(GO) list ./...))

# MACHINE=must makes it an error that the machine cannot be had, as in .ci/run.
test-kernel: ## a whole game on Debian's kernel in QEMU, through real /dev/i2c-N and /dev/gpiochipN: about 3 minutes
	@.ci/deps kernel || echo "test-kernel: going on with what there is"
	TOUCHMOVE_KERNEL_TEST=$(or $(MACHINE),may) $(GO) test -count=1 -v -timeout 15m -run '^TestMachine$$' ./test/kernel

test-arm: ## tests and the program as on a Pi, ARMv6 and arm64, by qemu-user: about 4 minutes, or 2 with SHORT=yes as in .ci/run
	@GO=$(GO) MACHINE=$(MACHINE) SHORT=$(SHORT) .ci/test-arm

# LONG=yes, as in .ci/run: the race detector also watches what it makes slowest, tests that take a minute run, the
# arbiter's page is taken through every ruling, and samples of the screen's sweeps over themes, languages and sizes are
# larger. ALL=yes, for a release: the detector watches every test in which goroutines run, and the packages of UNWATCHED
# and SENSORS where others use them; those sweeps are whole, and pictures of the screen are taken. Otherwise
# LONGEST_WATCHED is tested without the detector.
LONGEST_WATCHED = $(if $(filter yes,$(LONG)),,daemon daemon/journal broadcast) cmd/touchmove calibration/guide event/tournament/... test/...

# These packages start no goroutine and hold no lock (unwatched_test.go), and the race detector makes them ten times
# as slow. So their own tests run without it.
UNWATCHED = rules/... reconcile/... eventlog/... event/entrants event/sheets event/site event/spoken \
	calibration calibration/file configs screen/preview broadcast/contract/... daemon/doctor daemon/resources \
	internal/atomicfile internal/envelope internal/markup internal/openfiles internal/origin internal/plaintext \
	internal/refusal internal/strict internal/topic internal/words \
	sensors sensors/ads7138 sensors/ads7828 sensors/gpioclock sensors/internal/... \
	sensors/lights/... sensors/mcp23008 sensors/mcp23017 sensors/pcf857x sensors/sim sensors/sim/physics \
	sensors/sim/score sensors/tca6424a sensors/tca9555 sensors/trace/... sensors/wiring/plan

# Chips, and the drivers that can wait, are read thousands of times a second: the detector watches them in the tests of
# sensors alone.
SENSORS = sensors/sim/chips sensors/ads1115 sensors/cd74hc4067 sensors/gpiomatrix sensors/mcpmatrix

# With the tag contract, a payload that broadcast/contract/schemas does not promise ends whoever publishes it.
# Tests write to memory where there is room (.ci/memory); what is compiled stays on the disk.
# The time limit only ends what hangs: a busy machine is slow. At the end stands what was skipped.
# Simulated hands of a script are quick, so a board that is starved of time does not see all they do: with the race
# detector fewer tests run at a time.
unit: all = $(filter yes,$(ALL))
unit: flags = -tags contract,$(TAGS) -vet=off -timeout 30m -exec "env TMPDIR=$$(.ci/memory)"
unit: race = -race $(if $(all),,$(UNWATCHED:%=-gcflags=touchmove/%=-race=false))
unit: apart = $(if $(all),,$(SENSORS:%=-gcflags=touchmove/%=-race=false))
unit: unwatched = touchmove $(shell $(GO) list $(UNWATCHED:%=./%) $(if $(all),,$(LONGEST_WATCHED:%=./%)))
unit: watched = $(filter-out $(unwatched),$(longest) $(filter-out $(longest),$(shell $(GO) list ./...)))
# What is watched and has a test that the detector makes too slow also runs without it.
unit: first = $(filter $(longest),$(unwatched)) $(filter-out $(longest),$(unwatched)) $(filter touchmove/daemon/journal,$(watched))
unit: detect = CGO_ENABLED=1 $(GO) test -json $(flags) -p $(packages) -parallel 8 $(race)
unit:
	@.ci/deps nats || echo "unit: going on without a NATS server"
	export TOUCHMOVE_NODE_RED=$(NODE_RED) TOUCHMOVE_LONG=$(filter yes,$(LONG) $(ALL)) TOUCHMOVE_ALL=$(filter yes,$(ALL)); \
	{ $(GO) test -json $(flags) $(together) $(first) && \
	  $(detect) $(apart) $(filter-out touchmove/sensors/%,$(watched)) && \
	  $(detect) $(filter touchmove/sensors/%,$(watched)); } | $(GO) run ./test/outcome

# Once node_modules is there, it takes no network.
test-contract: broadcast/contract/asyncapi/node_modules/.package-lock.json ## broadcast/contract/asyncapi.yaml and its schemas, by AsyncAPI's own parser
	cd broadcast/contract/asyncapi && node --test --test-reporter=spec

broadcast/contract/asyncapi/node_modules/.package-lock.json: broadcast/contract/asyncapi/package-lock.json
	@.ci/deps node
	cd broadcast/contract/asyncapi && npm ci --no-audit --no-fund --ignore-scripts
	@touch $@

# What people read PGN and MQTT with: the tests of feeds, topics and examples run it.
CLIENTS = broadcast/feeds/readers broadcast/broadcasttest/jinja
clients: $(CLIENTS:%=%/node_modules/.package-lock.json) ## the npm packages that tests of feeds and topics use
$(CLIENTS:%=%/node_modules/.package-lock.json) examples/node-red/node_modules/.package-lock.json: %/node_modules/.package-lock.json: %/package-lock.json
	@.ci/deps node
	cd $* && npm ci --no-audit --no-fund --ignore-scripts
	@touch $@

test-nodered: examples/node-red/node_modules/.package-lock.json ## Node-RED itself runs examples/node-red at both brokers (100 MB from npm): half a minute
	TOUCHMOVE_NODE_RED=must $(GO) test -count=1 -run '^TestNodeREDExample$$' ./daemon

# The built screen is committed (screen/dist): only who changes or tests it needs Node.
screen: screen/node_modules/.package-lock.json ## screen/dist, from its TypeScript (needs Node 18 and npm)
	cd screen && node_modules/.bin/tsc --noEmit && node build.mjs

# Chromium's headless shell draws what Chromium draws, without windows, and takes half the processor time. Where there is
# none, and with ALL=yes, it is Chromium itself. The files that take longest go first.
test-screen: whole = $(filter yes,$(ALL))
test-screen: browser = $(if $(whole),,$$(command -v chromium-headless-shell))
test-screen: long = $(if $(filter yes,$(LONG) $(ALL)),rulings console)
test-screen: bin/touchmove-contract ## the screen in Chromium, with real brokers and daemons; LONG=yes: every ruling; ALL=yes: whole sweeps too, and pictures in build/screen
	@.ci/deps screen
	@$(if $(whole),,.ci/deps shell || echo "test-screen: going on with the whole browser")
	@.ci/deps cache || echo "test-screen: going on without a cache"
	@$(MAKE) --no-print-directory screen/node_modules/.package-lock.json
	cd screen && node_modules/.bin/tsc --noEmit && node build.mjs --check
	cd screen && LONG=$(LONG) ALL=$(ALL) PLAYWRIGHT_CHROMIUM=$${PLAYWRIGHT_CHROMIUM:-$(browser)} TOUCHMOVE=$(CURDIR)/bin/touchmove-contract node test/run.mjs $(patsubst %,test/%.test.mjs,views wall states $(long) arbiter event desk files hostile menu daemon share topics evaluation results organiser table parts)

# Ends when it publishes what broadcast/contract/schemas does not promise.
bin/touchmove-contract:
	CGO_ENABLED=0 GOFLAGS="$(AS_BUILT)" $(GO) build -tags contract,$(TAGS) -o $@ ./cmd/touchmove

pictures: bin/touchmove-contract ## docs/pictures of the screen again, from what its tests show: look at each before you commit it
	@.ci/deps screen
	@$(MAKE) --no-print-directory screen/node_modules/.package-lock.json
	cd screen && ALL=yes TOUCHMOVE=$(CURDIR)/bin/touchmove-contract node --test --test-reporter=dot --test-concurrency=2 --test-name-pattern='^(a correction|twelve boards|a bar and a line|round:|obligations|a question|the record|draws and claims|every target)' \
		test/states.test.mjs test/wall.test.mjs test/evaluation.test.mjs test/event.test.mjs test/arbiter.test.mjs test/console.test.mjs
	cd screen && TOUCHMOVE=$(CURDIR)/bin/touchmove-contract node test/pictures.mjs

screen/node_modules/.package-lock.json: screen/package-lock.json
	cd screen && npm ci --no-audit --no-fund --ignore-scripts
	@touch $@

vet:
	$(GO) vet ./...

# Another build of what publishes: with it a payload that is not promised ends whoever publishes it.
vet-contract:
	$(GO) vet -tags contract,$(TAGS) ./broadcast

# Modules of their own list what they use of the program's modules too: an import there may be missing here.
vet-modules:
	$(GO) -C test/bench/cluster vet -tags contract ./...
	$(GO) -C test/bench/peers vet ./...
	$(GO) -C packaging/sbom vet ./...

# Zero and Pi 1 are ARMv6; Pi 3 and later run arm64.
cross: flags = $(AS_BUILT)
cross: ## bin/touchmove-linux-{armv6,arm64,amd64}, without C
	CGO_ENABLED=0 GOOS=linux GOARCH=arm GOARM=6 $(GO) build $(flags) -ldflags='-s -w' -o bin/touchmove-linux-armv6 ./cmd/touchmove
	CGO_ENABLED=0 GOOS=linux GOARCH=arm64 $(GO) build $(flags) -ldflags='-s -w' -o bin/touchmove-linux-arm64 ./cmd/touchmove
	CGO_ENABLED=0 GOOS=linux GOARCH=amd64 $(GO) build $(flags) -ldflags='-s -w' -o bin/touchmove-linux-amd64 ./cmd/touchmove

CUTS ?= 30
test-cuts: ## a board recovered at CUTS moments of every trace says what it would have said: half a minute
	TOUCHMOVE_CUTS=$(CUTS) $(GO) test -vet=off -count=1 -run TestLiveRecoveredReplayed ./eventlog

# The power of a machine is cut, which QEMU is: MACHINE=must as for test-kernel.
test-powercut: ## a machine's power is cut in the middle of play, again and again: nothing that was told is lost: about 5 minutes
	@.ci/deps kernel || echo "test-powercut: going on with what there is"
	TOUCHMOVE_KERNEL_TEST=$(or $(MACHINE),may) $(GO) test -count=1 -v -timeout 30m -run '^TestPowerCut$$' ./test/kernel

# The NATS server stands in a module of its own: the program does not depend on it.
test-delivery: ## blows to brokers, lines, daemon and disk, with mosquitto and three NATS servers; prints what arrived (root for the disk; two minutes each)
	@.ci/deps cache || echo "test-delivery: going on with what there is"
	$(GO) -C test/bench/cluster test -tags contract -count=1 -timeout 90m -blows $(BLOWS)

test-tournament: ## whole tournaments in virtual time, nine rounds of eight whole games each: half a minute a tournament
	TOUCHMOVE_TOURNAMENTS=$(TOURNAMENTS) $(GO) test -count=1 -timeout 30m -run WholeGames ./event/tournament

packages: ## Debian packages for armhf, arm64 and amd64, in build/
	packaging/build

release: ## what a release page carries: packages, archives, bill of materials, checksums, in build/release
	packaging/release

test-release: test-sbom ## the bill of materials and the archives of one release
	packaging/test-release

test-sbom: ## the bill of materials, read again
	$(GO) -C packaging/sbom test ./...

test-first-evening: ## from the package to the first move in a browser, by the guide alone, in a QEMU machine (root; PACE=4 for quick hands): about 12 minutes
	@.ci/deps screen || echo "test-first-evening: going on without a browser"
	@$(MAKE) --no-print-directory screen/node_modules/.package-lock.json || echo "test-first-evening: going on without a browser"
	packaging/test-first-evening

test-packages: ## the packages in a clean Debian root: installed, started, reloaded, killed, upgraded, purged (root; minutes)
	packaging/test

test-systemd: ## the unit under a real systemd, which QEMU boots: its watchdog bites, it is killed, reloaded, stopped (root; minutes)
	packaging/test-systemd

bench: bench-moves bench-referee bench-rules bench-scan bench-daemon ## all that is measured: bench-moves, -referee, -rules, -scan, -daemon and, for 20 s, -screen
	$(MAKE) --no-print-directory bench-screen SECONDS=20

bench-moves: ## how exact and how fast, every level: sample traces, SEEDS new games each, endings, a silent chip, the cost of a scan
	$(GO) run ./test/bench -traces testdata/traces -seeds $(SEEDS) -risk 20 -endings 10 -outages 20 -questions 20
	$(GO) test -run '^$$' -bench Quiet -benchmem ./reconcile ./reconcile/decoder

FITSEEDS ?= 24
fit: ## fit the weights of the certainty of moves again: FITSEEDS games of each level, and TRACES=DIR with your own recordings; about 5 minutes
	$(GO) run ./test/bench -fit reconcile/decoder/weights.go -seeds $(FITSEEDS) -first 5000000 $(if $(TRACES),-traces $(TRACES))

fit-release: ## fit again when hands continue with a piece: FITSEEDS games of each level, and TRACES=DIR with your own recordings; about a minute
	$(GO) run ./test/bench -fit-release reconcile/release/fitted.go -seeds $(FITSEEDS) -first 5000000 $(if $(TRACES),-traces $(TRACES))

COSTSEEDS ?= 6
fit-costs: ## fit the costs and times of the decoder again, or those of PARAMETERS=NAME,NAME: COSTSEEDS games of each level, and TRACES=DIR with your own recordings; an hour or more
	$(GO) run ./test/bench -fit-costs reconcile/decoder/table.go -seeds $(COSTSEEDS) -first 5010000 $(if $(PARAMETERS),-parameters $(PARAMETERS)) $(if $(TRACES),-traces $(TRACES))
	$(GO) test ./reconcile -run InDocs -update

fit-policy: ## fit again which moves players choose: GAMES=FILE,FILE in PGN; a few minutes
	$(GO) run ./test/bench -fit-policy reconcile/policy/weights.go $(if $(GAMES),-games $(GAMES))

bench-referee: ## what the referee finds, misses and invents, of random hands at random positions, by kind, edition and board
	$(GO) run ./test/referee -cases 5000

# Stockfish and the libraries stand in a module of their own: the program does not depend on them.
bench-rules: ## how fast the rules are, beside Stockfish and Go libraries (installs Stockfish)
	@.ci/stockfish
	$(GO) -C test/bench/peers test ./...
	$(GO) -C test/bench/peers run .
	$(GO) test -run '^$$' -bench . -benchtime 0.5s ./rules/...

bench-scan: ## what a scan of each board costs: transfers, bytes, scans a second, processor time
	$(GO) run ./test/bench/scan

bench-screen: build ## the screen: page weight, first position, a wall of 64 boards (for a minute; SECONDS=600 for long), pages from files, axe, texts, 2,000 screens at a broker's restart
	@.ci/deps screen
	@$(MAKE) --no-print-directory screen/node_modules/.package-lock.json
	cd screen && $(if $(SECONDS),SECONDS=$(SECONDS) )node test/bench.mjs
	$(GO) test -run '^$$' -bench Screens -benchtime 1x ./daemon

bench-daemon: ## what the daemon takes: size, start, memory, recovery, a move's way to a subscriber, 32 boards, 500 on one broker, fan-out
	@.ci/deps
	$(GO) run ./test/bench/daemon
	$(GO) test -run '^$$' -bench 'Recovery|Pages' ./daemon ./daemon/health

attack: ## what strangers, scripts and guessers can send to a daemon, on this computer alone: PACKETS by chance (SEED says which) in the process, then a table: about 3 minutes
	TOUCHMOVE_MUTATED_PACKETS=$(PACKETS) TOUCHMOVE_MUTATED_SEED=$(SEED) $(GO) test -run '^TestMutatedPackets$$' -count=1 -v -timeout 60m ./broadcast/broker
	$(GO) run ./test/bench/attack

EACH ?= 20m
soak: ## the attacks for hours, EACH long: memory, readers' and arbiters' waits stay within their aims; ONLY=nothing EACH=24h EVERY=1h: a day of play
	$(GO) run ./test/bench/attack -for $(EACH) $(if $(ONLY),-only "$(ONLY)") $(if $(EVERY),-every $(EVERY)) $(if $(PROGRAM),-program $(PROGRAM))

DAYS ?= 7
test-days: ## DAYS of play at one board in virtual time, a game an hour: memory, goroutines, files and what the pages take, day by day: some minutes
	TOUCHMOVE_DAYS=$(DAYS) $(GO) test -count=1 -v -timeout 60m -run '^TestDays$$' ./daemon

fuzz: ## every fuzz target for FUZZTIME
	@failed=; for pkg in $$($(GO) list ./...); do \
		for target in $$($(GO) test -list '^Fuzz' $$pkg | grep '^Fuzz'); do \
			echo "fuzz $$pkg $$target"; \
			$(GO) test -run '^$$' -fuzz "^$$target\$$" -fuzztime $(FUZZTIME) $$pkg || failed="$$failed $$pkg.$$target"; \
		done; \
	done; test -z "$$failed" || { echo "failed:$$failed"; exit 1; }

lint: vet vet-contract vet-modules vuln ## vet, gofmt, staticcheck, known vulnerabilities, and limits of how the source is built, in figures
	@test -z "$$(gofmt -l .)" || { echo "gofmt would change:"; gofmt -l .; exit 1; }
	$(GO) run $(STATICCHECK) ./...
	$(GO) run ./test/house -limits
	@$(MAKE) --no-print-directory outdated

outdated: ## which modules of the program are behind their newest release (asks the module proxy, and says when it cannot)
	@.ci/outdated

vuln: ## known vulnerabilities in what the program calls (asks vuln.go.dev, and says when it cannot)
	@.ci/vuln

fmt:
	gofmt -w .

deps: ## what the tests need beside Go: a C compiler (race detector) and the mosquitto broker
	@.ci/deps

clean:
	rm -rf bin build
