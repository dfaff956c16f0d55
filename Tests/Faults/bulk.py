"""The bulk filter, killed while it works."""

import collections
import json
import os
import signal
import subprocess
import time

from cases import case
from daemon import BROKEN, CLEAN, SCAM, expect, number_picture, processes, seeded, variant

FILTER_KILLS = 6


SENTENCE = "Please bring seven blue umbrellas"


def make_pictures(folder, count):
    """Small pictures, all different: of ten, one is broken, four show a sentence, the others a number; one in 100 is a
    scam.

    Returns all paths, the broken ones, and those that show the sentence.
    """
    paths, broken, sentences = [], set(), set()
    for number in range(count):
        path = folder / f"{number:06}.png"
        if number % 10 == 9:
            content = BROKEN + number.to_bytes(4, "big")
            broken.add(str(path))
        elif number % 100 == 50:
            content = variant(SCAM, number)
        elif number % 10 < 4:
            content = variant(CLEAN, number)
            sentences.add(str(path))
        else:
            content = number_picture(number)
        path.write_bytes(content)
        paths.append(str(path))
    return paths, broken, sentences


def peak(process):
    """Peak resident memory of a process, in MiB."""
    try:
        with open(f"/proc/{process}/status") as status:
            return next((int(line.split()[1]) >> 10 for line in status if line.startswith("VmHWM:")), 0)
    except OSError:
        return 0


class Growing:
    """Counts the lines of a growing file, reading only what is new."""

    def __init__(self, path):
        self.path, self.position, self.count = path, 0, 0

    def lines(self):
        with open(self.path, "rb") as file:
            file.seek(self.position)
            new = file.read()
        # On restart the filter cuts off an unfinished line; it is counted when it is written again.
        whole = new[:new.rfind(b"\n") + 1]
        self.position += len(whole)
        self.count += whole.count(b"\n")
        return self.count


class Watched:
    """One run of the filter that continues the records of earlier runs."""

    def __init__(self, home, listing, records, peaks):
        self.records, self.peaks = records, peaks
        with open(records, "ab") as output, open(home.root / "complaints", "ab") as complaints:
            self.process = subprocess.Popen(
                [home.programs / "ocr-scan", "bulk", "--files-from", listing, "--resume", records], stdout=output,
                stderr=complaints, stdin=subprocess.DEVNULL, env=home.environment)
        self.processor = 0.0
        self.status = None

    def workers(self):
        return [number for number, state, parent, _ in processes() if parent == self.process.pid and state != "Z"]

    def is_done(self):
        """Also samples memory and, at the end, the processor time of the filter and of the workers it reaped."""
        if self.status is None:
            self.peaks["filter"] = max(self.peaks["filter"], peak(self.process.pid))
            number, status, usage = os.wait4(self.process.pid, os.WNOHANG)
            if number:
                self.status = os.waitstatus_to_exitcode(status)
                self.process.returncode = self.status
                self.processor = usage.ru_utime + usage.ru_stime
        return self.status is not None


@case("issue 17.4", "bulk: filter and workers killed at random, then --resume", quick=False, turn="quiet", figures=True)
def bulk(home, quick):
    random = seeded(17)
    count = 100 if quick else int(os.environ.get("BULK", 1_000))
    folder = home.root / "pictures"
    folder.mkdir()
    paths, broken, sentences = make_pictures(folder, count)
    listing, records = home.root / "list", home.root / "records.jsonl"
    listing.write_text("".join(f"{path}\n" for path in paths))
    records.touch()
    peaks, killed, processor = collections.Counter(), collections.Counter(), 0.0
    # The filter is killed when it has written this many records.
    points = sorted(random.sample(range(count // 20, count * 9 // 10), FILTER_KILLS))
    written = Growing(records)
    began = time.monotonic()
    while True:
        run = Watched(home, listing, records, peaks)
        while not run.is_done():
            workers = run.workers()
            for worker in workers:
                peaks["worker"] = max(peaks["worker"], peak(worker))
            if workers and random.random() < 0.01:
                try:
                    os.kill(random.choice(workers), signal.SIGKILL)
                    killed["worker"] += 1
                except ProcessLookupError:
                    pass
            if points and written.lines() >= points[0]:
                points.pop(0)
                run.process.send_signal(signal.SIGKILL)
                killed["filter"] += 1
            time.sleep(0.1)
        processor += run.processor
        if run.status != -signal.SIGKILL:
            break
    expect(run.status == 0, f"the filter ended with status {run.status}: {(home.root / 'complaints').read_text()[-500:]}")
    expect(killed["filter"] == FILTER_KILLS, f"{killed['filter']} of {FILTER_KILLS} kills")
    found, errors = collections.Counter(), collections.Counter()
    with open(records) as lines:
        for line in lines:
            record = json.loads(line)
            found[record["id"]] += 1
            if record["id"] in sentences:
                expect(record["text"] == SENTENCE, f"{record['id']} says {record['text']}")
            code = (record["error"] or {}).get("code")
            # A number drawn in crude digits may be hard to read.
            if code not in (None, "no_text_found", "low_confidence"):
                errors[code] += 1
                expect(record["id"] in broken, f"a whole picture has the error {code}")
    lost, doubled = set(paths) - set(found), [name for name, times in found.items() if times > 1]
    expect(not lost and not doubled and len(found) == count, f"{len(lost)} lost, {len(doubled)} doubled, of {count}")
    expect(sum(errors.values()) == len(broken), f"{dict(errors)} for {len(broken)} broken pictures")
    expect(peaks["filter"] < 100, f"the filter has taken {peaks['filter']} MiB")
    return (f"{count} pictures, {len(broken)} broken, {killed['filter']} kills of the filter and {killed['worker']} of "
            f"workers: 0 lost, 0 doubled, {sum(errors.values())} with an error; at most {peaks['filter']} MiB in the "
            f"filter and {peaks['worker']} in a worker; {processor / count * 1000:.0f} ms of processor a picture, "
            f"{count / (time.monotonic() - began):.0f} a second")
