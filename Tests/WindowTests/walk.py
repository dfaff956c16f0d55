#!/usr/bin/python3
"""Walks through ocr-scan-window as a user would: on a real display server (Xvfb, or weston without a screen), with keys
and clicks from outside (xdotool), looking at it through its accessibility interface (AT-SPI) as a screen reader does.

Usage: walk.py --programs FOLDER [--only PART] [--pictures FOLDER]
"""
import argparse
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
IMAGES = os.path.join(ROOT, "testdata", "images")
PATIENCE = 90


def eventually(what, check, patience=PATIENCE):
    """Waits until check() gives something, and returns it."""
    end = time.monotonic() + patience
    while True:
        found = check()
        if found:
            return found
        if time.monotonic() > end:
            raise AssertionError("never happened: " + what)
        time.sleep(0.1)


class Desktop:
    """A display server, a session bus and the accessibility bus, with a home for an invented user."""

    def __init__(self, programs, wayland=False, settings=""):
        self.programs = programs
        self.folder = tempfile.mkdtemp(prefix="window-")
        self.processes = []
        runtime = self.make("run", 0o700)
        self.screenshots = self.make("home/Pictures/Screenshots")
        self.environment = {
            "HOME": os.path.join(self.folder, "home"), "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8",
            "XDG_RUNTIME_DIR": runtime, "XDG_CONFIG_HOME": self.make("config"), "XDG_DATA_HOME": self.make("data"),
            "XDG_STATE_HOME": self.make("state"), "OCR_SCAN_SCAN_TIMEOUT": "60", "GSK_RENDERER": "cairo",
            "DBUS_SESSION_BUS_ADDRESS": "unix:path=" + os.path.join(runtime, "bus"), "GTK_A11Y": "atspi",
            "GTK_USE_PORTAL": "0", "GSETTINGS_BACKEND": "memory",
        }
        if settings:
            folder = self.make("config/ocr-scan")
            with open(os.path.join(folder, "config.yaml"), "w") as file:
                file.write(settings)
        self.start("dbus-daemon", "--session", "--nofork", "--nopidfile", "--address=" + self.environment["DBUS_SESSION_BUS_ADDRESS"])
        eventually("the session bus", lambda: os.path.exists(os.path.join(runtime, "bus")))
        if wayland:
            self.environment.update({"WAYLAND_DISPLAY": "wayland-test", "GDK_BACKEND": "wayland"})
            self.start("weston", "--backend=headless-backend.so", "--socket=wayland-test", "--idle-time=0")
            eventually("the compositor", lambda: os.path.exists(os.path.join(runtime, "wayland-test")))
        else:
            read, write = os.pipe()
            os.set_inheritable(write, True)
            self.start("Xvfb", "-displayfd", str(write), "-screen", "0", "1280x900x24", "-nolisten", "tcp", pass_fds=[write])
            os.close(write)
            self.environment.update({"DISPLAY": ":" + os.read(read, 16).decode().strip(), "GDK_BACKEND": "x11"})
        os.environ.update(self.environment)
        import gi
        gi.require_version("Atspi", "2.0")
        from gi.repository import Atspi
        self.atspi = Atspi
        Atspi.init()

    def make(self, name, mode=0o700):
        path = os.path.join(self.folder, name)
        os.makedirs(path, mode=mode, exist_ok=True)
        return path

    def start(self, program, *arguments, **options):
        process = subprocess.Popen(
            [program, *arguments], env=self.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **options)
        self.processes.append(process)
        return process

    def scan(self, *names):
        """Scans pictures, so that the history has something."""
        paths = []
        for name in names:
            path = os.path.join(self.screenshots, os.path.basename(name))
            shutil.copy(os.path.join(IMAGES, name), path)
            paths.append(path)
        subprocess.run(
            [os.path.join(self.programs, "ocr-scan"), "--fail-on", "never", *paths], env=self.environment, check=True,
            stdout=subprocess.DEVNULL)

    def command(self, *arguments):
        return subprocess.run(
            [os.path.join(self.programs, "ocr-scan"), *arguments], env=self.environment, text=True,
            stdout=subprocess.PIPE).stdout

    def open(self, *arguments):
        """Starts the window and waits until it can be seen."""
        self.log = open(os.path.join(self.folder, "window.log"), "w+")
        began = time.monotonic()
        self.window = subprocess.Popen(
            [os.path.join(self.programs, "ocr-scan-window"), *arguments], env=self.environment, stdout=self.log,
            stderr=self.log)
        self.processes.append(self.window)
        eventually("the window", lambda: self.find("frame", showing=True))
        self.opening = time.monotonic() - began
        return self

    # What a screen reader sees

    def application(self):
        desktop = self.atspi.get_desktop(0)
        for index in range(desktop.get_child_count()):
            child = desktop.get_child_at_index(index)
            try:
                if child and child.get_process_id() == self.window.pid:
                    return child
            except Exception:  # it has gone since
                continue
        return None

    def nodes(self):
        """All that is there, from the top."""
        application = self.application()
        waiting = [application] if application else []
        while waiting:
            node = waiting.pop(0)
            try:
                # The library remembers names and states, and GTK tells of few changes.
                node.clear_cache()
                yield node
                waiting += [child for child in (node.get_child_at_index(i) for i in range(node.get_child_count())) if child]
            except Exception:
                continue

    def find(self, role=None, name=None, showing=True, all=False):
        """The first node, or all, with a role and with words in its name."""
        found = []
        for node in self.nodes():
            try:
                if role and node.get_role_name() != role:
                    continue
                if name is not None and name.lower() not in (node.get_name() or "").lower():
                    continue
                if showing and not node.get_state_set().contains(self.atspi.StateType.VISIBLE):
                    continue
            except Exception:
                continue
            if not all:
                return node
            found.append(node)
        return found if all else None

    def text(self, words):
        """A label that holds some words."""
        def look():
            for node in self.nodes():
                try:
                    said = node.get_name() or ""
                    if words.lower() in said.lower() and node.get_state_set().contains(self.atspi.StateType.VISIBLE):
                        return node
                except Exception:
                    continue
            return None
        return eventually("the words “%s”" % words, look)

    def press(self, name, role="push button"):
        """Presses a button as assistive programs do."""
        def look():
            # A button without a visible label has a name all the same.
            return self.find(role, name) or self.find("toggle button", name) or self.find("button", name)
        node = eventually("the button “%s”" % name, look)
        if not self.atspi.Action.do_action(node, 0):
            raise AssertionError("“%s” cannot be pressed" % name)

    def key(self, *keys):
        subprocess.run(["xdotool", "key", "--clearmodifiers", *keys], env=self.environment, check=True)

    def type(self, text):
        subprocess.run(["xdotool", "type", "--delay", "20", text], env=self.environment, check=True)

    def click(self, x, y):
        subprocess.run(["xdotool", "mousemove", str(x), str(y), "click", "1"], env=self.environment, check=True)

    def picture(self, path):
        time.sleep(0.8)
        subprocess.run(["import", "-window", "root", path], env=self.environment, check=True)

    def close(self):
        for process in reversed(self.processes):
            if process.poll() is None:
                process.send_signal(signal.SIGTERM)
                try:
                    process.wait(10)
                except subprocess.TimeoutExpired:
                    process.kill()
        shutil.rmtree(self.folder, ignore_errors=True)


