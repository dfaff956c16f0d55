#!/usr/bin/env python3
"""Draws whole screens of labelled texts, has the real engine read them, and labels the passages the program makes of
them.

    render_screens.py draw --count 700 --seed 1 --out FOLDER TEXTS.jsonl...
    render_screens.py read FOLDER --probe .build/release/recognition-probe > recognized.jsonl
    risk-evaluate --rule-pack Sources/RiskAnalysis/Rules --recognized --passages cut.jsonl recognized.jsonl
    render_screens.py label recognized.jsonl cut.jsonl > passages.jsonl

compose_screens.py joins texts as texts; here they pass through a picture, so that training sees how the engine reads
bubbles, columns and windows: blocks cut differently, lines in another order, words misread. Scams and harmless messages
appear in the same places of the same screens, so that the layout does not reveal the label. The same seed gives the
same pictures. Groups share neither fonts nor colours: draw training screens with "tune" and test screens with "aside".
"""

import argparse
import collections
import io
import json
import os
import pathlib
import random
import re
import subprocess
import sys

from PIL import Image

import compose_screens
from render_layouts import LAYOUTS, ORDER, Stage
from render_words import plain

SCAM_SHARE = 1 / 3
# Share of the words of a passage, or of the scam.
MOSTLY = 0.6
# With at most this share of a scam's words, a passage holds a box at an edge, not the scam.
NEARLY_NONE = 0.04
# If less of a scam was visible or read, there is nothing to learn from.
LEAST_READ = 0.5
ATTEMPTS = 8
# The engine's data for each language; languages without data here are read with the nearest alphabet, as on a machine
# with only that one installed.
READ_WITH = {"en": "eng", "de": "deu", "fr": "fra", "es": "spa", "pt": "spa", "it": "fra", "nl": "eng"}
FILES_A_PROBE = 25


def read_texts(paths):
    """Texts by language, then as compose_screens.py sorts them; only those that can be drawn."""
    by_language = collections.defaultdict(
        lambda: {"scam": collections.defaultdict(list), "benign": collections.defaultdict(list), "around": collections.defaultdict(list)})
    for name, sources in compose_screens.read(paths).items():
        for source, rows in sources.items():
            for row in rows:
                language, text = row.get("lang") or "en", plain(row["text"])
                # A text that is a whole screen does not say which of its words are the scam's.
                is_mixed = row["label"] == "scam" and row.get("kind") == "screen"
                if language in READ_WITH and text and not is_mixed:
                    by_language[language][name][source].append(row | {"text": text})
    return by_language


def pick_language(draw, texts, label):
    """Picks a language by its number of texts, evened out a little, so that English does not dominate."""
    sizes = {name: sum(map(len, texts[name][label].values())) for name in sorted(texts)}
    return draw.choices(list(sizes), [size ** 0.75 for size in sizes.values()])[0]


class Supply:
    """Text for a layout beside its message: pieces of harmless texts, mostly in the language of the screen."""

    def __init__(self, draw, texts, language):
        self._draw, self._texts, self._language = draw, texts, language
        self.origins = set()

    def _row(self, names):
        draw = self._draw
        language = self._language if draw.random() < 0.85 else "en"
        sources = next((self._texts[l][n] for l in (language, "en", self._language) for n in names if self._texts[l][n]), None)
        row = compose_screens.pick(draw, sources)
        self.origins.add(row["source"])
        return row

    def words(self, low, high):
        """A line of a harmless text."""
        text = " ".join(self._row(["around", "benign"] if self._draw.random() < 0.6 else ["benign"])["text"].split())
        words = text.split(" ")
        count = min(len(words), self._draw.randint(low, high))
        start = self._draw.choice([0, self._draw.randint(0, len(words) - count)])
        return " ".join(words[start : start + count])

    def message(self, limit=220):
        """A whole short message, or the start of a longer one."""
        for _ in range(6):
            text = self._row(["benign"])["text"]
            if len(text) <= limit:
                return text
        return text[:limit].rsplit(" ", 1)[0]


