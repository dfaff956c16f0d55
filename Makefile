# The commands to learn: make run, make test. `make help` lists the rest.

PREFIX ?= /usr/local
DESTDIR ?=
SWIFT ?= swift
# The Swift runtime is linked in, so that installed programs need no toolchain and the idle daemon stays small.
# Assertions of C name their source file: below the project, so that builds in two folders do not differ in that.
# Without the compiler's hashes of its own input (.swift_modhash) and the debug information that build identifiers would be
# made of: both depend on the folder, too.
# The toolchain's own linker on every release of Debian: GNU ld 2.44 (Debian 13) makes no GNU_RELRO for Swift programs, gold is gone.
BUILD := $(SWIFT) build -c release --static-swift-stdlib -Xcc '-ffile-prefix-map=$(CURDIR)=.' \
  -Xswiftc -Xfrontend -Xswiftc -disable-incremental-llvm-codegen -Xswiftc -use-ld=lld \
  -Xlinker -z -Xlinker now -Xlinker --strip-debug
BIN := .build/release
# Made once per toolchain; Package.swift reads the variable.
ICU_DATA := $(CURDIR)/.build/icu-data.o

.DEFAULT_GOAL := help
.PHONY: help setup build run test test-faults soak test-spark test-asan test-tsan fuzz fuzz-images bench evaluate train lint format translations install uninstall deb test-deb reproduce clean

help: ## Show these commands
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

setup: ## Install the Debian packages that building needs
	@scripts/setup build

build: setup ## Build the programs
	@scripts/slim-icu '$(ICU_DATA)'
	OCR_SCAN_ICU_DATA='$(ICU_DATA)' OCR_SCAN_TESSERACT="$$(scripts/tesseract-archive)" $(BUILD)
	@$(BIN)/rule-compiler Sources/RiskAnalysis/Rules $(BIN)/ocr-scan_RiskData.resources
	@scripts/translations compile $(BIN)/locale

run: build ## Build and watch your screenshots folder (DEMO=1: a temporary one with a scam in it)
ifeq ($(DEMO),1)
	@exec scripts/demo $(BIN)
else
	@exec $(BIN)/ocr-scand
endif

test: ## Build and run every test (VECTORS=folder: also the URL standard's own vectors)
	@scripts/setup test
	$(if $(VECTORS),OCR_SCAN_URL_VECTORS='$(abspath $(VECTORS))') scripts/test

test-faults: build ## Provoke faults for real and write docs/reliability.md anew (ONLY=case,case: some)
	@scripts/setup test
	Tests/Faults/run.py --save docs/reliability.md $(if $(ONLY),--only '$(ONLY)')
	Tests/Faults/run.py --quick --format jpeg $(if $(ONLY),--only '$(ONLY)')
	Tests/Faults/run.py --quick --format webp $(if $(ONLY),--only '$(ONLY)')

soak: build ## Give 20,000 screenshots to a watcher while everything around it fails at random (COUNT=20000, SEED=1)
	@scripts/setup test
	Tests/Soak/soak.py --programs $(BIN) --count $(or $(COUNT),20000) --seed $(or $(SEED),1)

test-spark: ## Run the Spark integration on a local cluster, killing parts of it (PICTURES=64, KILLS=executor,filter,worker; after make test)
	@scripts/setup spark
	integrations/spark/test $(if $(PICTURES),--pictures $(PICTURES)) $(if $(KILLS),--kills $(KILLS))

fuzz: ## Feed made-up input to every parser (SECONDS=60 each; ONLY='text links': some)
	@scripts/setup build
	scripts/fuzz $(or $(SECONDS),60) $(ONLY)

fuzz-images: build ## Decode made-up PNG, JPEG and WebP files and draw on them, also in real workers (COUNT=200000, READ=5000 read, SEED=1)
	Tests/Fuzzing/images.py --programs $(BIN) --seed $(or $(SEED),1) --decode $(or $(COUNT),200000) \
	  --draw $(or $(COUNT),200000) --read $(or $(READ),5000) --scans 100

test-asan: ## Run the tests with AddressSanitizer (memory errors)
	@scripts/setup test
	scripts/test-sanitized address

test-tsan: ## Run the tests with ThreadSanitizer (data races)
	@scripts/setup test
	scripts/test-sanitized thread

bench: build ## Measure time and memory beside Tesseract's command (QUICK=1: fewer pictures; SAVE=docs/benchmarks.md)
	@scripts/setup test
	Benchmarks/bench.py $(if $(QUICK),--quick) $(if $(SAVE),--save '$(SAVE)')

evaluate: build ## Measure what is read and judged right (DATA=folder: also labelled texts, *.jsonl; FORMATS=1: other formats)
	@scripts/setup test
	Benchmarks/evaluate.py $(if $(DATA),--data '$(DATA)') $(if $(FORMATS),--formats)

train: build ## Train the model anew (DATA=folder of labelled texts and screens; ENCODER=file: only the models of the page)
	scripts/train '$(DATA)'

lint: ## Check formatting and build programs and tests with warnings as errors
	@scripts/setup test
	$(SWIFT) format lint --strict --recursive Package.swift Sources Tests Tools
	systemd/verify.sh
	scripts/check-processors
	scripts/check-neon
	scripts/test --build-only
	desktop/verify.sh .build/tests/release

translations: ## Bring po/ up to date with the texts of the sources, and say what is missing
	@scripts/setup build
	scripts/translations extract
	scripts/translations check

format: ## Format the sources
	$(SWIFT) format --in-place --recursive Package.swift Sources Tests Tools

install: build ## Install under PREFIX (default /usr/local), below DESTDIR
	PREFIX='$(PREFIX)' DESTDIR='$(DESTDIR)' BIN='$(BIN)' scripts/install

uninstall: ## Remove what install put there
	PREFIX='$(PREFIX)' DESTDIR='$(DESTDIR)' scripts/uninstall

deb: build ## Make Debian packages for this release of Debian, in .build/deb
	@scripts/setup deb
	scripts/deb '$(BIN)'

reproduce: setup ## Build the packages twice in two folders and compare the bytes
	@scripts/setup deb
	Tests/Packages/reproduce.sh

test-deb: ## Build, install, upgrade and remove the packages on bare Debian 12 and 13 (root; RELEASES='bookworm trixie')
	@scripts/setup deb
	Tests/Packages/run.sh $(or $(RELEASES),bookworm trixie)

clean: ## Remove the build
	rm -rf .build
