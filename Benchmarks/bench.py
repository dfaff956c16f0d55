#!/usr/bin/python3
"""Measures ocr-scan and Tesseract's own command, in the same run on the same pictures.

    Benchmarks/bench.py [--quick] [--repetitions N] [--save docs/benchmarks.md] [SECTION ...]

Sections: recognition, instructions, busy, memory, start, events, cases; by default all. Prints tables; writes nothing
unless --save is given. Programs take turns and medians are compared, because other processes disturb every machine;
still, compare only figures of one run. With --save, also writes the page docs/hard-cases.md and its pictures. Needs
release binaries (make build), tesseract, valgrind, python3-yaml and python3-pil (scripts/setup test).
"""

import argparse
import os
import pathlib
import subprocess
import sys

from measuring import cases, events, instructions, machine, programs, recognition, resources, screenshots, startup, tables

SECTIONS = ("recognition", "instructions", "busy", "memory", "start", "events", "cases")
# The Markdown above this line is written by hand; --save keeps it.
MARK = "<!-- Everything below is written by `make bench SAVE=docs/benchmarks.md`. -->\n"
# Sections that are printed and not saved: the page keeps what is promised and what people ask for.
PRINTED = {
    "By group", "Each picture", "All pictures", "Instructions", "One core kept busy", "Memory and rest", "Event log",
    "Ten hard cases"}


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("sections", nargs="*", choices=[*SECTIONS, []], metavar="SECTION", help=", ".join(SECTIONS))
    parser.add_argument("--quick", action="store_true", help="ten pictures instead of all English ones")
    parser.add_argument("--repetitions", type=int, help="of each measurement (default 3, with --quick 5)")
    parser.add_argument("--bin", type=pathlib.Path, default=screenshots.ROOT / ".build/release", help="the programs")
    parser.add_argument("--save", type=pathlib.Path, help="also write the tables to this Markdown file")
    return parser.parse_args()


def measure(options):
    """Yields sections and targets as soon as they are measured."""
    # Tesseract's command reads English by default, so both sides are compared in English.
    shots = [shot for shot in screenshots.load() if shot.languages == "eng"]
    subset = [shot for shot in shots if shot.name in screenshots.SUBSET]
    busy = [shot for shot in subset if shot.name in screenshots.SMALL_SUBSET]
    large = next(shot for shot in subset if shot.name == "two-windows-desktop-4k")
    phone = next(shot for shot in subset if shot.name == "delivery-sms-phone")
    wanted, bin_folder = options.sections or SECTIONS, options.bin
    if "recognition" in wanted:
        yield recognition.idle_machine(subset if options.quick else shots, subset, bin_folder, options.repetitions)
    if "instructions" in wanted:
        few = [shot for shot in subset if shot.name in screenshots.GROUP_SUBSET]
        yield [instructions.measure(few[:2] if options.quick else few, bin_folder, recognition.progress)], []
    if "busy" in wanted:
        yield recognition.busy_machine(busy, bin_folder, options.repetitions)
    if "memory" in wanted:
        yield resources.measure(large, bin_folder, idle_seconds=20)
    if "start" in wanted:
        yield startup.measure(phone, bin_folder, 4 * options.repetitions), []
    if "events" in wanted:
        yield events.measure(bin_folder)
    if "cases" in wanted:
        section, pictures = cases.run(bin_folder, shots)
        if options.save:
            cases.save(options.save.parent, options.save.parent / "hard-cases.md", section, pictures)
        yield [section], []


def met(targets):
    found = tables.Section("Targets", "Figures of this run beside what is promised.", ["figure", "found", "target", ""])
    found.rows = [[name, value, target, "met" if good else "missed"] for name, value, target, good in targets]
    return found


def save(path, facts, sections):
    by_hand = path.read_text().partition(MARK)[0] if path.exists() else "# Benchmarks\n\n"
    listed = "\n".join(f"- {name}: {value}" for name, value in facts)
    path.write_text(by_hand + MARK + f"\n{listed}\n\n" + "\n".join(section.markdown() for section in sections))


def main():
    options = arguments()
    options.repetitions = options.repetitions or (5 if options.quick else 3)
    facts, sections, targets = machine.describe(options.bin), [], []
    for name, value in facts:
        print(f"{name}: {value}")
    print()
    for found, compared in measure(options):
        targets += compared
        sections += found
        for section in found:
            print(section.text(), flush=True)
    if targets:
        sections.insert(0, met(targets))
        print(sections[0].text())
    facts.append(("load average at the end", "%.2f %.2f %.2f (the benchmark itself is about 1)" % os.getloadavg()))
    if options.save:
        save(options.save, facts, [section for section in sections if section.title not in PRINTED])


if __name__ == "__main__":
    try:
        main()
    except (programs.Failed, OSError, subprocess.CalledProcessError) as failure:
        sys.exit(f"bench: {failure}")
    except KeyboardInterrupt:
        sys.exit(130)
