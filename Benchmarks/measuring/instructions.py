"""The instructions of each step, for both programs: figures that other load on the machine does not change.

Counted by Valgrind (callgrind), because virtual machines rarely allow hardware counters (perf stat). Workers cannot be
counted, because their sandbox also stops Valgrind. The developers' tools run the same code without the sandbox.
"""

import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import tempfile

from . import programs, tables

# The name of a step in the inclusive list of callgrind_annotate: of the functions that match, the most expensive counts.
# Swift's names are mangled.
LOADER = r":_dl_start\b"
OURS = {
    "start": [LOADER, r"PageRecognizerV9languages"],
    "decode": [r"PNGDecoderO6decode"],
    "lines": [r"TextRecognition12PageAnalysisV\w*fC"],
    "all": [r"PageRecognizerV9recognize_"],
}
THEIRS = {
    "start": [LOADER, r"tesseract::TessBaseAPI::Init\("],
    "decode": [r":pixRead\b"],
    "lines": [r"tesseract::TessBaseAPI::FindLines\("],
    "reading": [r"tesseract::Tesseract::recog_all_words\("],
}
JUDGING = {"judging": [r"RiskAnalysis\w*AnalyzerV15analyzeInDetail"]}


def count(command, steps, folder):
    """Runs a program under callgrind. Returns the instructions of each step, and of the whole run as `total`."""
    out = pathlib.Path(tempfile.mkdtemp(dir=folder), "callgrind.out")
    # The absolute path: a version manager may have put another command, or a broken one, before it.
    valgrind = ["/usr/bin/valgrind", "--tool=callgrind", f"--callgrind-out-file={out}"]
    ended = subprocess.run(
        [*valgrind, *command], env=os.environ | {"OMP_THREAD_LIMIT": "1"}, capture_output=True, text=True)
    if ended.returncode != 0:
        raise programs.Failed(f"{command[0]} under callgrind: {ended.stderr[-300:]}")
    listing = subprocess.run(
        ["callgrind_annotate", "--inclusive=yes", "--threshold=99.9", "--auto=no", out],
        capture_output=True, text=True, check=True).stdout
    lines = re.findall(r"^\s*([\d,]+) \([^)]*\)  (.*)$", listing, re.MULTILINE)
    found = {}
    for step, patterns in {**steps, "total": [r"PROGRAM TOTALS"]}.items():
        found[step] = sum(
            max((int(number.replace(",", "")) for number, name in lines if re.search(pattern, name)), default=0)
            for pattern in patterns)
    return found


def stripped(program, folder):
    """A copy without debugging information, because Valgrind cannot read some of it."""
    copy = pathlib.Path(folder, program.name)
    subprocess.run(["strip", "--strip-debug", "-o", copy, program], check=True)
    return copy


def reading(shot, probe, folder):
    found = count([probe, shot.path], OURS, folder)
    # The probe's step "all" includes finding the lines.
    found["reading"] = found.pop("all") - found["lines"]
    return found


def judging(shot, judge, rules, folder):
    text = pathlib.Path(folder, f"{shot.name}.jsonl")
    text.write_text(json.dumps(
        {"text": shot.text, "label": "safe", "source": "bench", "category": "none", "kind": "page", "lang": "en"}))
    return count([judge, "--rule-pack", rules, "--model", rules / "scam-encoder.model", text], JUDGING, folder)


def measure(shots, bin_folder, progress):
    section = tables.Section(
        "Instructions",
        "Millions of instructions that callgrind counts, without those of the kernel; a tenth more or less says nothing about "
        "time, but it is the same in each run. Start: the dynamic linker and the engine. Ours: the worker's code on one core, "
        "in recognition-probe and risk-evaluate, without the sandbox, the socket between the processes and the history. "
        "Valgrind has no AVX-512, for which reading and judging have faster code.",
        ["picture", "program", "start", "decode", "lines", "reading", "judging", "sum"])
    steps = ("start", "decode", "lines", "reading", "judging")
    rules = bin_folder / "ocr-scan_RiskData.resources"
    # A count is the same whatever else runs, so the cores share the programs.
    with (
        tempfile.TemporaryDirectory(prefix="ocr-scan-bench-") as folder,
        concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool,
    ):
        probe, judge = (stripped(bin_folder / name, folder) for name in ("recognition-probe", "risk-evaluate"))
        counting = [
            (shot, pool.submit(count, ["tesseract", shot.path, "-", *programs.TESSERACT], THEIRS, folder),
             pool.submit(reading, shot, probe, folder), pool.submit(judging, shot, judge, rules, folder))
            for shot in shots]
        for shot, theirs, read, judged in counting:
            progress(f"callgrind {shot.name}")
            ours = read.result() | {"judging": judged.result()["judging"]}
            for name, found in (("tesseract", theirs.result()), ("ocr-scan", ours)):
                parts = [found.get(step, 0) / 1e6 for step in steps]
                section.rows.append(
                    [shot.name, name, *(f"{part:,.0f}" if part else "-" for part in parts), f"{sum(parts):,.0f}"])
        progress("")
    return section
