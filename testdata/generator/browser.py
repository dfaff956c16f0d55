"""A headless Chromium, driven through its debugging pipe with the standard library only."""

import base64
import fcntl
import json
import os
import shutil
import subprocess
import tempfile

FLAGS = [
    "--headless=new",
    "--no-sandbox",  # the pages are our own and load nothing; otherwise Chromium refuses to run as root
    "--disable-gpu",
    "--hide-scrollbars",
    "--force-color-profile=srgb",
    "--font-render-hinting=slight",  # what GNOME and KDE use by default
    "--disable-lcd-text",
    "--no-first-run",
    "--disable-extensions",
    "--disable-background-networking",
    "--disable-component-update",
]


class Browser:
    """One Chromium with one page, used as a context manager. `environment` is added to that of this process."""

    def __init__(self, flags=FLAGS, environment=None):
        program = shutil.which("chromium") or shutil.which("chromium-browser")
        if program is None:
            raise SystemExit("chromium is not installed: apt-get install chromium")
        self._profile = tempfile.TemporaryDirectory(prefix="fixture-browser-", ignore_cleanup_errors=True)
        to_child_read, to_child_write = os.pipe()
        from_child_read, from_child_write = os.pipe()

        def place_pipes():  # Chromium reads commands from descriptor 3 and answers on 4
            read = fcntl.fcntl(to_child_read, fcntl.F_DUPFD, 20)
            write = fcntl.fcntl(from_child_write, fcntl.F_DUPFD, 20)
            os.dup2(read, 3)
            os.dup2(write, 4)

        self._process = subprocess.Popen(
            [program, *flags, "--remote-debugging-pipe", f"--user-data-dir={self._profile.name}"],
            close_fds=False,
            env={**os.environ, **(environment or {})},
            preexec_fn=place_pipes,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(to_child_read)
        os.close(from_child_write)
        self._commands = to_child_write
        self._answers = from_child_read
        self._buffer = b""
        self._last_id = 0
        self._session = None
        target = self._call("Target.createTarget", {"url": "about:blank"})["targetId"]
        self._session = self._call("Target.attachToTarget", {"targetId": target, "flatten": True})["sessionId"]
        self._call("Page.enable")
        self._frame = self._call("Page.getFrameTree")["frameTree"]["frame"]["id"]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        os.close(self._commands)  # Chromium ends when its pipe does
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        os.close(self._answers)
        self._profile.cleanup()

    def show(self, html, width, height, scale, transparent=False):
        """Lays out `html` on a screen of width x height CSS pixels and waits for its fonts."""
        self._call(
            "Emulation.setDeviceMetricsOverride",
            {"width": width, "height": height, "deviceScaleFactor": scale, "mobile": False},
        )
        background = {"color": {"r": 0, "g": 0, "b": 0, "a": 0}} if transparent else {}
        self._call("Emulation.setDefaultBackgroundColorOverride", background)
        self._call("Page.setDocumentContent", {"frameId": self._frame, "html": html})
        self.evaluate("document.fonts.ready.then(() => 0)")
        self.settle()

    def settle(self):
        """Waits until the document has been painted."""
        self.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(0))))")

    def evaluate(self, expression):
        """The value of a JavaScript expression, or of the promise it returns."""
        answer = self._call(
            "Runtime.evaluate", {"expression": expression, "awaitPromise": True, "returnByValue": True}
        )
        if "exceptionDetails" in answer:
            raise RuntimeError(json.dumps(answer["exceptionDetails"])[:2000])
        return answer["result"].get("value")

    def screenshot(self):
        """The screen as PNG bytes."""
        return base64.b64decode(self._call("Page.captureScreenshot", {"format": "png"})["data"])

    def _call(self, method, parameters=None):
        self._last_id += 1
        request = {"id": self._last_id, "method": method, "params": parameters or {}}
        if self._session:
            request["sessionId"] = self._session
        self._write_all(json.dumps(request).encode() + b"\0")
        while True:
            while b"\0" not in self._buffer:
                data = os.read(self._answers, 1 << 20)
                if not data:
                    raise RuntimeError("chromium ended")
                self._buffer += data
            message, self._buffer = self._buffer.split(b"\0", 1)
            message = json.loads(message)
            if message.get("id") == self._last_id:
                if "error" in message:
                    raise RuntimeError(f"{method}: {message['error']}")
                return message["result"]

    def _write_all(self, data):
        while data:
            data = data[os.write(self._commands, data):]
