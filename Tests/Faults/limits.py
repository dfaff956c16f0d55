"""Memory limits, and faults of the environment: settings that others can change, full disks, other versions."""

import os
import re
import shutil
import sqlite3
import subprocess
from pathlib import Path

from cases import case
from daemon import CLEAN, SCAM, Daemon, Skipped, expect, large_picture, reports, variant, wait


def number_of(path):
    return int(Path(path).read_text())


def call_filters(process):
    try:
        status = Path(f"/proc/{process}/status").read_text()
    except OSError:  # it has ended
        return -1
    return int(re.search(r"^Seccomp_filters:\s+(\d+)$", status, re.MULTILINE)[1])


@case("T15", "a worker asks for memory without end (gdb), and gets a picture afterwards")
def greedy_worker(home, quick):
    if not shutil.which("gdb"):
        raise Skipped("gdb is not installed")
    daemon = Daemon(home)
    wait(lambda: daemon.children(), 60, "there is no spare worker")
    # A worker confines itself last before it is ready: it adds its own system call filter to those it inherits from the
    # daemon (proc(5), Seccomp_filters).
    def confined():
        workers = [child for child, _ in daemon.children()]
        return [worker for worker in workers if call_filters(worker) > call_filters(daemon.id)]
    wait(confined, 60, "no worker confines itself")
    worker = confined()[0]
    limit = re.search(r"Max address space +(\d+)", Path(f"/proc/{worker}/limits").read_text())
    expect(limit, "a worker may take all memory there is")
    before = daemon.private_memory
    script = ["set $n = 0", "while ((long) ((void *(*)(unsigned long)) malloc)(16777216)) != 0 && $n < 4096",
              "set $n = $n + 1", "end", 'printf "MiB %d\\n", $n * 16']
    (home.root / "script").write_text("\n".join(script))
    result = subprocess.run(["gdb", "-p", str(worker), "-batch", "-nx", "-x", home.root / "script"],
                            capture_output=True, text=True, timeout=300)
    found = re.search(r"^MiB (\d+)$", result.stdout, re.MULTILINE)
    if not found:
        raise Skipped(f"gdb cannot call into a worker: {result.stderr[-200:]}")
    got = int(found[1])
    expect(0 < got <= int(limit[1]) >> 20, f"it got {got} MiB")
    grown = daemon.private_memory - before
    expect(grown < 2048, f"the daemon has grown by {grown} KiB")
    for number in range(3):
        home.write(f"{number}.png", variant(CLEAN, number))
    home.settle(daemon)
    failed = home.query("SELECT error_code FROM entry WHERE error_code IS NOT NULL")
    expect(not failed, f"screenshots are blamed for it: {failed}")
    return f"malloc fails after {got} MiB; the daemon grew by {grown} KiB; {home.check(daemon)} outcomes, no picture blamed"


@case("X07", "whom the kernel would end where memory is short (oom_score)")
def short_of_memory(home, quick):
    daemon = Daemon(home)
    scores = {}
    home.write("large.png", large_picture())
    def look():
        for child, _ in daemon.children():
            try:
                seen = (number_of(f"/proc/{child}/oom_score"), number_of(f"/proc/{daemon.id}/oom_score"))
                scores[child] = max(scores.get(child, seen), seen)
            except OSError:
                pass
        return home.count("entry") == 1
    wait(look, 120, "the picture is not read")
    expect(scores, "no worker was seen")
    # Compared at their largest: a worker that has just started holds no memory worth reclaiming.
    expect(all(worker > own for worker, own in scores.values()), f"the daemon would be ended before its worker: {scores}")
    worker, own = max(scores.values())
    unit = Path(__file__).resolve().parents[2] / "systemd/ocr-scand.service"
    expect("\nOOMPolicy=continue\n" in unit.read_text(), "systemd would end the daemon with its worker")
    home.check(daemon)
    return f"worker {worker}, daemon {own}: the worker; the unit goes on without it (OOMPolicy=continue)"


@case("X11", "settings that others can change, or with an unknown key")
def foreign_settings(home, quick):
    def start():
        return subprocess.run(
            [home.programs / "ocr-scand", "--directory", home.folder], env=home.environment, capture_output=True,
            text=True, timeout=60)
    other = home.root / "elsewhere.yaml"
    def refuse(what, word):
        ended = start()
        expect(ended.returncode == 78, f"{what}: status {ended.returncode}")
        expect(word in ended.stderr, f"{what}: {ended.stderr}")
    for mode in [0o664, 0o646]:
        home.settings.write_text("alert_level: high\n")
        os.chmod(home.settings, mode)
        refuse(f"mode {mode:o}", "can be changed by other users")
    home.settings.unlink()
    other.write_text("alert_level: high\n")
    os.chmod(other, 0o666)
    home.settings.symlink_to(other)
    refuse("link to a file that others can write", "can be changed by other users")
    refused = 3
    if os.geteuid() == 0:
        os.chmod(other, 0o644)
        os.chown(other, 65534, 65534)
        refuse("link to a file of another user", "belongs to another user")
        refused += 1
    home.settings.unlink()
    home.settings.write_text("allert_level: high\n")
    os.chmod(home.settings, 0o600)
    refuse("unknown key", "did you mean")
    # Under a running daemon, the previous settings stay in force.
    home.settings.write_text("alert_level: high\n")
    daemon = Daemon(home)
    os.chmod(home.settings, 0o666)
    home.settings.write_text("alert_level: medium\n")
    wait(lambda: "The settings of before stay in force" in daemon.errors, 60, "nobody is told")
    home.write("0.png", CLEAN)
    home.settle(daemon)
    home.check(daemon)
    return f"{refused + 1} refused at the start with status 78 and the reason; while it runs those of before stay"


