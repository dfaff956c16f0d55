"""What is on a screen, as a screen reader sees it (AT-SPI), and a hand that types and clicks (xdotool)."""
import functools
import subprocess
import time

from gi.repository import Gio, GLib

PATIENCE = 90


def eventually(what, check, patience=None):
    """Waits until check() gives something, and returns it."""
    end = time.monotonic() + (patience or PATIENCE)
    while True:
        found = check()
        if found:
            return found
        if time.monotonic() > end:
            raise AssertionError("never happened: " + what)
        time.sleep(0.1)


class Node:
    """A widget as a screen reader sees it, as it was when it was asked for."""

    def __init__(self, screen, address):
        self.screen, self.address = screen, address
        self.name, self.role, self.states, self.children = "", "", set(), []

    def ask(self, interface, method, arguments=None):
        """Asks it something more, now."""
        return self.screen.ask([(self.address, "org.a11y.atspi." + interface, method, arguments)])[0]

    def extents(self):
        """Left, top, width and height in its window; without a size where it is not shown."""
        answer = self.ask("Component", "GetExtents", GLib.Variant("(u)", (1,)))
        return answer[0] if answer else (0, 0, 0, 0)

    def is_shown(self):
        """GTK 4.8 calls everything visible, also what is on another page; that has no size."""
        return self.role in ("application", "window") or min(self.extents()[2:]) > 0

    def press(self):
        """Does what it is there for, as assistive programs do."""
        answer = self.ask("Action", "DoAction", GLib.Variant("(i)", (0,)))
        return bool(answer and answer[0])


