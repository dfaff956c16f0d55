#!/usr/bin/env python3
"""Screenshots of every kind for a running watcher, while everything around it fails at random.

    soak.py [--programs FOLDER] [--count 20000] [--seed 1]

Files: small pictures, known ones, scams, PNG, JPEG and WebP, copies with changed bytes, hostile ones as
`make fuzz-images` gives them to workers, slowly written and renamed ones. Meanwhile, at random: the watcher and its workers are
killed, the settings are read again, the disk is full, a second folder does not answer, the notification service is
stopped, and the time of day jumps. What the machine does not allow is left out and named.

At the end each file has exactly one entry, read or with a known failure, the service got each risk and only those; the history is
whole, and the last watcher, which has seen the second half, has not grown.
"""

import argparse
import os
import random
import shutil
import signal
import statistics
import subprocess
import sys
import threading
import time
from collections import Counter
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "Faults"), str(HERE.parent / "Fuzzing")]
from daemon import (  # noqa: E402
    BROKEN, CLEAN, NO_PNG, PICTURES, REPOSITORY, SCAM, Daemon, Failed, Home, SessionBus, Skipped, expect,
    number_picture, reports, variant, wait)
from folders import has_outcome  # noqa: E402
from fuse import Mount  # noqa: E402
from hostile_cases import SHIM  # noqa: E402
from jpeg_mutator import JPEGMutator  # noqa: E402
from png_mutator import PNGMutator  # noqa: E402
from webp_mutator import WebPMutator  # noqa: E402

# What a file may end with: read, or one of these.
FAILURES = {
    "no_text_found", "low_confidence", "unsupported_format", "truncated", "corrupt_image", "image_too_large", "timed_out",
    "recognition_failed", "worker_crashed", "quarantined"}
KINDS = {"known": 30, "new": 20, "scam": 4, "format": 12, "changed": 12, "mutated": 12, "hostile": 4, "damaged": 2,
         "slow": 2, "renamed": 2}


class Bus(SessionBus):
    """With a notification service."""

    # Most seconds between a notification and the line that tells of it in the watcher's log, on a busy machine.
    PROMPT = 2

    def __init__(self, home):
        super().__init__(home)
        self.log, self.events = home.root / "notifications", home.root / "state/ocr-scan"
        self.log.touch()
        self.start_service()

    def start_service(self):
        self.service = subprocess.Popen(
            [sys.executable, HERE / "notifications.py", self.path, self.log, self.events])

    def replace_service(self):
        """A new one gets again what the old one has not answered in time."""
        self.service.kill()
        self.service.wait()
        self.start_service()

    @property
    def lines(self):
        return [line.split() for line in self.log.read_text().splitlines()]

    @property
    def shown(self):
        """The icons of all notifications."""
        return [line[3] for line in self.lines if line[0] == "sent"]

    def proved(self):
        """The scans whose alerts the watcher told of because of a notification.

        A notification names no screenshot, but its buttons tell whether it is about one or several, and the watcher logs an
        alert as soon as it has the service's answer. So each needs a notification in the two seconds before, not counting
        time in which the service was stopped, and one about one screenshot serves a single alert. None is owed for a kill:
        what a killed watcher has not logged the next one shows again, and a new service reads what the old one has not
        noted. Hidden stays only what is never sent within two seconds after one about several, or one of a killed watcher."""
        waiting, scans = [], set()
        for what, time_, word, *rest in self.lines:
            if what == "sent":
                waiting += [(float(time_), word)] * rest[0].startswith("security-")
                continue
            waiting = [alert for alert in waiting if float(time_) - alert[0] <= self.PROMPT]
            if waiting:
                scans.add(word)
                if waiting[0][1] == "one":
                    waiting.pop(0)
        return scans

    def suspend(self, seconds):
        self.service.send_signal(signal.SIGSTOP)
        time.sleep(seconds)
        self.service.send_signal(signal.SIGCONT)

    def end(self):
        self.service.kill()
        self.service.wait()
        super().end()