@case("X12", "started on a disk that is full, or read-only, then there is room")
def no_room_at_start(home, quick):
    results = []
    for fault in ["full", "read-only"]:
        disk = home.root / fault
        home.mount_memory(disk, 1024)
        folders = {f"XDG_{name.upper()}_HOME": str(disk / name) for name in ["data", "state", "config"]}
        filler = disk / "filler"
        if fault == "full":
            with open(filler, "wb", buffering=0) as file:
                try:
                    while True:
                        file.write(b"x" * 4096)
                except OSError:
                    pass
        else:
            subprocess.run(["mount", "-o", "remount,ro", disk], check=True)
        name = f"{fault}.png"
        home.write(name, variant(CLEAN, len(fault)))
        daemon = Daemon(home, environment=folders)
        wait(lambda: daemon.status.startswith("trouble: ") or not daemon.is_running, 60, "no status tells of it")
        expect(daemon.is_running, f"{fault}: it ended: {daemon.errors[-300:]}")
        warned = f"{fault}-scam.png"
        home.write(warned, variant(SCAM, len(fault)))
        wait(lambda: any(report["risk_level"] == "high" for report in reports(daemon)), 60,
             f"{fault}: nobody is warned")
        expect(not any(name in str(report["path"]) for report in reports(daemon)),
               f"{fault}: what was there before is scanned, although the history may know it")
        checkup = subprocess.run(
            [home.programs / "ocr-scan", "doctor"], env={**home.environment, **folders}, capture_output=True, text=True)
        expect("✗ History" in checkup.stdout, f"{fault}: the checkup finds nothing: {checkup.stdout[-600:]}")
        told = daemon.errors.count("Couldn't")
        expect(told <= 2, f"{fault}: told {told} times")
        if fault == "full":
            filler.unlink()
        else:
            subprocess.run(["mount", "-o", "remount,rw", disk], check=True)
        database = disk / "data/ocr-scan/history.sqlite"
        def scanned():
            try:
                connection = sqlite3.connect(f"file:{database}?mode=ro", uri=True, timeout=30)
                try:
                    return all(
                        connection.execute("SELECT count(*) FROM entry WHERE path = ?",
                                           [os.fsencode(home.folder / file)]).fetchone()[0] == 1
                        for file in [name, warned])
                finally:
                    connection.close()
            except sqlite3.Error:
                return False
        wait(scanned, 90, f"{fault}: the screenshots are not in the history")
        expect(sum(warned in str(report["path"]) for report in reports(daemon)) == 1, f"{fault}: scanned twice")
        daemon.stop()
        results.append(fault)
    return f"{' and '.join(results)}: it scans and warns, says why once, and stores all when it can"


OTHER_VERSION = r"""
#include <unistd.h>
/* Says that it is ready in the words of another version of the protocol, and waits. */
int main(void) {
  static const unsigned char ready[18] = {0x4F, 0x43, 0x52, 0x53, 99, 1};
  if (write(1, ready, sizeof ready) < 0) return 1;
  sleep(30);
  return 0;
}
"""


@case("X15", "the worker's program is replaced by the same, then by another version")
def replaced_worker(home, quick):
    compiler = shutil.which("cc") or shutil.which("clang")
    if not compiler:
        raise Skipped("no C compiler")
    worker = home.own_programs()
    same, other = worker.with_name("same"), worker.with_name("other")
    shutil.copy2(worker, same)
    (home.root / "other.c").write_text(OTHER_VERSION)
    subprocess.run([compiler, "-static", "-o", other, home.root / "other.c"], check=True, capture_output=True)
    daemon = Daemon(home)
    def end_spares():
        for child, _ in daemon.children():
            try:
                os.kill(child, 9)
            except ProcessLookupError:
                pass
    shutil.copy2(same, home.root / "again")
    os.replace(same, worker)
    end_spares()
    home.write("0.png", CLEAN)
    home.settle(daemon)
    os.replace(other, worker)
    end_spares()
    for number in range(1, 4):
        home.write(f"{number}.png", variant(CLEAN, number))
    wait(lambda: daemon.status.startswith("trouble: "), 120, "no status tells of it")
    said = daemon.errors
    expect("version" in said, f"nobody is told what is wrong: {said[-400:]}")
    expect(home.count("entry") == 1, "screenshots are blamed for it")
    shutil.move(home.root / "again", worker)
    end_spares()
    home.settle(daemon, seconds=180)
    failed = home.query("SELECT error_code FROM entry WHERE error_code IS NOT NULL")
    expect(not failed, f"screenshots are blamed for it: {failed}")
    return f"{home.check(daemon)} outcomes, no picture blamed; another version is refused and said"
