#!/usr/bin/env python3
"""Gathers what the models are trained on: FOLDER/encoder.jsonl for the encoder, FOLDER/pages.jsonl for the model of the page.

    gather_texts.py --data FOLDER --screens SCREENS.jsonl --folder OUT

FOLDER/categories.jsonl has scams of a known category; FOLDER/tuning.jsonl the encoder's texts in other languages than English and a
sample of the English ones, for one more pass.
FOLDER holds the collected texts, SCREENS.jsonl the real screens as `read_screens.py` printed them. The encoder never sees a source
in sources-aside.txt, a brief of PAGE_BRIEFS or a real screen: the model of the page is fitted on those, because there the encoder is
as right or wrong as it will be. OUT/aside.jsonl has the briefs that nothing is trained on. The same input gives the same output.
"""

import argparse
import collections
import itertools
import json
import pathlib
import random

import alter_texts
import code_screens
import expand_templates
import written_messages
from compose_pages import Composer
from corrupt_texts import RATES, corrupted
from folds import FOLDS, fold_of
from outputs import CATEGORIES
from read_collections import labelled_texts

HERE = pathlib.Path(__file__).parent
SEED = 11
# Texts of each label that a source gives. Sources with weak labels, machine-made text or one narrow kind give fewer.
TEXTS_PER_SOURCE = 700
OTHER_LIMITS = {
    "spamhunter_unlabelled": 1400, "phishing_pot": 1900, "moz_smishing": 250, "mdb_synthetic": 250, "ncsu_robocall_transcripts": 150,
    "emscad_jobs": 60, "spamassassin_spam": 200, "snipeit_i18n": 300, "des_conversations_es": 150, "mishra_soni_sms": 1200,
}
# Characters.
ENCODER_LENGTH, PAGE_LENGTH = 6_000, 3_000
# Texts that a source set aside gives to the model of the page.
PAGES_PER_SOURCE = 120
# Collected scams of each category that a source gives to the model of categories.
SCAMS_PER_CATEGORY = 100
# English texts for one more pass over those in other languages; as many rewritten ones. Briefs written since come twice: they are of
# what was alarmed or missed most, talk about scams and everyday notices.
TUNING_ENGLISH = 6_000
LATER_BRIEFS = tuple(f"written/{name}" for name in ("daily-", "en-mail-twins", "en-sms-twins", "warnings-"))
# Copies of the texts of each part; of composed pages, half hold a scam.
MISREAD, ALTERED = 4_000, 16_000
MISREAD_PAGES, ALTERED_PAGES, COMPOSED_PAGES = 60, 500, 300
# Screens of each template with a code, for the model of the page.
CODE_SCREENS = 4
# Written briefs from which the model of the page learns, not the encoder: pages, and messages written after the encoder.
PAGE_BRIEFS = tuple(f"written/{name}" for name in (
    "de-pages", "en-pages-", "en-quiet", "eu-pages", "fr-d", "fr-e", "fr-f", "fr-pages", "multi-"))


def limited(rows, draw, limit=None, key="label"):
    groups = collections.defaultdict(list)
    for row in rows:
        groups[row["source"], row[key]].append(row)
    for (source, _), group in sorted(groups.items()):
        most = limit or OTHER_LIMITS.get(source, TEXTS_PER_SOURCE)
        yield from group if len(group) <= most else draw.sample(group, most)