def one_screen(draw, texts, group, number):
    """(stage, row of the message, whether it is a scam, language, layout, origins)."""
    is_scam = draw.random() < SCAM_SHARE
    label = "scam" if is_scam else "benign"
    for _ in range(ATTEMPTS):
        language = pick_language(draw, texts, label)
        row = compose_screens.pick(draw, texts[language][label])
        supply = Supply(draw, texts, language)
        layout = ORDER[number % len(ORDER)]
        stage = LAYOUTS[layout](Stage(draw, group, language, supply), row["text"], is_scam)
        drawn = stage.scam_words()
        wanted = len(row["text"].split())
        # People see messages that end below the edge, but enough must be visible to recognize them.
        if not is_scam or drawn >= min(40, 0.7 * wanted):
            return stage, row, is_scam, language, layout, supply.origins | {row["source"]}
    return None


def finished(draw, picture):
    """Pictures as they are stored and forwarded: some have been compressed or scaled down."""
    fate = draw.random()
    if fate < 0.08:
        out = io.BytesIO()
        picture.save(out, "JPEG", quality=draw.randint(60, 90))
        return Image.open(out).convert("RGB")
    if fate < 0.12:
        share = draw.uniform(0.75, 0.95)
        return picture.resize((round(picture.width * share), round(picture.height * share)), Image.Resampling.BICUBIC)
    return picture


def draw_screens(arguments):
    texts = read_texts(arguments.files)
    folder = pathlib.Path(arguments.out)
    folder.mkdir(parents=True, exist_ok=True)
    with open(folder / "screens.jsonl", "w", encoding="utf-8") as file:
        for number in range(arguments.first, arguments.first + arguments.count):
            # Each screen has its own random numbers, so a changed layout does not change other screens.
            draw = random.Random(f"{arguments.group} {arguments.seed} {number}")
            screen = one_screen(draw, texts, arguments.group, number)
            if not screen:
                print(f"screen {number}: no text fits", file=sys.stderr)
                continue
            stage, row, is_scam, language, layout, origins = screen
            picture = finished(draw, stage.picture)
            scale = picture.width / stage.picture.width
            name = f"{layout}-{number:04}.png"
            picture.save(folder / name, compress_level=1)
            print(json.dumps({
                "file": name, "label": "scam" if is_scam else "benign", "source": arguments.source.replace("{}", str(number % 10)),
                "category": row.get("category") if is_scam else None, "cues": row.get("cues") if is_scam else None,
                "lang": language, "origins": sorted(origins),
                "scam": [[round(value * scale) for value in box] for box in stage.scam_boxes()],
                "words": stage.texts(), "scam_words": stage.texts(only_scam=True),
            }, ensure_ascii=False), file=file)


def bare(word):
    return re.sub(r"\W+", "", word).lower()


def in_boxes(box, boxes):
    """Whether the centre of a word lies in one of the boxes."""
    x, y = box[0] + box[2] / 2, box[1] + box[3] / 2
    return any(left <= x <= left + width and top <= y <= top + height for left, top, width, height in boxes)


def right_share(drawn, read):
    """Share of the drawn words that were read exactly, at any place."""
    drawn, read = (collections.Counter(filter(None, map(bare, words))) for words in (drawn, read))
    return sum((drawn & read).values()), sum(drawn.values())


def read_screens(arguments):
    folder = pathlib.Path(arguments.files[0])
    screens = [json.loads(line) for line in open(folder / "screens.jsonl", encoding="utf-8")]
    groups = collections.defaultdict(list)
    for screen in screens:
        groups["+".join(dict.fromkeys(["eng", READ_WITH[screen["lang"]]]))].append(screen)
    totals = collections.Counter()
    for languages, group in sorted(groups.items()):
        for start in range(0, len(group), FILES_A_PROBE):
            part = group[start : start + FILES_A_PROBE]
            command = [arguments.probe, "--json", "--languages", languages] + [str(folder / screen["file"]) for screen in part]
            done = subprocess.run(command, env=os.environ | {"OMP_THREAD_LIMIT": "1"}, capture_output=True, text=True, check=True)
            lines = done.stdout.splitlines()
            for screen, line in zip(part, lines, strict=True):
                if not line.startswith("{"):
                    print(line, file=sys.stderr)
                    continue
                row = recognized_row(screen, json.loads(line), totals)
                print(json.dumps(row, ensure_ascii=False), flush=True)
    for name in ("words", "scam words"):
        right, drawn = totals[name + " right"], totals[name]
        print(f"{name}: {right} of {drawn} read right ({100 * right / max(1, drawn):.1f} %)", file=sys.stderr)