SCAM, CLEAN = "scam/virus-push-crop.png", "formats/grey-8.png"
QUIET = "automatic_scanning: true\n"


def first_start(programs):
    """Nothing was ever set or scanned: it says what it does, and that nothing leaves the machine."""
    desktop = Desktop(programs)
    try:
        desktop.open()
        desktop.text("Nothing leaves this computer")
        desktop.text("Pictures/Screenshots")
        desktop.press("Not Now")
        desktop.text("No Screenshots Yet")
    finally:
        desktop.close()


def history(programs):
    """An entry is opened by its number, judged and taken back with keys, searched, corrected and deleted."""
    desktop = Desktop(programs, settings=QUIET)
    try:
        desktop.scan(CLEAN, SCAM)
        desktop.open("2")
        desktop.text("What to do now")
        eventually("the picture", lambda: desktop.find(name="places are framed") or desktop.find(name="place is framed"))
        desktop.key("ctrl+shift+m")
        desktop.text("You said: this is not a scam")
        assert '"verified":"not_scam"' in desktop.command("history", "show", "2", "--json")
        desktop.key("ctrl+shift+z")
        eventually("the undo", lambda: '"verified":null' in desktop.command("history", "show", "2", "--json"))
        desktop.press("This Is a Scam")
        desktop.text("You said: this is a scam")
        # Typing in the list narrows it down.
        desktop.key("ctrl+f")
        desktop.type("umbrellas")
        desktop.text("1 screenshot")
        desktop.key("Escape")
        desktop.text("2 screenshots")
        # The list alone, by keys: the newest is chosen, and the next.
        desktop.key("ctrl+e")
        desktop.text("Write what the screenshot really says")
        desktop.type("See you at noon, Anna. ")
        desktop.press("Judge Again")
        desktop.text("text corrected by you")
        subprocess.run(
            [os.path.join(programs, "ocr-scan-window"), "1"], env=desktop.environment, check=True, timeout=PATIENCE)
        desktop.text("Nothing suspicious")
    finally:
        desktop.close()


