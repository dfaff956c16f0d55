#!/usr/bin/env python3
"""Provokes faults against the real programs and records the outcomes.

Each case has its own user and ends with the same check (daemon.py, Home.check). Some need root: they are skipped and
named where they cannot run. A case mostly waits, so several run in parallel, each in its own process; those that
measure time run last, alone (cases.py, `turn`).
"""

import argparse
import fcntl
import json
import os
import platform
import subprocess
import sys
import tempfile
import time
import traceback
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import alerts  # noqa: E402, F401: importing each of them registers its cases
import bulk  # noqa: E402, F401
import files  # noqa: E402, F401
import folders  # noqa: E402, F401
import hostile_cases  # noqa: E402, F401
import limits  # noqa: E402, F401
import service  # noqa: E402, F401
import storage  # noqa: E402, F401
from cases import CASES  # noqa: E402
from daemon import REPOSITORY, Failed, Home, Skipped  # noqa: E402

BEGIN = "<!-- fault tests: begin (make test-faults) -->"
END = "<!-- fault tests: end -->"
LAST = "Last run of all cases: "
PASSED = "Also passed: "


def save(path, change):
    """Rewrites what the page says about the runs. `change` may change the rows by case, and the set of cases of which
    it says only that they passed; it gets the line on the last full run and returns it."""
    with open(path, "r+") as page:
        fcntl.flock(page, fcntl.LOCK_EX)
        head, rest = page.read().split(BEGIN)
        old, tail = rest.split(END)
        lines = old.splitlines()
        rows = {line.split("`")[1]: line for line in lines if line.startswith("| `")}
        passed = {name for line in lines if line.startswith(PASSED) for name in line.split("`")[1::2]}
        last = change(next((line for line in lines if line.startswith(LAST)), LAST + "none."), rows, passed)
        table = ["| case | what is done | result |", "|---|---|---|"]
        table += [rows[case.name] for case in CASES if case.name in rows]
        names = ", ".join(f"`{case.name}`" for case in CASES if case.name in passed)
        text = "\n".join([last, "", *table, "", f"{PASSED}{names}."])
        page.seek(0)
        page.truncate()
        page.write(f"{head}{BEGIN}\n{text}\n{END}{tail}")


def save_case(path, case, state, figures):
    """Replaces what is said of a case: a row with the first of its figures, or that it passed. The others stay."""
    def change(last, rows, passed):
        rows.pop(case.name, None)
        passed.discard(case.name)
        if state == "passed" and not case.has_figures:
            passed.add(case.name)
        else:
            result = figures.split("; ")[0] if state == "passed" else f"{state}: {figures}"
            rows[case.name] = f"| `{case.name}` | {case.title} | {result.replace('|', '/')} |"
        return last

    save(path, change)


def save_end(path, count, seconds):
    when = f"{time.strftime('%Y-%m-%d')}, Linux {platform.release().split('-')[0]}"
    save(path, lambda *_: f"{LAST}{when}, {count} cases in {seconds / 60:.0f} minutes.")


def run(case, arguments):
    """Runs one case in this process."""
    home = Home(arguments.programs.resolve())
    figures = ""
    try:
        figures = case.function(home, arguments.quick)
        state = "passed"
    except Skipped as reason:
        state, figures = "skipped", str(reason)
    except Failed as reason:
        state, figures = "FAILED", str(reason)
    except Exception as error:  # any error in a case fails it
        traceback.print_exc()
        state, figures = "FAILED", repr(error)
    finally:
        for number in range(1, home.runs + 1):
            if state == "FAILED":
                log = home.root / f"diagnostics-{number}"
                print("\n".join(log.read_text(errors="replace").splitlines()[-8:]), file=sys.stderr)
        home.end()
    return state, figures


def run_apart(case, arguments):
    """Runs one case in a separate process and reports how it went."""
    began = time.monotonic()
    with tempfile.NamedTemporaryFile("r") as result:
        command = [sys.executable, __file__, "--programs", arguments.programs, "--case", case.name, "--result", result.name]
        subprocess.run(command + (["--quick"] if arguments.quick else []), check=False)
        text = result.read()
    state, figures = json.loads(text) if text else ("FAILED", "the case ended without a result")
    seconds = time.monotonic() - began
    print(f"{state:8} {case.name:18} {seconds:6.1f} s  {figures}", flush=True)
    if arguments.save:
        save_case(arguments.save, case, state, figures)
    return case, state


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--programs", default=REPOSITORY / ".build/release", type=Path)
    parser.add_argument("--quick", action="store_true", help="the short part of it, without the long runs")
    parser.add_argument("--format", choices=["png", "jpeg", "webp"], default="png", help="of the pictures that are written")
    parser.add_argument("--only", help="cases, separated by commas")
    parser.add_argument("--list", action="store_true", help="name the cases, and what of the catalogue each stands for")
    parser.add_argument("--save", type=Path, help="the page whose table is replaced")
    parser.add_argument("--jobs", type=int, default=(os.cpu_count() or 1) + 1, help="cases beside each other")
    parser.add_argument("--case", help=argparse.SUPPRESS)
    parser.add_argument("--result", type=Path, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.list:
        for case in CASES:
            print(f"{case.name:24} {case.title} ({case.numbers})")
        return
    # Read by daemon.py in the process of each case.
    os.environ["OCR_SCAN_FAULT_FORMAT"] = arguments.format
    if arguments.case:
        case = next(case for case in CASES if case.name == arguments.case)
        arguments.result.write_text(json.dumps(run(case, arguments)))
        return
    only = arguments.only.split(",") if arguments.only else None
    chosen = [
        case for case in CASES if (case.name in only if only else case.is_quick or not arguments.quick)]
    began, results = time.monotonic(), []
    for turn, jobs in [("any", arguments.jobs), ("quiet", arguments.jobs), ("alone", 1)]:
        with ThreadPoolExecutor(jobs) as pool:
            cases = [case for case in chosen if case.turn == turn]
            results += pool.map(lambda case: run_apart(case, arguments), cases)
    failed = [case.name for case, state in results if state == "FAILED"]
    if arguments.save and not (only or arguments.quick):
        save_end(arguments.save, len(results), time.monotonic() - began)
    print(f"{len(results)} cases in {(time.monotonic() - began) / 60:.1f} minutes, "
          + (f"failed: {', '.join(failed)}" if failed else "none failed"))
    sys.exit(1 if failed else 0)


main()
