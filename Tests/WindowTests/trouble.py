"""Walks on desktops with a fault: each fault has an explanation and a way out."""
import os
import shutil
import sqlite3

from desktop import CLEAN, IMAGES, QUIET, SCAM, Desktop, eventually


def store(desktop):
    """The file of the history."""
    return os.path.join(desktop.environment["XDG_DATA_HOME"], "ocr-scan/history.sqlite")


def damaged(programs):
    """A damaged history is said; the user has it set aside, and a new one begins with what could be read."""
    with Desktop(programs, settings=QUIET) as desktop:
        desktop.scan(SCAM)
        with open(store(desktop), "r+b") as file:
            file.write(b"this is no history" * 400)
        desktop.open()
        desktop.text("History Is Damaged")
        before = desktop.text("History Is Damaged").address
        desktop.press("Try Again")
        # The page comes anew; a button of the one before does nothing any more.
        eventually("another page", lambda: desktop.text("History Is Damaged").address != before)
        desktop.press("Start a New History")
        desktop.text("No Screenshots Yet")
        kept = [name for name in os.listdir(os.path.dirname(store(desktop))) if name.startswith("history.corrupt-")]
        assert kept, "the damaged history is gone"
        # It works again.
        desktop.scan(SCAM)
        desktop.text("1 screenshot")


def no_place(programs):
    """A history that cannot be opened is a page of its own, and the window can still be left."""
    with Desktop(programs, settings=QUIET) as desktop:
        # A file in the place of the folder: nobody can make anything there, root neither.
        shutil.rmtree(desktop.environment["XDG_DATA_HOME"])
        with open(desktop.environment["XDG_DATA_HOME"], "w"):
            pass
        desktop.open()
        desktop.text("Problem")
        desktop.text(desktop.environment["XDG_DATA_HOME"])
        desktop.key("ctrl+q")
        desktop.ended()


def read_only(programs):
    """Nothing can be written: that is said, and the window can be left."""
    with Desktop(programs, settings=QUIET) as desktop:
        desktop.scan(SCAM)
        folders = [desktop.environment[name] for name in ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME")]
        if os.geteuid() == 0:
            # Permissions mean nothing to root.
            script = 'for folder in %s; do mount --bind "$folder" "$folder"; mount -o remount,ro,bind "$folder"; done; exec "$0" "$@"'
            before = ["unshare", "--mount", "sh", "-c", script % " ".join(folders)]
        else:
            before = []
            for folder in folders:
                for place, _, _ in os.walk(folder):
                    os.chmod(place, 0o500)
        desktop.open(before=before)
        desktop.text("Couldn't Read History")
        desktop.press("Try Again")
        desktop.text("Couldn't Read History")
        desktop.key("ctrl+q")
        desktop.ended()


def no_worker(programs):
    """Without a worker scanning says what is missing."""
    with Desktop(programs, settings=QUIET) as desktop:
        folder = desktop.make("programs")
        for name in os.listdir(programs):
            if name in ("ocr-scan", "ocr-scan-window"):
                shutil.copy(os.path.join(programs, name), folder)
            elif name.endswith(".resources"):
                os.symlink(os.path.join(programs, name), os.path.join(folder, name))
        desktop.programs = folder
        desktop.open(os.path.join(IMAGES, SCAM))
        eventually("the problem", lambda: desktop.find(name="ocr-scan-worker"))


def no_picture(programs):
    """The screenshot is gone, or another one has its name: the verdict stays, and why there is no picture is said. An entry
    that cannot be read is no page at all."""
    with Desktop(programs, settings=QUIET) as desktop:
        desktop.scan(CLEAN, SCAM)
        shot = os.path.join(desktop.screenshots, os.path.basename(SCAM))
        os.remove(shot)
        desktop.open("2")
        desktop.text("What to do now")
        desktop.text("The screenshot was deleted or moved")
        desktop.again("1")
        desktop.text("Nothing suspicious")
        shutil.copy(os.path.join(IMAGES, CLEAN), shot)
        desktop.again("2")
        desktop.text("There is another picture under this name now")
        with sqlite3.connect(store(desktop)) as history:
            history.execute("UPDATE entry SET report = '{' WHERE id = 1")
        desktop.again("1")
        desktop.text("Choose a Screenshot")