def scan(programs):
    """A file given to a second start is scanned in the first; one that is no picture comes with a way out."""
    desktop = Desktop(programs, settings=QUIET)
    try:
        desktop.open()
        desktop.key("alt+2")
        desktop.text("Is This a Scam?")
        second = os.path.join(programs, "ocr-scan-window")
        subprocess.run([second, os.path.join(IMAGES, SCAM)], env=desktop.environment, check=True, timeout=PATIENCE)
        row = eventually("the result", lambda: desktop.find(name="virus-push-crop.png: high risk"))
        subprocess.run(
            [second, os.path.join(IMAGES, "hostile/text.png")], env=desktop.environment, check=True, timeout=PATIENCE)
        desktop.text("Choose Screenshots…")
        eventually("the failure", lambda: desktop.find(name="text.png"))
        # Files of another kind than pictures keep nothing from working.
        assert "virus-push-crop.png" in desktop.command("history", "list")
        desktop.press("History", role="toggle button") if desktop.find("toggle button", "History") else desktop.key("alt+1")
        desktop.text("2 screenshots")
        desktop.key("ctrl+n")
        desktop.text("Newest screenshot")
        assert row
    finally:
        desktop.close()


def settings(programs):
    """A setting is changed and is in the file at once; a value that is not allowed is refused in words."""
    desktop = Desktop(programs, settings="# kept\nalert_sound: false\n")
    try:
        desktop.open()
        desktop.key("ctrl+comma")
        desktop.text("Play a sound with an alert.")
        switch = eventually("the switch", lambda: [
            node for node in desktop.find(name="Alert sound", all=True)
            # GTK 4.8 calls a switch a check box.
            if node.get_role_name() in ("switch", "check box", "toggle button")])[0]
        desktop.atspi.Action.do_action(switch, 0)
        eventually("the change", lambda: desktop.command("settings", "get", "alert_sound").strip() == "true")
        with open(os.path.join(desktop.folder, "config/ocr-scan/config.yaml")) as file:
            assert "# kept" in file.read()
    finally:
        desktop.close()


def names(programs):
    """Everything that can be pressed, typed into or chosen has a name."""
    desktop = Desktop(programs, settings=QUIET)
    try:
        desktop.scan(SCAM)
        desktop.open("1")
        desktop.text("What to do now")
        roles = {"push button", "toggle button", "button", "text", "entry", "switch", "check box", "combo box", "list item", "image", "list", "list box", "spin button"}
        for page in ["alt+1", "alt+2", "alt+3"]:
            desktop.key(page)
            time.sleep(3)
            nameless = []
            for node in desktop.nodes():
                try:
                    state = node.get_state_set()
                    if not state.contains(desktop.atspi.StateType.VISIBLE) or node.get_role_name() not in roles:
                        continue
                    if not state.contains(desktop.atspi.StateType.FOCUSABLE):
                        continue
                    # GTK gives what has no name that of its class.
                    name = node.get_name() or ""
                    if (not name or name.startswith(("Gtk", "Adw"))) and not labelled(node):
                        nameless.append("%s below %s" % (node.get_role_name(), path(node)))
                except Exception:
                    continue
            assert not nameless, "%s: without a name: %s" % (page, "; ".join(nameless))
    finally:
        desktop.close()


def labelled(node):
    """Whether a label in it gives it a name."""
    for index in range(node.get_child_count()):
        child = node.get_child_at_index(index)
        if child.get_role_name() == "label" and child.get_name() or labelled(child):
            return True
    return False


def path(node):
    names = []
    while node and len(names) < 8:
        names.append("%s(%s)" % (node.get_role_name(), node.get_name() or ""))
        node = node.get_parent()
    return " < ".join(names)


def new_entry(programs):
    """What somebody else stores appears at once, without anything being asked."""
    desktop = Desktop(programs, settings=QUIET)
    try:
        desktop.scan(CLEAN)
        desktop.open()
        desktop.text("1 screenshot")
        desktop.scan(SCAM)
        eventually("the new entry", lambda: desktop.find(name="high risk: False tech support"), patience=10)
        desktop.text("2 screenshots")
    finally:
        desktop.close()


def wayland(programs):
    """The same on a Wayland compositor, with what assistive programs can do."""
    desktop = Desktop(programs, wayland=True, settings=QUIET)
    try:
        desktop.scan(SCAM)
        desktop.open("1")
        desktop.text("What to do now")
        desktop.press("Not a Scam")
        desktop.text("You said: this is not a scam")
        desktop.press("Undo")
        eventually("the undo", lambda: '"verified":null' in desktop.command("history", "show", "1", "--json"))
    finally:
        desktop.close()


PARTS = {
    "first-start": first_start, "history": history, "scan": scan, "settings": settings, "names": names,
    "new-entry": new_entry, "wayland": wayland,
}

if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--programs", required=True)
    parser.add_argument("--only", choices=PARTS)
    arguments = parser.parse_args()
    for part in [arguments.only] if arguments.only else PARTS:
        try:
            PARTS[part](os.path.abspath(arguments.programs))
            print(part, "ok")
        except AssertionError as error:
            sys.exit("%s: %s" % (part, error))
