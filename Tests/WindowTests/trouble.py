"""Walks on desktops with a fault: each fault has an explanation and a way out."""
import json
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
        # Another program begins the history anew: that one is shown, and judged.
        for name in os.listdir(os.path.dirname(store(desktop))):
            if name.startswith("history.sqlite"):
                os.remove(os.path.join(os.path.dirname(store(desktop)), name))
        desktop.scan(CLEAN, SCAM)
        desktop.text("2 screenshots")
        desktop.again("2")
        desktop.text("What to do now")
        desktop.press("Not a Scam")
        eventually("the verdict", lambda: desktop.entry(2)["verified"] == "not_scam")


def many_entries(path, count):
    """Makes an entry many, and the table by which a version is told unreadable: the history cannot be opened, but read."""
    with sqlite3.connect(path) as history:
        columns = [row[1] for row in history.execute("PRAGMA table_info(entry)")]
        entry = dict(zip(columns, history.execute("SELECT * FROM entry").fetchone()))
        report = json.loads(entry["report"])
        def rows():
            for number in range(count):
                identifier = "00000000-0000-4000-8000-%012d" % number
                yield [{"id": None, "uuid": identifier, "sha256": None, "report": json.dumps({**report, "id": identifier})}.get(
                    name, entry[name]) if name in ("id", "uuid", "sha256", "report") else entry[name] for name in columns]
        history.executemany("INSERT INTO entry VALUES (%s)" % ", ".join("?" * len(columns)), rows())
        history.commit()
        history.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        size = history.execute("PRAGMA page_size").fetchone()[0]
        places = history.execute("SELECT rootpage FROM sqlite_master WHERE tbl_name = 'grdb_migrations'").fetchall()
    history.close()
    with open(path, "r+b") as file:
        for (page,) in places:
            file.seek((page - 1) * size)
            file.write(b"\xa5" * size)


def twice(programs):
    """Somebody tries again while a new history is begun: the window opens once, with one page of each kind."""
    with Desktop(programs, settings=QUIET) as desktop:
        desktop.scan(SCAM)
        many_entries(store(desktop), 10000)
        desktop.open()
        desktop.text("History Is Damaged")
        again = next(node for node in desktop.find(name="Try Again", all=True) if "button" in node.role)
        desktop.press("Start a New History")
        folder = os.path.dirname(store(desktop))
        eventually("a new history", lambda: any(name.startswith("history.corrupt-") for name in os.listdir(folder))
                   and os.path.exists(store(desktop)))
        assert not desktop.find(name="entries of the damaged history"), "the new history was there before anybody tried again"
        assert desktop.find(name="Try Again"), "the page was gone before anybody tried again"
        # The button does not answer meanwhile; whoever reaches it all the same must not open the history twice.
        again.press()
        desktop.text("entries of the damaged history are in the new one")
        pages = [node.name for node in desktop.find(name="Overview", all=True) if "button" in node.role or "tab" in node.role]
        assert len(pages) == 1, "there are the pages %s" % pages
        with open(os.path.join(desktop.folder, "window.log")) as log:
            said = log.read()
        assert "CRITICAL" not in said and "WARNING" not in said, said


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


def locked(programs):
    """Another program holds the history: the verdict is shown all the same, and that it could not be kept is said."""
    with Desktop(programs, settings=QUIET) as desktop:
        desktop.scan(CLEAN)
        desktop.open()
        desktop.text("1 screenshot")
        history = sqlite3.connect(store(desktop), isolation_level=None)
        history.execute("BEGIN IMMEDIATE")
        desktop.again(os.path.join(IMAGES, SCAM))
        desktop.text("The history could not be saved")
        eventually("the verdict", lambda: desktop.find(name="virus-push-crop.png: high risk"))
        history.close()


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
        desktop.text("I see nothing that looks like a scam")
        shutil.copy(os.path.join(IMAGES, CLEAN), shot)
        desktop.again("2")
        desktop.text("There is another picture under this name now")
        with sqlite3.connect(store(desktop)) as history:
            history.execute("UPDATE entry SET report = '{' WHERE id = 1")
        desktop.again("1")
        desktop.text("Choose a Screenshot")
