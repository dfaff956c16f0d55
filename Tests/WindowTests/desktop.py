"""A desktop for the walks through ocr-scan-window: a real display server (Xvfb, or weston without a screen), keys and
clicks from outside (xdotool), and the accessibility interface (AT-SPI) that screen readers use.
"""
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile

from screen import PATIENCE, Screen, eventually

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
IMAGES = os.path.join(ROOT, "testdata", "images")


class Desktop(Screen):
    """A display server, a session bus and the accessibility bus, with a home for an invented user. All of it is gone after
    `with`; if that ended early, what was on the screen is told.
    """

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

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        if kind is not None:
            self.tell()
        self.close()

    def tell(self):
        """Writes down what could be seen, and what the window said to its terminal."""
        said = [node.name for node in self.nodes() if node.name and node.is_shown()]
        print("On the screen: " + " | ".join(dict.fromkeys(said)), file=sys.stderr)
        if "DISPLAY" in self.environment and "WALK_PICTURES" in os.environ:
            self.photograph(os.path.join(os.environ["WALK_PICTURES"], "trouble.png"))
        log = os.path.join(self.folder, "window.log")
        if os.path.exists(log):
            with open(log) as file:
                print("The window said: " + file.read()[-4000:], file=sys.stderr)

    def photograph(self, path, *options):
        """Saves what is on the screen."""
        subprocess.run(["import", "-window", "root", *options, "png:" + path], env=self.environment, check=True)

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

    def watch(self, before=()):
        """Starts the watcher, after the words of a wrapping command, and waits until it watches. Returns the file in which it
        says how it is."""
        status = os.path.join(self.environment["XDG_RUNTIME_DIR"], "ocr-scan/status")
        self.start(*before, os.path.join(self.programs, "ocr-scand"))
        eventually("the watcher", lambda: os.path.exists(status))
        return status

    def again(self, *arguments):
        """Starts the window once more: the first one shows what it is given."""
        subprocess.run(
            [os.path.join(self.programs, "ocr-scan-window"), *arguments], env=self.environment, check=True, timeout=PATIENCE)

    def ended(self):
        """Waits until the window is gone."""
        def look():
            for process in self.processes:
                process.poll()  # or it would stay as a zombie
            return not os.path.exists("/proc/%d" % self.pid)
        eventually("the end", look)

    def entry(self, number):
        """An entry of the history, as the command prints it."""
        return json.loads(self.command("history", "show", str(number), "--json"))

    def open(self, *arguments, before=()):
        """Starts the window, after the words of a wrapping command, and waits until it is visible."""
        self.log = open(os.path.join(self.folder, "window.log"), "w+")
        window = subprocess.Popen(
            [*before, os.path.join(self.programs, "ocr-scan-window"), *arguments], env=self.environment, stdout=self.log,
            stderr=self.log)
        self.processes.append(window)
        eventually("the window", lambda: self.find("window"))
        return self

    def save(self, name):
        """Saves a picture to the screenshots folder, as a screenshot tool does."""
        path = os.path.join(self.folder, os.path.basename(name))
        shutil.copy(os.path.join(IMAGES, name), path)
        os.rename(path, os.path.join(self.screenshots, os.path.basename(name)))

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
