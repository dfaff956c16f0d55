"""Walks on desktops with a fault: each fault has an explanation and a way out."""
import os
import shutil

from desktop import IMAGES, QUIET, SCAM, Desktop, eventually


def trouble(programs):
    """A damaged history is set aside and reported; one that cannot be opened gets its own page; without a worker,
    scanning reports what is missing."""
    damaged(programs)
    no_place(programs)
    no_worker(programs)


def damaged(programs):
    desktop = Desktop(programs, settings=QUIET)
    try:
        desktop.scan(SCAM)
        path = os.path.join(desktop.environment["XDG_DATA_HOME"], "ocr-scan/history.sqlite")
        with open(path, "r+b") as file:
            file.seek(0)
            file.write(b"this is no history" * 400)
        desktop.open()
        desktop.text("No Screenshots Yet")
        kept = [name for name in os.listdir(os.path.dirname(path)) if name.startswith("history.corrupt-")]
        assert kept, "the damaged history is gone"
        # It works again.
        desktop.scan(SCAM)
        desktop.text("1 screenshot")
    finally:
        desktop.close()


def no_place(programs):
    desktop = Desktop(programs, settings=QUIET)
    try:
        # A file in place of the folder: nobody can create anything there, not even root.
        shutil.rmtree(desktop.environment["XDG_DATA_HOME"])
        with open(desktop.environment["XDG_DATA_HOME"], "w"):
            pass
        desktop.open()
        eventually("the problem", lambda: desktop.find(name="history"))
        # The window can still be closed by keys.
        desktop.key("ctrl+q")
        eventually("the end", lambda: not os.path.exists("/proc/%d" % desktop.pid))
    finally:
        desktop.close()


def no_worker(programs):
    folder = None
    desktop = Desktop(programs, settings=QUIET)
    try:
        folder = desktop.make("programs")
        for name in os.listdir(programs):
            if name in ("ocr-scan", "ocr-scan-window"):
                shutil.copy(os.path.join(programs, name), folder)
            elif name.endswith(".resources"):
                os.symlink(os.path.join(programs, name), os.path.join(folder, name))
        desktop.programs = folder
        desktop.open(os.path.join(IMAGES, SCAM))
        eventually("the problem", lambda: desktop.find(name="ocr-scan-worker"))
    finally:
        desktop.close()
