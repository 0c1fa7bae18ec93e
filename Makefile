# The main job is `make play`, the tests are `make test`. Both install what
# they need into the caches of Go and npm; there is nothing else to set up.

GOLANGCI = go run github.com/golangci/golangci-lint/v2/cmd/golangci-lint@v2.15.0

# Vale checks prose. It parses comments with a C library, so it needs a C compiler.
VALE = go run github.com/vale-cli/vale/v3/cmd/vale@v3.21.0

# No paths of this machine in what is built, so that all checkouts and all targets
# share what Go has compiled.
export GOFLAGS := $(strip $(GOFLAGS) -trimpath)

# The program has no C. What works without is built as it is, so as to be built once.
PURE = CGO_ENABLED=0

# The race detector needs a C compiler; without one the tests run without it.
RACE = $(shell command -v $$(go env CC) >/dev/null && echo -race)

# Packages in which nothing runs at once, which a policy test checks. The race detector
# finds nothing there and makes their tests up to twelve times slower.
SEQUENTIAL = amazons amazons/endgame amazons/eval classroom hermit \
	internal/lab/environment internal/lab/exam internal/lab/explorer internal/lab/puzzle internal/lab/rating \
	internal/site/play internal/vector record santorini santorini/eval santorini/opening santorini/proof

# Packages that mostly compute. What runs at once in them runs in tests that have Threads in
# their names, and only these tests run under the race detector. A policy test wants tests
# that ask for several threads to be called so.
THREADS = hermit/endgame internal/catalog internal/lab/dataset internal/lab/perft internal/lab/tune \
	internal/ui/browser/whole search/alphabeta search/tree solve/nimber solve/pns

# Tests of the program that only compute. The race detector looks into the searches and
# solvers that they run in the packages of those.
COMPUTING = ^TestDocumented(Bench|Certificates|Perft|Solves)$$|^TestScripts$$/^(amazons|best|capacity|dump|exam|openings|perft|powers|puzzles|solve|tune)$$

CONCURRENT = $(filter-out $(SEQUENTIAL:%=thera/%) $(THREADS:%=thera/%),$(shell go list ./...))

# The race detector does not look into SQLite, which is C translated to Go, and into the
# hashing of passwords: they take half of the time. By itself it would also sleep for a
# second at the end of each package.
UNRACED = modernc.org/... golang.org/x/crypto/argon2 golang.org/x/crypto/blake2b
RACING = $(if $(RACE),$(RACE) $(UNRACED:%=-gcflags=%=-race=false))
export GORACE ?= atexit_sleep_ms=0

