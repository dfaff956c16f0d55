#!/usr/bin/python3
"""Measures text recognition on the test pictures, compared with plain Tesseract in page mode.

    testdata/evaluate.py [--baseline] [--show] [--probe PATH] [--languages eng] [NAME ...]

Words are compared as multisets, in lower case, without punctuation at their ends. "message" is the part that matters,
"exact" counts strings that must be read letter by letter. For developers; needs python3-yaml.
"""
import argparse
import collections
import json
import os
import pathlib
import re
import subprocess

import yaml

TESTDATA = pathlib.Path(__file__).resolve().parent
OUTER = re.compile(r"^[\W_]+|[\W_]+$")


def words(text):
    # The engine has no character for an ellipsis and writes three periods.
    # The difference between curly and straight apostrophes does not matter to readers.
    plain = text.replace("…", "...").translate(str.maketrans("‘’“”", "''\"\""))
    stripped = (OUTER.sub("", word.lower()) for word in plain.split())
    return collections.Counter(word for word in stripped if word)


def squeezed(text):
    return " ".join(text.split())


class Score:
    def __init__(self):
        self.hits = self.wanted = self.found = self.message_hits = self.message_wanted = 0
        self.exact_hits = self.exact_wanted = 0
        self.seconds = 0.0

    def add(self, text, expected):
        read, truth = words(text), words(expected["text"])
        message = words(expected.get("message") or "")
        self.hits += sum((read & truth).values())
        self.found += sum(read.values())
        self.wanted += sum(truth.values())
        self.message_hits += sum((read & message).values())
        self.message_wanted += sum(message.values())
        flat = squeezed(text)
        self.exact_wanted += len(expected.get("exact") or [])
        self.exact_hits += sum(squeezed(str(part)) in flat for part in expected.get("exact") or [])

    def row(self, name):
        def part(a, b):
            return f"{a / b:7.3f}" if b else "      -"
        return (f"{name:38} {part(self.hits, self.found)} {part(self.hits, self.wanted)} "
                f"{part(self.message_hits, self.message_wanted)} {self.exact_hits:3}/{self.exact_wanted:<3} {self.seconds:7.2f}")


def run(command):
    before = os.times()
    result = subprocess.run(command, capture_output=True, text=True, env={**os.environ, "OMP_THREAD_LIMIT": "1"})
    after = os.times()
    return result.stdout, after.children_user - before.children_user + after.children_system - before.children_system


def read(arguments, image, languages):
    if arguments.baseline:
        return run(["tesseract", str(image), "-", "-l", languages, "--psm", "3"])
    out, seconds = run([arguments.probe, "--json", "--languages", languages, str(image)])
    try:
        return json.loads(out)["text"], seconds
    except ValueError:
        print(image.name, out)
        return "", seconds


def show_differences(text, expected):
    got, truth = words(text), words(expected["text"])
    print("   lost:", " ".join((truth - got).elements()))
    print("   added:", " ".join((got - truth).elements()))
    flat = squeezed(text)
    print("   not exact:", [part for part in expected.get("exact") or [] if squeezed(str(part)) not in flat])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--baseline", action="store_true")
    parser.add_argument("--show", action="store_true", help="list the words lost and added")
    parser.add_argument("--probe", default=str(TESTDATA.parent / ".build/release/recognition-probe"))
    parser.add_argument("--languages", help="instead of those of the expectation")
    parser.add_argument("--testdata", type=pathlib.Path, default=TESTDATA)
    parser.add_argument("names", nargs="*")
    arguments = parser.parse_args()
    installed = set(run(["tesseract", "--list-langs"])[0].split())
    total, themes = Score(), collections.defaultdict(Score)
    print(f"{'picture':38} {'prec':>7} {'recall':>7} {'message':>7} {'exact':>7} {'CPU s':>7}")
    for path in sorted((arguments.testdata / "expected").glob("*.yaml")):
        expected = yaml.safe_load(path.read_text())
        is_picture = isinstance(expected, dict) and {"text", "image", "theme"} <= expected.keys()
        if not is_picture or (arguments.names and path.stem not in arguments.names):
            continue
        languages = arguments.languages or "+".join(expected["languages"])
        if missing := set(languages.split("+")) - installed:
            print(f"{path.stem:38} skipped, not installed: {' '.join(missing)}")
            continue
        text, seconds = read(arguments, arguments.testdata / expected["image"], languages)
        score = Score()
        for each in (score, total, themes[expected["theme"]]):
            each.add(text, expected)
            each.seconds += seconds
        print(score.row(path.stem))
        if arguments.show:
            show_differences(text, expected)
    print()
    for theme in sorted(themes):
        print(themes[theme].row("theme " + theme))
    print(total.row("total"))


if __name__ == "__main__":
    main()
