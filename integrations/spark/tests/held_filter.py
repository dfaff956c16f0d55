#!/usr/bin/env python3
"""Stands in for `ocr-scan bulk`: passes everything through, but waits if something is to be killed.

While HELD_FOLDER has a file "wanted", the first filter that has given a record takes it: renames it to "held-PID", with
the filter's process number, and passes on neither inputs nor records until that file is gone. So whatever is killed
meanwhile has work left. HELD_PROGRAM is the real program.
"""

import os
import pathlib
import subprocess
import sys
import threading
import time

# Inputs to pass on before the first record.
FIRST_INPUTS = 2


def feed(pipe, may_go_on):
    try:
        for number, line in enumerate(sys.stdin.buffer):
            if number == FIRST_INPUTS:
                may_go_on.wait()
            pipe.write(line)
            pipe.flush()
        pipe.close()
    except BrokenPipeError:
        pass  # the filter was killed; its status tells


def wait_if_wanted(folder, process):
    held = folder / f"held-{process}"
    try:
        os.rename(folder / "wanted", held)
    except FileNotFoundError:
        return
    while held.exists():
        time.sleep(0.02)


def main():
    folder = pathlib.Path(os.environ.pop("HELD_FOLDER"))
    process = subprocess.Popen(
        [os.environ.pop("HELD_PROGRAM"), *sys.argv[1:]], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    may_go_on = threading.Event()
    threading.Thread(target=feed, args=(process.stdin, may_go_on), daemon=True).start()
    try:
        for line in process.stdout:
            sys.stdout.buffer.write(line)
            sys.stdout.buffer.flush()
            if not may_go_on.is_set():
                wait_if_wanted(folder, process.pid)
                may_go_on.set()
    except BrokenPipeError:
        process.kill()
    status = process.wait()
    os._exit(status if status >= 0 else 128 - status)


if __name__ == "__main__":
    main()