# Whether there is a Postgres; without one the tests leave out what needs it.
POSTGRES = $(shell command -v initdb || ls /usr/lib/postgresql/*/bin/initdb 2>/dev/null)

# Node builds and tests the page; empty where there is none, or one too old.
NODE := $(shell node -p 'parseInt(process.versions.node) >= 20 || ""' 2>/dev/null)

# A Python that builds and tests the package for Python; empty if there is none.
PYTHON ?= $(firstword $(foreach python,python3 /usr/bin/python3,\
	$(shell $(python) -c 'import build, ensurepip, numpy, setuptools, wheel' 2>/dev/null && echo $(python))))

# The package is tested if there is what its library is built with, or if it has to be.
PYTHON_TEST = $(if $(and $(PYTHON),$(RACE))$(filter required,$(THERA_TEST_PYTHON)),python-test)

# The packages of rules: each has the counts of its moves beside it.
RULES = $(patsubst %/,./%,$(sort $(dir $(patsubst %/,%,$(dir $(wildcard */testdata/*.perft))))))

.PHONY: play test sequential-test go-test page-test quick lint prose long fuzz mutate bench build library web web-test package pictures screenshots wheel python-test release

# Serves the page; without Node there is none, but the games can be played in
# the terminal.
play:
ifdef NODE
	@$(MAKE) --no-print-directory web build
	@./bin/thera serve
else
	@$(MAKE) --no-print-directory build
	@echo 'The page needs Node 20, which is not here. Playing in the terminal.'
	@./bin/thera play
endif

build:
	@$(PURE) go build -o bin/thera ./cmd/thera

# The games as a library for C and other languages, in dist. Needs a C compiler.
library:
	@CGO_ENABLED=1 go build -buildmode=c-shared -ldflags='-s -w $(VERSION:%=-X main.version=%)' -o dist/libthera.so ./cmd/thera-c
	@rm -f dist/libthera.h && cp cmd/thera-c/thera.h dist/

# The web page, which the next build puts into the binary. Needs Node 20.
web: web/node_modules
	@mkdir -p web/wasm
	@cp "$$(go env GOROOT)/lib/wasm/wasm_exec.js" web/wasm/
	@cp santorini/eval/network.bin web/wasm/
	@$(PURE) go run ./cmd/thera-wasm/first > web/wasm/recorded.json
	GOOS=js GOARCH=wasm go build -buildvcs=false -ldflags='-s -w' -gcflags=std=-l -gcflags=thera/internal/catalog/setup=-l -gcflags=thera/internal/ui/browser=-l -o web/wasm/first.wasm ./cmd/thera-wasm/first
	GOOS=js GOARCH=wasm go build -buildvcs=false -ldflags='-s -w' -o web/wasm/thera.wasm ./cmd/thera-wasm
	cd web && npm run --silent build

# Lints, checks and tests the page. Debian's chromium is installed if there is none.
web-test: web
	@$(MAKE) --no-print-directory page-test

# The same of the page that was built last.
page-test: build
	cd web && npm run --silent lint && npm test --silent
	@command -v chromium-headless-shell >/dev/null || command -v chromium >/dev/null || \
		{ apt-get update -q && apt-get install -qy --no-install-recommends chromium-headless-shell; }
	cd web && npm run --silent e2e

# The pictures in the README, of the page as it is now, and the icons.
pictures: web
	cd web && node e2e/icons.mjs && node e2e/pictures.mjs

# Every page in four sizes and two themes, to be looked at: web/shots/index.html.
screenshots: web
	@$(MAKE) --no-print-directory build
	cd web && node e2e/shots.mjs

# The board and the engine as a package for npm, in dist/npm.
package: web
	cd web && node package/build.mjs

# The package for Python with the library and the program, in dist/.
wheel: has-python
	@$(PYTHON) python/wheel.py $(VERSION:%=--version %)

# Installs the wheel in a fresh environment, without network, and tests it there.
python-test: has-python
	@$(PYTHON) python/tests/run.py

.PHONY: has-python
has-python:
	@$(if $(PYTHON),,echo 'Want Python 3.9 with build, numpy, setuptools, venv and wheel. On Debian: apt install python3-build python3-numpy python3-setuptools python3-venv python3-wheel. PYTHON names another Python.'; exit 1)

web/node_modules: web/package-lock.json
	cd web && npm ci --no-audit --no-fund
	@touch $@

# Two jobs at a time: tests mostly wait. One builds the page and tests it, the other tests
# Go; while the page is built, only what knows nothing of it, because the program has it
# inside.
test:
	@$(MAKE) --no-print-directory -j2 TOGETHER=yes $(if $(NODE),page-test) go-test $(PYTHON_TEST)
	@$(if $(RACE),,echo 'The tests ran WITHOUT the race detector: that needs a C compiler, which is not here.')
	@$(if $(RACE),,echo 'The C library is NOT tested: that needs a C compiler, which is not here.')
	@$(if $(POSTGRES),,echo 'NOT tested on Postgres: that needs initdb, which is not here.')
	@command -v bwrap >/dev/null || echo 'Confinement is NOT tested with bubblewrap, which is not here.'
	@$(if $(NODE),,echo 'The page is NOT tested: that needs Node 20, which is not here.')
	@$(if $(PYTHON_TEST),,echo 'The Python package is NOT tested: that needs a C compiler, and Python with build, numpy, setuptools, venv and wheel.')

# The linter vets what is tested. A busy machine takes longer than Go's ten minutes.
TEST = go test -vet=off -timeout 40m
sequential-test:
	$(PURE) $(TEST) $(SEQUENTIAL:%=./%) $(THREADS:%=./%)
	$(TEST) $(RACING) -run Threads $(THREADS:%=./%)

go-test: lint
	$(PURE) $(TEST) -run '$(COMPUTING)' ./cmd/thera
	$(TEST) $(RACING) -skip '$(COMPUTING)' $(CONCURRENT)

ifdef TOGETHER
build lint: | $(if $(NODE),web)
lint: | sequential-test
python-test: | build
endif

# All tests without the race detector and the linter.
quick:
	go test ./...

# The linter has go vet in it.
lint: prose
	$(PURE) $(GOLANGCI) run

# Plain English in documentation, comments, help and the page's English words, by the
# rules in .vale/thera.
prose:
ifdef RACE
	@$(VALE) --output line $$(git ls-files '*.md' '*.go' '*.ts' '*.mjs' '*.svelte' 'web/src/i18n/en/*.json' cmd/thera/testdata/help.txt)
else
	@echo 'The prose is NOT checked: that needs a C compiler, which is not here.'
endif

# The tests of all packages that have long ones, with these: counts, proofs, documented
# numbers, kills under load, an upgrade from the version before. It takes hours.
long:
	go test -p 1 -parallel 1 -timeout 0 $$(grep -rl --include='*_test.go' --exclude-dir=node_modules 'gametest\.\(Long\|Perft\)' . | sed 's,/[^/]*$$,,' | sort -u) -long -v

# Fuzzes each target for ten seconds.
fuzz:
	@for package in $$(go list ./...); do \
		for target in $$(go test -list '^Fuzz' $$package | grep '^Fuzz'); do \
			go test -run '^$$' -fuzz "^$$target$$" -fuzztime 10s $$package || exit 1; \
		done; \
	done

# Mutation tests of the importable packages, or of some: make mutate PACKAGES=game
mutate: PACKAGES = $(shell go list ./... | sed -n 's,^thera/,,p' | grep -vE '(^|/)(cmd|internal|web)(/|$$)|test$$')
mutate:
	@.gremlins/run $(PACKAGES)

# Speeds, among them those of docs/programs/library.md.
bench: build
	go test -run '^$$' -bench 'Perft|RandomGame|Evaluate' $(RULES:=/...)
	./bin/thera bench

# What is downloaded: archives, packages, images and their checksums, in dist/. The
# version is that of the tag, or make release VERSION=v1.2.0. What was made is then
# unpacked and run. Two releases of a commit are the same to the last byte. The wheels for
# Python are in it if there is a Python.
release: web
	cd deploy/release && go vet . && go run . -version '$(VERSION)' -python '$(PYTHON)' && go test -count=1 . -dist ../../dist
