#!/usr/bin/env python3
"""Changes lines of the sources at random, one at a time, and prints the changes that no test notices.

    mutants.py [--count 20] [--seed 1] [--tests TARGET]... [FOLDER...]

Works in a copy, .build/mutants, of which only the tests and what they need is built, not optimized: a minute for the first
time, then seconds for a change. Changes that do not compile are left out; some that survive change nothing that could be
noticed.
"""

import argparse
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[1]
COPY = REPOSITORY / ".build/mutants"
LOG = COPY / ".build/log"
# The linker is the one of scripts/test.
OPTIONS = ["--scratch-path", ".build/tests", "-Xswiftc", "-use-ld=lld"]
BUILD = ["swift", "build", *OPTIONS, "--build-tests"]
TEST = ["swift", "test", *OPTIONS, "--skip-build", "--skip", "TimingTests"]
SWAPPED = {
    "<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "&&": "||", "||": "&&", "true": "false",
    "false": "true"}
NUMBER = r"(?<![\w$])(?<![\w)\]]\.)\d+(?!\w|\.\d)"
# What stands in a line, and what takes its place.
CHANGES = [
    (r"(?<= )(?:[<>]=?|[!=]=)(?= )", lambda found: SWAPPED[found]),
    (r"&&|\|\||\b(?:true|false)\b", lambda found: SWAPPED[found]),
    (NUMBER, lambda found: str(int(found) + 1)),
    (r"(?<![\w)\]?!])!(?=[\w(.])", lambda found: ""),
]
FUNCTION = re.compile(r"( *)[^/]*\bfunc [^{}]*?\)[^{}>]*(?:-> ([^{}]+) )?\{$")
# In the place of the rest of a function, by the end of what it returns.
VALUES = {"?": "nil", "Bool": "false", "Int": "0", "String": '""', "]": "[]", "nothing": ""}


def without_texts(line):
    """The line with blanks for literal texts and comments."""
    blank = lambda found: " " * len(found[0])
    return re.sub(r"//.*", blank, re.sub(r'"(?:\\.|[^"\\])*"', blank, line))


def early_return(line, function):
    """The line with a return before it, if it is a whole statement of the function and a value is known."""
    if not function or not re.match(function[1] + r"  (?:let|var|if|for|while|guard|return|[a-z]\w* [+-]?=) ", line):
        return []
    values = [value for end, value in VALUES.items() if (function[2] or "nothing").endswith(end)]
    # The compiler takes code after a plain return for a mistake.
    return [f'{function[1]}  if UInt8("1") != nil {{ return {value} }}; {line.lstrip()}' for value in values[:1]]


def changes(lines):
    """The lines that can be changed, by their index, with what they can become."""
    function, is_text, found = None, False, {}
    for index, line in enumerate(lines):
        is_text ^= line.count('"""') == 1
        if is_text or '"""' in line or line.lstrip().startswith(("import ", "internal import ", "package import ", "@")):
            continue
        function = FUNCTION.match(line) or (None if function and line == function[1] + "}" else function)
        code = without_texts(line)
        ways = [line[:match.start()] + change(match[0]) + line[match.end():]
                for pattern, change in CHANGES for match in re.finditer(pattern, code)]
        ways += early_return(line, function)
        if ways:
            found[index] = ways
    return found


def make_copy():
    COPY.mkdir(parents=True, exist_ok=True)
    for path in COPY.iterdir():
        if path.name != ".build":
            shutil.rmtree(path) if path.is_dir() and not path.is_symlink() else path.unlink()
    names = subprocess.run(["git", "ls-files", "-z"], cwd=REPOSITORY, stdout=subprocess.PIPE, check=True).stdout
    # The last one is not tracked, and is not there before the first build.
    for name in [*filter(None, names.decode().split("\0")), "Package.resolved"]:
        if os.path.lexists(REPOSITORY / name):
            (COPY / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(REPOSITORY / name, COPY / name, follow_symlinks=False)
    # The packages that SwiftPM has fetched.
    for name in ["checkouts", "repositories", "workspace-state.json"]:
        fetched, place = REPOSITORY / ".build/tests" / name, COPY / ".build/tests" / name
        place.parent.mkdir(parents=True, exist_ok=True)
        if fetched.exists() and not place.exists():
            shutil.copytree(fetched, place, symlinks=True) if fetched.is_dir() else shutil.copy2(fetched, place)


def leave_out_all_but(tests):
    """Takes the targets that these test targets do not need out of the copy's package."""
    package = subprocess.run(
        ["swift", "package", *OPTIONS[:2], "dump-package"], cwd=COPY, stdout=subprocess.PIPE, check=True)
    needs = {target["name"]: [name for kind in target["dependencies"] for name, *_ in kind.values()]
             for target in json.loads(package.stdout)["targets"]}
    kept, found = set(), list(tests)
    while found:
        name = found.pop()
        if name in needs and name not in kept:
            kept.add(name)
            found += needs[name]
    with open(COPY / "Package.swift", "a") as file:
        file.write(f"package.targets.removeAll {{ !{json.dumps(sorted(kept))}.contains($0.name) }}\n")


def works(command, limit=None):
    """Whether the command succeeds in the copy, within the limit."""
    with open(LOG, "w") as log:
        process = subprocess.Popen(command, cwd=COPY, stdout=log, stderr=log, start_new_session=True)
        try:
            return process.wait(limit) == 0
        except subprocess.TimeoutExpired:
            return False
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="*", default=["Sources/TextEntities", "Sources/Redaction"])
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tests", action="append", help="which target of tests; the modules' own if it is left out")
    arguments = parser.parse_args()
    make_copy()
    leave_out_all_but(arguments.tests or [Path(folder).name + "Tests" for folder in arguments.folders])
    is_built, began = works(BUILD), time.monotonic()
    if not is_built or not works(TEST) or not re.search("Test run with [1-9]", LOG.read_text()):
        sys.exit(f"the tests do not pass before a change: see {LOG}")
    # A change may make a loop endless.
    limit = 20 + 5 * (time.monotonic() - began)
    files = {path: path.read_text().split("\n")
             for folder in arguments.folders for path in sorted((COPY / folder).rglob("*.swift"))}
    places = [(path, index, ways) for path, lines in files.items() for index, ways in changes(lines).items()]
    chance = random.Random(arguments.seed)
    chance.shuffle(places)
    tried, survived, began = 0, 0, time.monotonic()
    for path, index, ways in places:
        if tried == arguments.count:
            break
        lines, changed = files[path], chance.choice(ways)
        path.write_text("\n".join([*lines[:index], changed, *lines[index + 1:]]))
        if works(BUILD):
            tried += 1
            if works(TEST, limit):
                survived += 1
                print(f"{path.relative_to(COPY)}:{index + 1}\n- {lines[index].strip()}\n+ {changed.strip()}", flush=True)
        path.write_text("\n".join(lines))
    print(f"{survived} of {tried} changes survived, {(time.monotonic() - began) / max(tried, 1):.1f} s each")


if __name__ == "__main__":
    main()
