"""Time per screenshot: Tesseract's own command, our command, our daemon, in turn on the same pictures."""

import collections
import statistics
import subprocess
import sys

from . import programs, screenshots, tables

GROUPS = ("<= 70 words", "<= 200 words", "dense", "4K")
CLASSES = ("1080p", "phone x3", "4K", "other")
# Seconds from closing the file to the report, 95th percentile.
TARGETS = {"1080p": 0.8, "phone x3": 0.6, "4K": 1.2}


class Figures:
    """All measured times, by program and picture."""

    def __init__(self):
        self.took = collections.defaultdict(lambda: collections.defaultdict(list))
        self.reports = collections.defaultdict(list)

    def add(self, program, shot, took):
        self.took[program][shot].append(took)

    def median(self, program, shot, clock="wall"):
        return statistics.median(getattr(took, clock) for took in self.took[program][shot])

    def ratio(self, program, shot, clock="wall", baseline="tesseract, one thread"):
        """How many times as fast as the baseline: the median of the ratios of successive runs, because other load on the
        machine affected both."""
        return statistics.median(
            # The processor time of an ended process is exact; the daemon's comes in steps of 10 ms.
            getattr(base, clock) / max(0.01, getattr(own, clock))
            for base, own in zip(self.took[baseline][shot], self.took[program][shot]))

    def speedup(self, program, shots, clock="wall", baseline="tesseract, one thread"):
        """The geometric mean of the ratios, so that large pictures do not count more."""
        return statistics.geometric_mean(self.ratio(program, shot, clock, baseline) for shot in shots)


def measure(shots, bin_folder, repetitions, daemon, environment, own_threads=()):
    """Runs every program on every picture in turn, so that a change in the machine's load affects all of them."""
    figures = Figures()
    for repetition in range(repetitions):
        for shot in shots:
            progress(f"{repetition + 1}/{repetitions} {shot.name}")
            figures.add("tesseract, one thread", shot, programs.tesseract(shot, environment))
            if shot in own_threads:
                figures.add("tesseract", shot, programs.tesseract(shot, environment, threads=None))
            figures.add("ocr-scan", shot, programs.one_shot(bin_folder, shot, environment))
            daemon.settle()
            took, report = daemon.scan(shot)
            figures.add("ocr-scand", shot, took)
            figures.reports[shot].append(report["timings_ms"])
    progress("")
    return figures


def progress(text):
    if sys.stderr.isatty():
        print(f"\r\033[K{text}", end="", file=sys.stderr, flush=True)


def idle_machine(shots, subset, bin_folder, repetitions):
    """The sections on an otherwise idle machine, and the figures to compare with the targets."""
    with programs.daemon(bin_folder) as daemon, programs.surroundings() as environment:
        daemon.scan(shots[0])  # the first one finds no warm worker, which is measured separately
        figures = measure(shots, bin_folder, repetitions, daemon, environment, own_threads=subset)
    warm, once = figures.speedup("ocr-scand", shots), figures.speedup("ocr-scan", shots)
    sections = [
        by_group(figures, shots), by_picture(figures, shots, repetitions), summary(figures, shots, subset),
        latency(figures, shots),
    ]
    targets = [
        ("daemon, warm: speed beside tesseract, one thread", tables.times(warm), ">= 3x", warm >= 3),
        ("ocr-scan FILE: speed beside tesseract, one thread", tables.times(once), ">= 1.5x", once >= 1.5),
    ]
    for group, members in grouped(shots):
        for program, wanted in (("ocr-scand", 3), ("ocr-scan", 1.5)):
            found = figures.speedup(program, members)
            targets.append((f"{program}, {group}: speed", tables.times(found), f">= {wanted}x", found >= wanted))
    for name, limit in TARGETS.items():
        if values := latencies(figures, shots, name):
            found = tables.percentile(values, 0.95)
            goal = f"< {tables.milliseconds(limit)}"
            targets.append((f"close to report, {name}, p95", tables.milliseconds(found), goal, found < limit))
    small, large = (next((shot for shot in shots if shot.name == name), None) for name in screenshots.SAME_TEXT)
    if small and large:
        ratio = figures.median("ocr-scand", large) / figures.median("ocr-scand", small)
        targets.append((f"{large.name} beside {small.name}, time", tables.times(ratio), "<= 1.5x", ratio <= 1.5))
    return sections, targets


def grouped(shots):
    """Pairs of a group and its pictures."""
    groups = [(group, [shot for shot in shots if shot.group == group]) for group in GROUPS]
    return [(group, members) for group, members in groups if members]