def recognized_row(screen, output, totals):
    read_words = []
    scam_words = []
    for line in output["read"]:
        for word in line["words"]:
            read_words += word["text"].split()
            if in_boxes(word["box"], screen["scam"]):
                word["scam"] = True
                scam_words.append(word["text"])
    figures = {}
    for name, drawn, read in (("words", screen["words"], read_words), ("scam words", screen["scam_words"], scam_words)):
        right, count = right_share(drawn.split(), read)
        totals[name] += count
        totals[name + " right"] += right
        figures[name] = [right, count]
    return {
        "text": output["text"], "label": screen["label"], "source": screen["source"], "category": screen["category"],
        "cues": screen["cues"], "kind": "screen", "lang": screen["lang"], "hard": False, "languages": output["languages"],
        "recognized": output["read"], "scam": screen["scam"], "read": figures, "origins": screen["origins"], "file": screen["file"],
    }


def label_of(passage, words, is_scam, scam_count):
    """`words`: indexes in the text, as risk-evaluate wrote them; `is_scam`: whether each word is the scam's."""
    start, length = passage["range"]
    inside = [scam for word, scam in zip(words, is_scam) if word[0] < start + length and word[0] + word[1] > start]
    common = sum(inside)
    if common and (common >= MOSTLY * len(inside) or common >= MOSTLY * scam_count):
        return "scam"
    return "benign" if common <= NEARLY_NONE * min(len(inside), scam_count) else None


def label(arguments):
    """Positions decide which text a word belongs to, even if it was misread or occurs in both scam and page."""
    recognized_path, cut_path = arguments.files
    totals = collections.Counter()
    with open(recognized_path, encoding="utf-8") as screen_file, open(cut_path, encoding="utf-8") as cut_file:
        for screen_line, cut_line in zip(screen_file, cut_file, strict=True):
            screen, cut = json.loads(screen_line), json.loads(cut_line)
            words = cut.pop("words")
            is_scam = [in_boxes(word[2:], screen["scam"]) for word in words]
            if screen["label"] == "scam" and sum(is_scam) < LEAST_READ * screen["read"]["scam words"][1]:
                totals["screens left out, scam not read"] += 1
                continue
            parts = {"scam": [], "benign": []}
            for passage in cut["passages"]:
                name = label_of(passage, words, is_scam, sum(is_scam))
                totals[f"passages {name or 'left out'}"] += 1
                if name:
                    parts[name].append(passage)
            for name, passages in parts.items():
                if passages:
                    row = cut | {"label": name, "passages": passages}
                    if name == "benign":
                        row |= {"category": None, "cues": None}
                    totals[f"rows {name}"] += 1
                    print(json.dumps(row))
    print(", ".join(f"{name}: {count}" for name, count in sorted(totals.items())), file=sys.stderr)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("step", choices=["draw", "read", "label"])
    parser.add_argument("--count", type=int, default=700)
    parser.add_argument("--first", type=int, default=0, help="number of the first screen")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--group", choices=["tune", "aside"], default="tune", help="fonts and colours")
    parser.add_argument("--source", default="written/rendered-{}", help="name of the source; {} is the number of the screen mod 10")
    parser.add_argument("--out", help="folder for the pictures")
    parser.add_argument("--probe", default=".build/release/recognition-probe", help="the program that reads the pictures")
    parser.add_argument("files", nargs="+", help="texts, the folder of the pictures, or the two files to label")
    arguments = parser.parse_args()
    {"draw": draw_screens, "read": read_screens, "label": label}[arguments.step](arguments)


if __name__ == "__main__":
    main()
