#!/usr/bin/env python3
"""Provokes faults against the real programs and writes down what came of it.

Each case has a user of its own and ends with the same check (daemon.py, Home.check). Root is needed for some: they are
skipped, and named, where they cannot run.
"""

import argparse
import fcntl
import platform
import sys
import time
import traceback
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from cases import CASES  # noqa: E402
from daemon import REPOSITORY, Failed, Home, Skipped  # noqa: E402

BEGIN = "<!-- fault tests: begin (make test-faults) -->"
END = "<!-- fault tests: end -->"


def save(path, results):
    """Replaces the rows of the cases that were run; the others stay, with the day on which they were."""
    with open(path, "r+") as page:
        fcntl.flock(page, fcntl.LOCK_EX)
        text = page.read()
        head, rest = text.split(BEGIN)
        old, tail = rest.split(END)
        rows = {line.split("`")[1]: line for line in old.splitlines() if line.startswith("| `")}
        when = f"{time.strftime('%Y-%m-%d')}, Linux {platform.release().split('-')[0]}"
        for name, numbers, title, state, figures in results:
            result = f"{state}{': ' if figures else ''}{figures.replace('|', '/')}"
            rows[name] = f"| `{name}` | {numbers} | {title} | {result} | {when} |"
        order = [name for name, *_ in CASES if name in rows]
        table = ["| case | stands for | what is done | result | run |", "|---|---|---|---|---|"]
        table += [rows[name] for name in order]
        page.seek(0)
        page.truncate()
        page.write(f"{head}{BEGIN}\n" + "\n".join(table) + f"\n{END}{tail}")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--programs", default=REPOSITORY / ".build/release", type=Path)
    parser.add_argument("--quick", action="store_true", help="the short part of it, without the long runs")
    parser.add_argument("--only", help="cases, separated by commas")
    parser.add_argument("--save", type=Path, help="the page whose table is replaced")
    arguments = parser.parse_args()
    only = arguments.only.split(",") if arguments.only else None
    results, hasFailed = [], False
    for name, numbers, title, isQuick, function in CASES:
        if (only and name not in only) or (arguments.quick and not isQuick and not only):
            continue
        home = Home(arguments.programs.resolve())
        began = time.monotonic()
        figures = ""
        try:
            figures = function(home, arguments.quick)
            state = "passed"
        except Skipped as reason:
            state, figures = "skipped", str(reason)
        except Failed as reason:
            state, figures, hasFailed = "FAILED", str(reason), True
        except Exception as error:  # a case that breaks is a case that failed
            traceback.print_exc()
            state, figures, hasFailed = "FAILED", repr(error), True
        finally:
            for run in range(1, home.runs + 1):
                if state == "FAILED":
                    log = home.root / f"diagnostics-{run}"
                    print("\n".join(log.read_text(errors="replace").splitlines()[-8:]), file=sys.stderr)
            home.end()
        print(f"{state:8} {name:16} {time.monotonic() - began:6.1f} s  {figures}", flush=True)
        results.append((name, numbers, title, state, figures))
    if arguments.save:
        save(arguments.save, results)
    sys.exit(1 if hasFailed else 0)


main()
