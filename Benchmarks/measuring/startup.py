"""The time of a command that does nothing, and of a screenshot that finds no warm worker."""

import statistics

from . import programs, tables

MESSAGE = b"Your parcel is on hold. Pay the fee of 1.99 today at http://parcel-fee.example/pay or it goes back.\n"


def measure(shot, bin_folder, repetitions):
    found = tables.Section(
        "Start",
        f"Wall time of the whole process, medians of {repetitions}, in turn. `true`: what starting any process costs. "
        f"Cold and warm: {shot.name} from close to report, without spare workers (worker_idle_seconds 0) and with.",
        ["what", "median", "fastest", "slowest"])
    ours = bin_folder / "ocr-scan"
    commands = {
        "true": (["true"], None),
        "tesseract --version": (["tesseract", "--version"], None),
        "ocr-scan --version": ([ours, "--version"], None),
        "ocr-scan text, one message": ([ours, "text", "--json"], MESSAGE),
    }
    taken = {name: [] for name in [*commands, "ocr-scand, cold", "ocr-scand, warm"]}
    with programs.surroundings() as environment:
        for _ in range(repetitions):
            for name, (command, stdin) in commands.items():
                taken[name].append(programs.run(command, environment, stdin, programs.VERDICTS).wall)
    with (
        programs.daemon(bin_folder, worker_idle_seconds=0) as cold,
        programs.daemon(bin_folder) as warm,
    ):
        warm.scan(shot)
        for _ in range(repetitions):
            for name, daemon in (("ocr-scand, cold", cold), ("ocr-scand, warm", warm)):
                daemon.settle()
                taken[name].append(daemon.scan(shot)[0].wall)
    for name, seconds in taken.items():
        parts = (statistics.median(seconds), min(seconds), max(seconds))
        found.rows.append([name, *(f"{part * 1000:.1f} ms" for part in parts)])
    return [found]
