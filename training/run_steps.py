#!/usr/bin/env python3
"""Runs the training steps in steps.json, each continuing from the one before.

    run_steps.py --steps steps.json --folder FOLDER

Passages are in FOLDER/NAME.cut; the last step's model becomes FOLDER/model.pt. A step may also average the weights of
earlier ones, which works better on other kinds of texts than either (Wortsman et al. 2022, arXiv:2203.05482).
"""

import argparse
import json
import pathlib
import shutil
import subprocess
import sys

import torch

HERE = pathlib.Path(__file__).parent


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", required=True, type=pathlib.Path)
    parser.add_argument("--folder", required=True, type=pathlib.Path)
    arguments = parser.parse_args()
    before = None
    for number, step in enumerate(json.loads(arguments.steps.read_text(encoding="utf-8"))):
        model = arguments.folder / f"step-{number}.pt"
        if "average" in step:
            states = [torch.load(arguments.folder / f"step-{earlier}.pt") for earlier in step["average"]]
            torch.save({name: sum(state[name] for state in states) / len(states) for name in states[0]}, model)
            before = model
            continue
        command = [sys.executable, HERE / "train_classifier.py", "--save", model, "--without", HERE / "sources-aside.txt"]
        command += ["--passages", *(arguments.folder / f"{name}.cut" for name in step["passages"])]
        for option in ("passes", "rate", "final", "share", "seed"):
            command += [f"--{option}", str(step[option])]
        if before:
            command += ["--from", before]
        subprocess.run(command, check=True)
        before = model
    shutil.copyfile(before, arguments.folder / "model.pt")


if __name__ == "__main__":
    main()
