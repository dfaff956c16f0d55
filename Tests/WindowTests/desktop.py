"""A desktop for the walks through ocr-scan-window: a real display server (Xvfb, or weston without a screen), keys and
clicks from outside (xdotool), and the accessibility interface (AT-SPI) that screen readers use.
"""
import os
import shutil
import signal
import subprocess
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
IMAGES = os.path.join(ROOT, "testdata", "images")
PATIENCE = 90


def eventually(what, check, patience=PATIENCE):
    """Waits until check() returns something true, and returns it."""
    end = time.monotonic() + patience
    while True:
        found = check()
        if found:
            return found
        if time.monotonic() > end:
            raise AssertionError("never happened: " + what)
        time.sleep(0.1)


class Desktop:
    """A display server, a session bus and the accessibility bus, with a home for a made-up user."""

    def __init__(self, programs, wayland=False, settings="", folder=None):
        self.programs = programs
        self.folder = folder or tempfile.mkdtemp(prefix="window-")
        self.processes = []
        runtime = self.make("run", 0o700)
        self.screenshots = self.make("home/Pictures/Screenshots")
        self.environment = {
            "HOME": os.path.join(self.folder, "home"), "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8",
            "XDG_RUNTIME_DIR": runtime, "XDG_CONFIG_HOME": self.make("config"), "XDG_DATA_HOME": self.make("data"),
            "XDG_STATE_HOME": self.make("state"), "OCR_SCAN_SCAN_TIMEOUT": "60",
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
        """Scans pictures, so that the history has entries."""
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

    def open(self, *arguments, before=()):
        """Starts the window, after the words of a wrapping command, and waits until it is visible."""
        self.log = open(os.path.join(self.folder, "window.log"), "w+")
        window = subprocess.Popen(
            [*before, os.path.join(self.programs, "ocr-scan-window"), *arguments], env=self.environment, stdout=self.log,
            stderr=self.log)
        self.processes.append(window)
        eventually("the window", lambda: self.find("frame", showing=True))
        return self

    # What a screen reader sees

    def application(self):
        desktop = self.atspi.get_desktop(0)
        for index in range(desktop.get_child_count()):
            child = desktop.get_child_at_index(index)
            try:
                # There is only one; a second start passes its arguments to the first.
                if child and child.get_name() == "ocr-scan-window":
                    self.pid = child.get_process_id()
                    return child
            except Exception:  # it has gone since
                continue
        return None

    def nodes(self):
        """All accessible nodes, from the top."""
        application = self.application()
        waiting = [application] if application else []
        while waiting:
            node = waiting.pop(0)
            try:
                # The library caches names and states, and GTK announces few changes.
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
        """A label that contains the words."""
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
        """Presses a button as assistive technology does."""
        def look():
            # A button without a visible label still has a name.
            return self.find(role, name) or self.find("toggle button", name) or self.find("button", name)
        node = eventually("the button “%s”" % name, look)
        if not self.atspi.Action.do_action(node, 0):
            raise AssertionError("“%s” cannot be pressed" % name)

    def save(self, name):
        """Saves a picture to the screenshots folder, as a screenshot tool does."""
        path = os.path.join(self.folder, os.path.basename(name))
        shutil.copy(os.path.join(IMAGES, name), path)
        os.rename(path, os.path.join(self.screenshots, os.path.basename(name)))

    def shows(self, words):
        """Whether an entry field contains the words."""
        for node in self.nodes():
            try:
                text = node.get_text_iface()
                if text and words in text.get_text(0, -1):
                    return True
            except Exception:
                continue
        return False

    def origin(self, title):
        """The position of a window on the screen."""
        found = subprocess.run(
            ["xdotool", "search", "--onlyvisible", "--name", title, "getwindowgeometry", "--shell"], env=self.environment,
            check=True, stdout=subprocess.PIPE, text=True).stdout
        values = dict(line.split("=") for line in found.splitlines() if "=" in line)
        return int(values["X"]), int(values["Y"])

    def click(self, x, y):
        subprocess.run(["xdotool", "mousemove", str(x), str(y), "click", "1"], env=self.environment, check=True)

    def key(self, *keys):
        subprocess.run(["xdotool", "key", "--clearmodifiers", *keys], env=self.environment, check=True)

    def type(self, text):
        subprocess.run(["xdotool", "type", "--delay", "20", text], env=self.environment, check=True)

    def focus(self, title):
        """Gives another window the keyboard focus, as a window manager does."""
        subprocess.run(
            ["xdotool", "search", "--sync", "--onlyvisible", "--name", title, "windowfocus", "--sync"],
            env=self.environment, check=True, timeout=PATIENCE, stdout=subprocess.DEVNULL)

    def focused(self):
        """The node with the keyboard focus."""
        for node in self.nodes():
            try:
                if node.get_state_set().contains(self.atspi.StateType.FOCUSED):
                    return node
            except Exception:
                continue
        return None

    def tab_to(self, name, limit=40):
        """Moves the focus to a node with Tab alone."""
        for _ in range(limit):
            node = self.focused()
            if node and name.lower() in (node.get_name() or "").lower():
                return node
            self.key("Tab")
            time.sleep(0.3)
        raise AssertionError("the tabulator does not lead to “%s”" % name)

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
