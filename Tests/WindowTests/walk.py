#!/usr/bin/python3
"""Walks through ocr-scan-window as a user would.

Usage: walk.py --programs FOLDER [--only PART]
"""
import argparse
import os
import sys

import handling
import pages
import safety
import trouble
import ways

WALKS = [
    pages.first_start, pages.history, pages.scan, pages.settings, pages.names, pages.new_entry, pages.wayland, handling.narrow,
    handling.several, handling.pointing, ways.keyboard, ways.details, ways.paste, ways.choose, ways.drop, safety.literal,
    trouble.damaged, trouble.twice, trouble.no_place, trouble.read_only, trouble.locked, trouble.no_worker,
    trouble.no_picture,
]
PARTS = {walk.__name__.replace("_", "-"): walk for walk in WALKS}

if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--programs", required=True)
    parser.add_argument("--only", choices=PARTS)
    arguments = parser.parse_args()
    for part in [arguments.only] if arguments.only else PARTS:
        try:
            PARTS[part](os.path.abspath(arguments.programs))
            print(part, "ok")
        except AssertionError as error:
            sys.exit("%s: %s" % (part, error))