def altered(rows, count, source, draw):
    """As many scams as harmless texts, changed by somebody who works against the program."""
    for label in ("scam", "benign"):
        chosen = [row for row in rows if row["label"] == label]
        for row in draw.sample(chosen, min(count // 2, len(chosen))):
            yield row | {"text": alter_texts.altered(row["text"], draw), "source": f"altered/{source}"}


def misread(rows, count, source, draw):
    for row in draw.sample(rows, min(count, len(rows))):
        yield row | {"text": corrupted(row["text"], draw.choice(RATES), draw), "source": f"misread/{source}"}


def composed(rows, count, source, draw):
    composer = Composer(rows)
    for label in ("scam", "benign"):
        for _ in range(count // 2 if composer.has(label) else 0):
            message, text = composer.page(draw, label)
            yield {
                "text": text, "label": label, "source": f"composed/{source}", "kind": "composed", "lang": message.get("lang"),
                "category": message["category"] if label == "scam" else None, "cues": None, "hard": False, "screen": None,
            }


def of_known_category(texts, draw):
    """Written scams and a few collected ones. Not the templates ("written_en_0"): their many copies say little."""
    chosen = [row for row in texts if row["label"] == "scam" and row["category"] in CATEGORIES and not row["source"].startswith("written_")]
    is_written = [row["source"].startswith("written/") for row in chosen]
    yield from itertools.compress(chosen, is_written)
    collected = itertools.compress(chosen, (not written for written in is_written))
    yield from limited(collected, draw, SCAMS_PER_CATEGORY, key="category")


def is_for_pages(row, aside):
    return row["source"] in aside or row["source"].startswith(PAGE_BRIEFS)


def write(path, rows, length):
    counts = collections.Counter()
    with open(path, "w", encoding="utf-8") as file:
        for row in rows:
            row["text"] = row["text"][:length]
            counts[row["label"]] += 1
            print(json.dumps(row, ensure_ascii=False), file=file)
    print(path.name, dict(counts))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", required=True, type=pathlib.Path)
    parser.add_argument("--screens", required=True, type=pathlib.Path)
    parser.add_argument("--folder", required=True, type=pathlib.Path)
    arguments = parser.parse_args()
    draw = random.Random(SEED)
    with open(HERE / "sources-aside.txt", encoding="utf-8") as file:
        aside = {line.strip() for line in file if not line.startswith("#")}
    texts = list(limited(labelled_texts(arguments.data), draw))
    texts += expand_templates.rows(sorted((HERE / "messages").glob("*.yaml")), HERE / "brand-domains.yaml", copies=2)
    texts += written_messages.rows("training")
    texts = [row for row in texts if len(row["text"]) > 8]
    encoder = [row for row in texts if not is_for_pages(row, aside)]
    plain = [row for row in encoder if row["label"] != "spam"]
    encoder += [*misread(plain, MISREAD, "texts", draw), *altered(plain, ALTERED, "texts", draw)]
    write(arguments.folder / "encoder.jsonl", encoder, ENCODER_LENGTH)
    english = {
        is_rewritten: [row for row in encoder if row["lang"] == "en" and row["source"].startswith("altered/") == is_rewritten]
        for is_rewritten in (False, True)
    }
    tuning = [row for row in encoder if row["lang"] != "en"]
    for rows in english.values():
        tuning += random.Random(SEED).sample(rows, min(len(rows), TUNING_ENGLISH))
    later = [row for row in encoder if row["source"].startswith(LATER_BRIEFS)]
    tuning += [*later, *(row for row in later if row["lang"] == "en")]
    write(arguments.folder / "tuning.jsonl", tuning, ENCODER_LENGTH)
    of_collections = limited((row for row in texts if row["source"] in aside), draw, PAGES_PER_SOURCE)
    pages = [*of_collections, *(row for row in texts if row["source"] not in aside and is_for_pages(row, aside))]
    # Copies of a source stay in its fold.
    for fold in range(FOLDS):
        plain = [row for row in pages if row["label"] != "spam" and fold_of(row["source"]) == fold]
        pages += [*misread(plain, MISREAD_PAGES, fold, draw), *altered(plain, ALTERED_PAGES, fold, draw),
                  *composed(plain, COMPOSED_PAGES, fold, draw)]
    pages += [*code_screens.generate(CODE_SCREENS), *code_screens.by_hand()]
    with open(arguments.screens, encoding="utf-8") as file:
        pages += map(json.loads, file)
    write(arguments.folder / "pages.jsonl", pages, PAGE_LENGTH)
    write(arguments.folder / "categories.jsonl", of_known_category(texts, draw), PAGE_LENGTH)
    write(arguments.folder / "aside.jsonl", written_messages.rows("aside"), PAGE_LENGTH)


if __name__ == "__main__":
    main()
