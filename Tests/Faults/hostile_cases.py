"""Faults of the environment: language data, the clock, file systems that do not answer."""

import glob
import shutil
import subprocess
import time

from cases import case
from daemon import CLEAN, SCAM, Daemon, Skipped, expect, variant

# Shifts only the time of day, by an amount read from a file.
SHIM = r"""
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>
static long moved(void) {
  char text[32] = {0};
  FILE *file = fopen(getenv("CLOCK_FILE"), "r");
  if (!file) return 0;
  long seconds = fgets(text, sizeof text, file) ? atol(text) : 0;
  fclose(file);
  return seconds;
}
int clock_gettime(clockid_t clock, struct timespec *time) {
  int status = (int)syscall(SYS_clock_gettime, clock, time);
  if (status == 0 && clock == CLOCK_REALTIME) time->tv_sec += moved();
  return status;
}
int gettimeofday(struct timeval *time, void *zone) {
  int status = (int)syscall(SYS_gettimeofday, time, zone);
  if (status == 0) time->tv_sec += moved();
  return status;
}
"""


@case("O05", "language data cut short, empty, or of another kind")
def language_data(home, quick):
    found = glob.glob("/usr/share/tesseract-ocr/*/tessdata/eng.traineddata")
    if not found or subprocess.run(["unshare", "-m", "true"], capture_output=True).returncode != 0:
        raise Skipped("mounts of its own are not allowed here")
    original = open(found[0], "rb").read()
    contents = {"cut": original[:len(original) // 2], "empty": b"", "other": b"no language data\n" * 1000}
    home.write("a.png", SCAM)
    for name, content in contents.items():
        broken = home.root / f"{name}.traineddata"
        broken.write_bytes(content)
        line = f"mount --bind '{broken}' '{found[0]}' && exec \"$@\""
        def run(*arguments):
            return subprocess.run(
                ["unshare", "-m", "sh", "-c", line, "sh", *arguments], env=home.environment, capture_output=True,
                text=True, timeout=120)
        scan = run(home.programs / "ocr-scan", "--json", "--no-history", home.folder / "a.png")
        expect(scan.returncode in (69, 70), f"{name}: the command ends with {scan.returncode}")
        expect('"risk_level":"unknown"' in scan.stdout, f"{name}: a screenshot that was not read was judged")
        daemon = run(home.programs / "ocr-scand", "--directory", home.folder)
        expect(daemon.returncode in (69, 70), f"{name}: the daemon ends with {daemon.returncode}")
        expect("Ready." not in daemon.stderr, f"{name}: the daemon says that it is ready")
    expect(home.count("entry") == 0, "there are outcomes although nothing could be read")
    return f"{len(contents)} kinds: not started, nothing judged"


@case("T19 S17", "the clock jumps by days, forward and back, while pictures are read")
def clock_jump(home, quick):
    compiler = shutil.which("gcc") or shutil.which("clang") or shutil.which("cc")
    if not compiler:
        raise Skipped("there is no C compiler")
    source, library, clock = (home.root / name for name in ("clock.c", "clock.so", "clock"))
    source.write_text(SHIM)
    subprocess.run([compiler, "-shared", "-fPIC", "-o", library, source], check=True)
    clock.write_text("0")
    home.settings.write_text("retention_days: 1\n")
    daemon = Daemon(home, environment={"LD_PRELOAD": str(library), "CLOCK_FILE": str(clock)})
    jumps = [0, 1, -2, 300, -300, 0]
    for number, days in enumerate(jumps):
        home.write(f"before-{number}.png", variant(SCAM, number))
        time.sleep(0.1)
        clock.write_text(str(days * 86_400))
        home.write(f"after-{number}.png", variant(CLEAN, number))
        home.settle(daemon)
    failed = home.query("SELECT error_code FROM entry WHERE error_code IS NOT NULL")
    expect(not failed, f"errors: {failed}")
    times = [row[0] for row in home.query("SELECT scanned_at FROM entry ORDER BY id")]
    expect(max(times) - min(times) > 500 * 86_400_000, "the clock did not jump")
    number = home.check(daemon)
    # The clock is right again: entries stored meanwhile must be dated by their neighbors.
    daemon = Daemon(home)
    daemon.stop()
    kept = home.count("entry")
    expect(kept == number, f"retention of one day deleted {number - kept} of {number} fresh entries")
    listed = home.scan("history", "list").stdout
    expect("after-5.png" in "\n".join(listed.splitlines()[:4]), f"the newest entry is not first: {listed[:400]}")
    return f"jumps of {', '.join(str(days) for days in jumps)} days: {number} outcomes, no time-out, none deleted as old"