class Screen:
    """A screen with ocr-scan-window on it: `environment` says which."""

    # The numbers of states are those of AtspiStateType.
    STATES = {4: "checked", 11: "focusable", 12: "focused", 23: "selected", 24: "sensitive"}

    @functools.cached_property
    def accessibility(self):
        """The bus on which programs describe themselves."""
        session = Gio.DBusConnection.new_for_address_sync(
            self.environment["DBUS_SESSION_BUS_ADDRESS"], self.FLAGS, None, None)
        address = session.call_sync(
            "org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress", None, None, 0, -1, None).unpack()[0]
        return Gio.DBusConnection.new_for_address_sync(address, self.FLAGS, None, None)

    FLAGS = Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION

    def ask(self, questions):
        """Asks many things at once, and returns the answers in the same order; None for what is not known."""
        answers = [None] * len(questions)
        waiting = len(questions)

        def answered(bus, result, index):
            nonlocal waiting
            waiting -= 1
            try:
                answers[index] = bus.call_finish(result).unpack()
            except GLib.Error:  # it has gone since
                pass

        for index, ((name, path), interface, method, arguments) in enumerate(questions):
            self.accessibility.call(
                name, path, interface, method, arguments, None, 0, PATIENCE * 1000, None, answered, index)
        while waiting:
            GLib.MainContext.default().iteration(True)
        return answers

    def application(self):
        """The window's program. There is only one; a second start gives its arguments to the first."""
        root = ("org.a11y.atspi.Registry", "/org/a11y/atspi/accessible/root")
        found = self.ask([(root, "org.a11y.atspi.Accessible", "GetChildren", None)])[0]
        for node in self.described([Node(self, tuple(address)) for address in (found or [[]])[0]]):
            if node.name == "ocr-scan-window":
                bus = ("org.freedesktop.DBus", "/org/freedesktop/DBus")
                process = self.ask([(
                    bus, "org.freedesktop.DBus", "GetConnectionUnixProcessID", GLib.Variant("(s)", node.address[:1]))])[0]
                if process:
                    self.pid = process[0]
                    return node
        return None

    def described(self, nodes):
        """The same nodes with their names, roles, states and children, without those that are gone."""
        accessible, name = "org.a11y.atspi.Accessible", GLib.Variant("(ss)", ("org.a11y.atspi.Accessible", "Name"))
        answers = iter(self.ask([question for node in nodes for question in (
            (node.address, "org.freedesktop.DBus.Properties", "Get", name), (node.address, accessible, "GetRoleName", None),
            (node.address, accessible, "GetState", None), (node.address, accessible, "GetChildren", None))]))
        there = []
        for node, said, role, states, children in zip(nodes, answers, answers, answers, answers):
            if None in (said, role, states, children):
                continue
            node.name, node.role = said[0], role[0]
            node.states = {
                word for number, word in self.STATES.items() if states[0][number // 32] >> number % 32 & 1}
            node.children = [Node(self, tuple(address)) for address in children[0]]
            there.append(node)
        return there

    def nodes(self):
        """All that is there, from the top."""
        application = self.application()
        level, found = [application] if application else [], []
        while level:
            found += level
            level = self.described([child for node in level for child in node.children])
        return found

    def below(self, nodes=None, above=()):
        """All nodes, each with the roles and names of those above it, the nearest first."""
        for node in nodes if nodes is not None else filter(None, [self.application()]):
            yield node, above
            yield from self.below(self.described(node.children), ("%s(%s)" % (node.role, node.name), *above)[:8])

    def find(self, role=None, name=None, all=False):
        """The first node that is shown, or all, with a role and with words in its name."""
        found = []
        for node in self.nodes():
            if role and node.role != role or name is not None and name.lower() not in node.name.lower():
                continue
            if not node.is_shown():
                continue
            if not all:
                return node
            found.append(node)
        return found if all else None

    def text(self, words):
        """Waits for something that is called so."""
        return eventually("the words “%s”" % words, lambda: self.find(name=words))

    def press(self, name):
        """Presses a button as assistive programs do."""
        def look():
            return next((node for node in self.find(name=name, all=True) if "button" in node.role), None)
        if not eventually("the button “%s”" % name, look).press():
            raise AssertionError("“%s” cannot be pressed" % name)

    def shows(self, words):
        """Whether an entry field holds some words."""
        questions = [
            (node.address, "org.a11y.atspi.Text", "GetText", GLib.Variant("(ii)", (0, 1000))) for node in self.nodes()]
        return any(held and words in held[0] for held in self.ask(questions))

    def origin(self, title):
        """Where a window is on the screen."""
        found = subprocess.run(
            ["xdotool", "search", "--onlyvisible", "--name", title, "getwindowgeometry", "--shell"], env=self.environment,
            check=True, stdout=subprocess.PIPE, text=True).stdout
        values = dict(line.split("=") for line in found.splitlines() if "=" in line)
        return int(values["X"]), int(values["Y"])

    def click(self, x, y):
        self.point(x, y)
        subprocess.run(["xdotool", "click", "1"], env=self.environment, check=True)

    def point(self, x, y):
        """Moves the pointer there, as a hand does: programs take no notice of a pointer that was there all along."""
        subprocess.run(
            ["xdotool", "mousemove", str(int(x) + 3), str(int(y)), "sleep", "0.1", "mousemove", str(int(x)), str(int(y))],
            env=self.environment, check=True)

    def place(self, node, title="^ocr-scan$"):
        """Where a widget is on the screen: left, top, width, height in pixels of the screen."""
        # Widgets count in pixels of their own, which are larger with this.
        scale = int(self.environment.get("GDK_SCALE", "1"))
        (x, y, width, height), (left, top) = (part * scale for part in node.extents()), self.origin(title)
        return left + x, top + y, width, height

    def point_at(self, node, title="^ocr-scan$"):
        left, top, width, height = self.place(node, title)
        self.point(left + width // 2, top + height // 2)

    def click_on(self, node, title="^ocr-scan$"):
        self.point_at(node, title)
        subprocess.run(["xdotool", "click", "1"], env=self.environment, check=True)

    def is_(self, node, state):
        """Whether a widget has a state, such as "selected", by now."""
        return any(state in each.states for each in self.described([Node(self, node.address)]))

    def key(self, *keys):
        subprocess.run(["xdotool", "key", "--clearmodifiers", *keys], env=self.environment, check=True)

    def type(self, text):
        subprocess.run(["xdotool", "type", "--delay", "20", text], env=self.environment, check=True)

    def search(self, words):
        """Types into the search field, once it is there: what is typed while it is being shown may come too early."""
        self.key("ctrl+f")
        eventually("the search field", lambda: self.find("search box"))
        time.sleep(0.5)
        self.type(words)

    def focus(self, title):
        """Gives the keys to another window, as a window manager does."""
        subprocess.run(
            ["xdotool", "search", "--sync", "--onlyvisible", "--name", title, "windowfocus", "--sync"],
            env=self.environment, check=True, timeout=PATIENCE, stdout=subprocess.DEVNULL)

    def focused(self):
        """What the keys go to."""
        return next((node for node in self.nodes() if "focused" in node.states), None)

    def act(self, action):
        """Does what a button in a message does, which may be gone before it is found."""
        session = Gio.DBusConnection.new_for_address_sync(
            self.environment["DBUS_SESSION_BUS_ADDRESS"], self.FLAGS, None, None)
        session.call_sync(
            "org.ocr_scan.Window", "/org/ocr_scan/Window", "org.gtk.Actions", "Activate",
            GLib.Variant("(sava{sv})", (action, [], {})), None, 0, -1, None)

    def switch(self, name):
        """Turns a switch over."""
        # As GTK 4.8 has it.
        eventually("the switch “%s”" % name, lambda: [
            node for node in self.find(name=name, all=True)
            if node.role in ("switch", "checkbox")])[0].press()

    def tab_to(self, name, limit=40):
        """Goes there with the tabulator alone."""
        for _ in range(limit):
            node = self.focused()
            if node and node.name.lstrip("_").startswith(name):
                return node
            self.key("Tab")
            time.sleep(0.3)
        raise AssertionError("the tabulator does not lead to “%s”" % name)