class Soak:
    def __init__(self, home, count, seed):
        self.home, self.count, self.random = home, count, random.Random(seed)
        self.mutators = [kind(seed) for kind in (PNGMutator, JPEGMutator, WebPMutator)]
        self.hostile = [path.read_bytes() for path in sorted((PICTURES / "hostile").iterdir())
                        if path.stat().st_size < 20_000]
        self.formats = [path.read_bytes() for path in sorted((PICTURES / "formats").iterdir())]
        self.written, self.done, self.missing, self.threads = Counter(), Counter(), [], []
        self.remote, self.mount, self.bus, self.shim = [], None, None, {}
        self.prepare()

    # What is around the watcher

    def prepare(self):
        home = self.home
        self.try_to("full disk", lambda: home.mount_memory(home.data, 16_384 + 12 * self.count))
        self.has_disk = bool(home.mounts)
        self.try_to("hanging folder", self.prepare_folder)
        self.try_to("notifications", self.prepare_bus)
        self.try_to("clock", self.prepare_clock)

    def try_to(self, what, body):
        try:
            body()
        except Skipped as reason:
            self.missing.append(f"{what} ({reason})")

    def prepare_folder(self):
        remote, shown = self.home.root / "Remote", self.home.root / "Mounted"
        remote.mkdir()
        shown.mkdir()
        self.mount = Mount(self.home, remote, shown)

    def prepare_bus(self):
        if not shutil.which("dbus-daemon"):
            raise Skipped("there is no dbus-daemon")
        self.bus = Bus(self.home)

    def prepare_clock(self):
        if not shutil.which("gcc"):
            raise Skipped("there is no gcc")
        source, library, clock = (self.home.root / name for name in ("clock.c", "clock.so", "clock"))
        source.write_text(SHIM)
        subprocess.run(["gcc", "-shared", "-fPIC", "-o", library, source], check=True)
        clock.write_text("0")
        self.shim = {"LD_PRELOAD": str(library), "CLOCK_FILE": str(clock)}

    def daemon(self):
        environment = dict(self.shim)
        if self.bus:
            environment |= self.bus.environment()
        also = [self.mount.place] if self.mount else []
        return Daemon(self.home, environment={**environment, "OCR_SCAN_SCAN_TIMEOUT": "20"}, also=also)

    # Files

    def write(self, number):
        chance = self.random
        kind = chance.choices(list(KINDS), list(KINDS.values()))[0]
        self.written[kind] += 1
        name = f"{number}.png"
        if kind == "known":
            content = variant(CLEAN, chance.randrange(20))
        elif kind == "new":
            content = number_picture(number)
        elif kind == "scam":
            content = variant(SCAM, chance.randrange(1 << 20))
        elif kind == "format":
            content = variant(chance.choice(self.formats), chance.randrange(40))
        elif kind == "changed":
            content = bytearray(chance.choice([CLEAN, SCAM, *self.formats]))
            for _ in range(chance.choice([1, 1, 8, 64])):
                content[chance.randrange(len(content))] = chance.randrange(256)
        elif kind == "mutated":
            content = chance.choice(self.mutators).make()
        elif kind == "hostile":
            content = chance.choice(self.hostile)
        elif kind == "damaged":
            content = variant(chance.choice([BROKEN, NO_PNG]), number)
        else:
            content = variant(CLEAN, 1_000 + number)
        if self.mount and chance.random() < 0.02:
            self.home.write(name, bytes(content), self.home.root / "Remote")
            self.remote.append(os.path.join(self.mount.place, name))
        elif kind == "slow":
            self.threads.append(threading.Thread(target=self.write_slowly, args=(name, content)))
            self.threads[-1].start()
        else:
            self.home.write(name, bytes(content))
            if kind == "renamed":
                time.sleep(chance.uniform(0, 0.1))
                os.rename(self.home.folder / name, self.home.folder / f"{number}-renamed.png")

    def write_slowly(self, name, content):
        with open(self.home.folder / name, "wb", buffering=0) as file:
            for part in range(4):
                file.write(content[part * len(content) // 4 : (part + 1) * len(content) // 4])
                time.sleep(0.3)

    # Faults

    def fault(self, daemon):
        """One fault, that passes before this returns."""
        faults = [self.kill_workers, self.reload]
        faults += [self.fill_disk] * self.has_disk + [self.hang] * bool(self.mount) + [self.suspend] * bool(self.bus)
        faults += [self.jump] * bool(self.shim)
        chosen = self.random.choice(faults)
        self.done[chosen.__name__] += 1
        chosen(daemon)

    def kill_workers(self, daemon):
        for _ in range(3):
            children = daemon.children()
            if children:
                try:
                    os.kill(self.random.choice(children)[0], signal.SIGKILL)
                except ProcessLookupError:
                    pass
            time.sleep(0.1)

    def reload(self, daemon):
        self.home.settings.write_text(f"alert_duration: {self.random.randrange(5, 60)} s\n")
        daemon.send(signal.SIGHUP)

    def fill_disk(self, daemon):
        filler = self.home.data / "filler"
        with open(filler, "wb", buffering=0) as file:
            os.chmod(filler, 0o600)
            try:
                while True:
                    file.write(b"x" * 4096)
            except OSError:
                pass
        time.sleep(self.random.uniform(0.5, 3))
        filler.unlink()

    def hang(self, daemon):
        self.mount.stop_answering("*")
        time.sleep(self.random.uniform(0.5, 4))
        self.mount.answer()

    def suspend(self, daemon):
        self.bus.suspend(self.random.uniform(0.5, 8))

    def jump(self, daemon):
        Path(self.shim["CLOCK_FILE"]).write_text(str(self.random.choice([0, 3_600, 86_400, -86_400])))

    # The run

    def settle(self, daemon):
        for thread in self.threads:
            thread.join()
        self.home.settle(daemon)
        wait(lambda: all(has_outcome(self.home, path) for path in self.remote), 300,
             f"files of the second folder have no outcome ({daemon.status})")

    def run(self):
        home, daemon = self.home, self.daemon()
        step = max(1, self.count // 200)
        for begin in range(0, self.count // 2, step):
            for number in range(begin, min(begin + step, self.count // 2)):
                self.write(number)
            time.sleep(self.random.uniform(0, 0.5))
            what = self.random.choice(["kill", "stop", "fault", "fault"])
            if what == "fault":
                self.fault(daemon)
                continue
            self.done[f"{what} of the watcher"] += 1
            daemon.kill() if what == "kill" else daemon.stop()
            daemon = self.daemon()
        self.settle(daemon)
        # One watcher handles the other half, to see what grows.
        daemon.stop()
        daemon, samples = self.daemon(), []
        step = max(1, self.count // 40)
        for begin in range(self.count // 2, self.count, step):
            for number in range(begin, min(begin + step, self.count)):
                self.write(number)
                if number % 10 == 0:
                    self.fault(daemon)
            self.settle(daemon)
            samples.append((self.memory_at_rest(daemon), daemon.descriptor_count))
        if self.bus and self.not_shown():
            time.sleep(10)
            self.bus.replace_service()
            wait(lambda: not self.not_shown(), 60, f"{len(self.not_shown())} risks are not shown", pause=1)
        self.check(daemon, samples[len(samples) // 4 :])

    def memory_at_rest(self, daemon):
        """What it needed for reading is given back after three seconds of rest, which begins when the last alert was shown
        and the last name of a renamed file was looked at: up to seven seconds were seen."""
        time.sleep(12)
        return daemon.private_memory

    def not_shown(self):
        """Pictures that are a risk, of which the service has no copy. What waits when a watcher ends is shown by the next."""
        rows = self.home.query(
            "SELECT path, uuid, sha256 FROM entry WHERE risk_level IN ('medium', 'high') AND source = 'auto'")
        pictures, proved = {uuid.lower(): sha256 for _, uuid, sha256 in rows}, self.bus.proved()
        # A scan that a full disk kept out of the history before its watcher was killed. The next one scans the file again,
        # and knows that the picture was shown.
        if proved - pictures.keys():
            for daemon in self.home.daemons:
                pictures.update((report["id"].lower(), report["sha256"]) for report in reports(daemon))
        shown = {pictures.get(scan) for scan in proved}
        return [path for path, _, sha256 in rows if sha256 not in shown]

    def check(self, daemon, samples):
        home = self.home
        bad = home.query("SELECT DISTINCT error_code FROM entry WHERE error_code IS NOT NULL")
        unknown = {code for (code,) in bad} - FAILURES
        expect(not unknown, f"files end with {unknown}")
        files = home.check(daemon)
        [(risks, pictures)] = home.query(
            "SELECT count(*), count(DISTINCT sha256) FROM entry WHERE risk_level IN ('medium', 'high')")
        shown = self.bus.shown if self.bus else []
        alerts = sum(icon.startswith("security-") for icon in shown)
        memory, descriptors = zip(*samples)
        half = len(memory) // 2
        halves = [round(statistics.median(part)) for part in (memory[:half], memory[half:])]
        print(f"{files + len(self.remote)} files ({dict(self.written)}), {dict(self.done)}: 0 lost, 0 doubled; {risks} risks, "
              f"{pictures} of them different, "
              f"{alerts} of {len(shown)} notifications about them; private memory {min(memory)} to {max(memory)} KiB, "
              f"{halves[0]} and {halves[1]} in the middle of each half, "
              f"{min(descriptors)} to {max(descriptors)} descriptors"
              + (f"; left out: {'; '.join(self.missing)}" if self.missing else ""))
        # Copies stay silent. A watcher that is killed may not have noted what it has just shown.
        kills = self.done["kill of the watcher"]
        expect(alerts <= pictures + kills, f"{alerts} alerts of {pictures} pictures with a risk and {kills} kills")
        expect(max(memory) - min(memory) <= 4096, "the private memory of the watcher is not flat")
        # Nor does it rise slowly.
        expect(halves[1] - halves[0] <= 2048, "the private memory of the watcher rises")
        # As in the case `soak`: two spare workers with three descriptors each, two files being read, idle threads.
        expect(max(descriptors) - min(descriptors) <= 14, "the descriptors of the watcher are not flat")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--programs", default=REPOSITORY / ".build/release", type=Path)
    parser.add_argument("--count", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    home = Home(arguments.programs.resolve())
    soak = None
    try:
        soak = Soak(home, arguments.count, arguments.seed)
        soak.run()
    except Failed as reason:
        if home.daemons:
            print(home.daemons[-1].errors[-2_000:], file=sys.stderr)
        sys.exit(f"FAILED with --seed {arguments.seed} --count {arguments.count}: {reason}")
    finally:
        if soak and soak.mount:
            soak.mount.end()
        if soak and soak.bus:
            soak.bus.end()
        home.end()


main()
