#!/usr/bin/python3
"""Measures how accurate ocr-scan is, compared with Tesseract's own command and with a list of keywords.

    Benchmarks/evaluate.py [--data FOLDER] [--skip-screenshots] [--formats]

On the committed screenshots: the words read, the levels and categories given, and every miss by name. On labelled texts,
if --data names a folder of JSON lines (text, label, source, category, kind, lang): what the rules find in each source; and
real screens, if the folder has `screens` and `scam_screens` (training/read_screens.py). With --formats only: the words read when the screenshots are saved as JPEG and WebP.
Writes nothing. Needs release binaries (make build), tesseract and python3-yaml (scripts/setup test).
"""

import argparse
import pathlib
import resource
import subprocess
import sys
import tempfile
import time

from measuring import accuracy, formats, marked, programs, recognition, rewritten, screens, screenshots


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bin", type=pathlib.Path, default=screenshots.ROOT / ".build/release", help="the programs")
    parser.add_argument("--data", type=pathlib.Path, help="folder of labelled texts, *.jsonl")
    parser.add_argument("--skip-screenshots", action="store_true")
    parser.add_argument("--formats", action="store_true", help="only: the screenshots saved in other formats")
    return parser.parse_args()


def heading(text):
    print(f"{text}\n{'=' * len(text)}")


def evaluate_screenshots(bin_folder):
    sections, labelled = accuracy.measure(bin_folder, recognition.progress)
    for section in sections:
        print(section.text(), flush=True)
    heading("Words marked for the reasons")
    print(marked.table(bin_folder) + "\n")
    heading("The same screenshots through plain Tesseract")
    print("The rules and, beside them, a list of keywords, on the words that `tesseract FILE - --psm 3` read.\n")
    print(accuracy.judge_lines(bin_folder, labelled))


def evaluate_texts(bin_folder, folder):
    files = sorted(folder.glob("*.jsonl"))
    if not files:
        raise programs.Failed(f"no *.jsonl in {folder}")
    heading(f"Labelled texts: {', '.join(file.name for file in files)}")
    began = time.perf_counter()
    print(accuracy.judge_texts(bin_folder, files, by_source=True))
    heading("The same texts with mistakes of recognition (training/corrupt_texts.py)")
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl", prefix="ocr-scan-") as misread:
        corrupt = screenshots.ROOT / "training/corrupt_texts.py"
        subprocess.run([sys.executable, corrupt, *files], stdout=misread, check=True)
        print(accuracy.judge_texts(bin_folder, [misread.name]))
    # ru_maxrss is the largest child so far, in KiB (getrusage(2)); after the screenshots that may be another program.
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024 / 1e6
    size = sum(file.stat().st_size for file in files) / 1e6
    print(rewritten.measure(bin_folder).text())
    print(f"{size:.1f} MB of texts in {time.perf_counter() - began:.1f} s, at most {peak:.0f} MB resident\n")


def evaluate_screens(bin_folder, folder):
    heading("Real screens")
    print("The model of the page was fitted on the screens that came with its training texts; of those this measures the fit.")
    print("`make train` prints the same table with whole repositories left out (docs/accuracy.md).\n")
    print(screens.table(screens.judged(bin_folder, folder)) + "\n")


def main():
    options = arguments()
    if options.formats:
        print(formats.measure(options.bin, recognition.progress).text())
        return
    # Texts first, so that the memory peak is theirs.
    if options.data:
        evaluate_texts(options.bin, options.data)
        if (options.data / "screens").is_dir():
            evaluate_screens(options.bin, options.data)
    if not options.skip_screenshots:
        evaluate_screenshots(options.bin)


if __name__ == "__main__":
    try:
        main()
    except subprocess.CalledProcessError as failure:
        sys.exit(f"evaluate: {failure}\n{failure.stderr or ''}")
    except (programs.Failed, OSError) as failure:
        sys.exit(f"evaluate: {failure}")
    except KeyboardInterrupt:
        sys.exit(130)