def by_group(figures, shots):
    section = tables.Section(
        "By group",
        "4K pictures are a group of their own, whatever they show; the others by the words on them, dense from 201. Mean "
        "of medians, and the geometric mean of ratios: by the clock, and of the processor time of all processes.",
        ["group", "pictures", "tesseract", "ocr-scan", "speed", "processor", "ocr-scand", "speed", "processor"])
    for group, members in grouped(shots):
        row = [group, len(members)]
        for program in ("tesseract, one thread", "ocr-scan", "ocr-scand"):
            row.append(tables.milliseconds(statistics.mean(figures.median(program, shot) for shot in members)))
            if program != "tesseract, one thread":
                row += [tables.times(figures.speedup(program, members, clock)) for clock in ("wall", "cpu")]
        section.rows.append(row)
    return section


def by_picture(figures, shots, repetitions):
    section = tables.Section(
        "Each picture",
        f"Medians of {repetitions}. tesseract: `OMP_THREAD_LIMIT=1 tesseract FILE - --psm 3`, whole process. ocr-scan: "
        "`ocr-scan --json --no-history FILE`, whole process. ocr-scand: from just before close(2) of the file in the "
        "watched folder until its report can be read. Ratios: tesseract's time divided by ours, the median of those of each "
        "repetition.",
        ["picture", "size", "tesseract", "ocr-scan", "ratio", "ocr-scand", "ratio"])
    for shot in shots:
        base, once, warm = (
            figures.median(name, shot) for name in ("tesseract, one thread", "ocr-scan", "ocr-scand"))
        section.rows.append([
            shot.name, f"{shot.width}x{shot.height}", tables.milliseconds(base), tables.milliseconds(once),
            tables.times(figures.ratio("ocr-scan", shot)), tables.milliseconds(warm),
            tables.times(figures.ratio("ocr-scand", shot))])
    return section


def summary(figures, shots, subset):
    section = tables.Section(
        "All pictures",
        "The geometric mean of each picture's median ratio to `OMP_THREAD_LIMIT=1 tesseract FILE - --psm 3`; above "
        f"1 is faster than it. Processor time is that of all processes together and hardly depends on what else runs; "
        "for ocr-scand it includes the start of the next spare workers. Tesseract with its own threads ran on "
        f"{len(subset)} of the {len(shots)} pictures.",
        ["program", "pictures", "mean of medians", "slowest", "speed", "processor time", "ratio"])
    for name in ("tesseract, one thread", "tesseract", "ocr-scan", "ocr-scand"):
        ran = [shot for shot in shots if shot in figures.took[name]]
        medians = [figures.median(name, shot) for shot in ran]
        section.rows.append([
            name, len(ran), tables.milliseconds(statistics.mean(medians)), tables.milliseconds(max(medians)),
            tables.times(figures.speedup(name, ran)),
            tables.milliseconds(statistics.mean(figures.median(name, shot, "cpu") for shot in ran)),
            tables.times(figures.speedup(name, ran, "cpu"))])
    return section


def latencies(figures, shots, size_class):
    return [
        took.wall for shot in shots if shot.size_class == size_class for took in figures.took["ocr-scand"][shot]]


def latency(figures, shots):
    section = tables.Section(
        "From close to report, by size",
        "ocr-scand with warm workers, every repetition counted. The parts are medians of the report's own timings_ms; "
        "outside is what close to report took beyond their total: inotify, waiting, writing and reading the report.",
        ["size", "scans", "p50", "p95", "max", "decode+prepare", "recognize", "analyze", "total", "outside"])
    for name in CLASSES:
        values = latencies(figures, shots, name)
        if not values:
            continue
        timings = [t for shot in shots if shot.size_class == name for t in figures.reports[shot]]
        outside = [s * 1000 - t["total"] for s, t in zip(values, timings)]
        parts = [statistics.median(t[key] or 0 for t in timings) for key in ("decode", "recognize", "analyze", "total")]
        section.rows.append([
            name, len(values), *(tables.milliseconds(tables.percentile(values, p)) for p in (0.5, 0.95, 1)),
            *(f"{part:.0f} ms" for part in parts), f"{statistics.median(outside):.0f} ms"])
    return section


def busy_machine(shots, bin_folder, repetitions):
    """The same on a few pictures while another process keeps a core busy."""
    spinning = subprocess.Popen([sys.executable, "-c", "while True: pass"])
    try:
        with programs.daemon(bin_folder) as daemon, programs.surroundings() as environment:
            daemon.scan(shots[0])
            figures = measure(shots, bin_folder, repetitions, daemon, environment, own_threads=shots)
    finally:
        spinning.kill()
        spinning.wait()
    speed = figures.speedup("ocr-scand", shots, baseline="tesseract")
    target = ("one core busy, daemon: speed beside plain tesseract", tables.times(speed), ">= 8x", speed >= 8)
    section = summary(figures, shots, shots)
    section.title = "One core kept busy"
    section.note = (
        f"The same programs on {len(shots)} pictures, medians of {repetitions}, beside a process that spins. OpenMP's "
        "threads wait for each other by spinning too, so Tesseract with its own threads loses most.")
    return [section], [target]
