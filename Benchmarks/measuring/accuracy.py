"""Measures whether ocr-scan reads and judges the committed screenshots correctly."""

import collections
import importlib.util
import json
import subprocess
import tempfile

from . import programs, screenshots, tables

LEVELS = ("high", "medium", "low", "unknown")
ALARMS = ("high", "medium")


def recognition_rules():
    """The module testdata/evaluate.py, the only place that defines how words are compared."""
    spec = importlib.util.spec_from_file_location("recognition_evaluate", screenshots.TESTDATA / "evaluate.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def installed_languages():
    listed = subprocess.run(["tesseract", "--list-langs"], capture_output=True, text=True, check=True)
    return set((listed.stdout + listed.stderr).split())


def scan(bin_folder, shot, environment):
    """The report of `ocr-scan FILE`, as users get it."""
    # A long limit, so that accuracy does not depend on the load of the machine.
    options = ["--json", "--no-history", "--timeout", "60", "--lang", shot.languages]
    command = [bin_folder / "ocr-scan", *options, shot.path]
    result = subprocess.run(command, capture_output=True, env=environment, check=False)
    if result.returncode not in programs.VERDICTS:
        raise programs.Failed(f"{shot.name}: status {result.returncode}: {result.stderr.decode().strip()}")
    return json.loads(result.stdout)


def read_with_tesseract(shot, environment):
    command = ["tesseract", shot.path, "-", "-l", shot.languages, *programs.TESSERACT]
    return subprocess.run(
        command, capture_output=True, text=True, env=environment | {"OMP_THREAD_LIMIT": "1"}, check=True).stdout


# The sets of screenshots: their folders below testdata, and what they are.
SETS = {
    "testdata": ("", "drawn by us, one by one; the rules were written with these in view"),
    "desktop": ("desktop", "real programs on a real X server, looked at while recognition was improved"),
    "varied, tune": ("varied/tune", "drawn at random, looked at while recognition was improved"),
    "varied, aside": ("varied/aside", "drawn at random with other fonts, colors and words; never looked at"),
}


def measure(bin_folder, progress):
    """Sections on recognition and levels, and the same pictures as labelled lines with the words Tesseract read."""
    rules, installed = recognition_rules(), installed_languages()
    scores = {name: collections.defaultdict(rules.Score) for name in ("ocr-scan", "tesseract")}
    by_set = {name: collections.defaultdict(rules.Score) for name in scores}
    verdicts, labelled, skipped = [], [], []
    with programs.surroundings() as environment:
        for name, (folder, _) in SETS.items():
            for shot in screenshots.load(screenshots.TESTDATA / folder):
                if set(shot.languages.split("+")) - installed:
                    skipped.append(shot.name)
                    continue
                progress(f"{name}: {shot.name}")
                report, plain = scan(bin_folder, shot, environment), read_with_tesseract(shot, environment)
                for program, text in (("ocr-scan", report["text"] or ""), ("tesseract", plain)):
                    by_set[program][name].add(text, shot.expected)
                    if name == "testdata":
                        scores[program][shot.expected["theme"]].add(text, shot.expected)
                # Only these have expected levels, because their words were chosen for that.
                if name == "testdata":
                    verdicts.append((shot, report))
                    labelled.append({"text": plain, "label": "benign" if shot.expected["level"] == "low" else "scam",
                                     "source": "screenshots", "category": shot.expected["category"]})
    progress("")
    note = f" Skipped, language not installed: {', '.join(skipped)}." if skipped else ""
    sections = [
        words("Words read, by set", "set", by_set, list(SETS), sets_note() + note),
        words("Words read, by theme", "theme", scores, sorted(scores["ocr-scan"]), "The pictures of testdata."),
        levels(verdicts), groups(verdicts), misses(verdicts),
    ]
    return sections, labelled


def sets_note():
    listed = "; ".join(f"{name}: {what}" for name, (_, what) in SETS.items())
    return (
        "`ocr-scan --json FILE`, and in parentheses `tesseract FILE - --psm 3`. Words are compared as multisets, lower "
        "case, without punctuation at their ends; message is the recall of the part that matters, exact counts parts "
        f"that must be right letter by letter. {listed}.")


def words(title, kind, scores, names, note):
    section = tables.Section(title, note, [kind, "precision", "recall", "message", "exact"])
    for name in names:
        pairs = zip(figures(scores["ocr-scan"][name]), figures(scores["tesseract"][name]))
        section.rows.append([name, *(f"{mine} ({theirs})" for mine, theirs in pairs)])
    return section


def figures(score):
    def share(part, whole):
        return f"{part / whole:.3f}" if whole else "-"

    return [
        share(score.hits, score.found), share(score.hits, score.wanted),
        share(score.message_hits, score.message_wanted), f"{score.exact_hits}/{score.exact_wanted}",
    ]


def levels(verdicts):
    section = tables.Section(
        "Levels",
        "Rows: what a careful expert would say. Columns: what `ocr-scan FILE` said. Accepted: within acceptable_levels "
        "of the expectation.",
        ["expected", *LEVELS, "accepted", "category right"])
    for level in LEVELS[:3]:
        ours = [(shot, report) for shot, report in verdicts if shot.expected["level"] == level]
        counts = collections.Counter(report["risk_level"] for _, report in ours)
        accepted = sum(is_accepted(shot, report) for shot, report in ours)
        # A clean picture judged low has no category; one judged higher has the wrong one.
        right = sum(report["category"] == shot.expected["category"] for shot, report in ours)
        section.rows.append(
            [level, *(counts[name] for name in LEVELS), f"{accepted}/{len(ours)}", f"{right}/{len(ours)}"])
    return section


def groups(verdicts):
    """Alarms by the category of the scam, and by language."""
    section = tables.Section(
        "Alarms by category and language",
        "Screenshots with a scam that were called medium or high, those of them with the right category, and screenshots "
        "without one that were called medium or high.",
        ["group", "scams", "alarmed", "category right", "others", "alarmed"])
    kinds = {f"category {shot.expected['category']}" for shot, _ in verdicts if shot.expected["level"] != "low"}
    for kind in [*sorted(kinds), *sorted({f"language {shot.languages}" for shot, _ in verdicts})]:
        key, name = kind.split(" ", 1)
        ours = [(shot, report) for shot, report in verdicts
                if name == (shot.expected["category"] if key == "category" else shot.languages)]
        scams = [pair for pair in ours if pair[0].expected["level"] != "low"]
        found = [pair for pair in scams if pair[1]["risk_level"] in ALARMS]
        others = [report for shot, report in ours if shot.expected["level"] == "low"]
        section.rows.append([
            kind, len(scams), len(found), sum(report["category"] == shot.expected["category"] for shot, report in found),
            len(others), sum(report["risk_level"] in ALARMS for report in others)])
    return section


def is_accepted(shot, report):
    return report["risk_level"] in shot.expected["acceptable_levels"]


def misses(verdicts):
    section = tables.Section(
        "Misses by name", "Levels that are not accepted, and alarms of the wrong category.",
        ["picture", "expected", "found", "probability", "category expected", "category found"])
    for shot, report in verdicts:
        wrong_category = report["risk_level"] in ALARMS and report["category"] != shot.expected["category"]
        if is_accepted(shot, report) and not wrong_category:
            continue
        section.rows.append([
            shot.name, shot.expected["level"], report["risk_level"], report["scam_probability"],
            shot.expected["category"], report["category"]])
    return section


def judge_texts(bin_folder, files, by_source=False):
    """What risk-evaluate prints about labelled texts, with its keyword baseline. Files may be large: it streams them."""
    rules = bin_folder / "ocr-scan_RiskData.resources"
    model = rules / "scam-encoder.model"
    command = [bin_folder / "risk-evaluate", "--rule-pack", rules, "--model", model, *(["--by-source"] if by_source else []), *files]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def judge_lines(bin_folder, labelled):
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl", prefix="ocr-scan-") as file:
        file.writelines(json.dumps(line) + "\n" for line in labelled)
        file.flush()
        return judge_texts(bin_folder, [file.name])
