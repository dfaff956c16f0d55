"""Walks through the ways in: the keyboard alone, an alert, the clipboard, the file chooser."""
import os
import subprocess
import sys
import time

from desktop import CLEAN, IMAGES, QUIET, SCAM, Desktop, eventually


def keyboard(programs):
    """From the start to a verdict, a setting and the end with keys alone."""
    desktop = Desktop(programs, settings=QUIET)
    try:
        desktop.scan(CLEAN, SCAM)
        desktop.open()
        desktop.text("2 screenshots")
        desktop.tab_to("high risk: False tech support")
        desktop.key("space")
        desktop.text("What to do now")
        desktop.tab_to("Not a Scam")
        desktop.key("space")
        desktop.text("You said: this is not a scam")
        assert '"verified":"not_scam"' in desktop.command("history", "show", "2", "--json")
        # Menus open by key too, and every page has one.
        desktop.key("alt+3")
        desktop.text("Does Everything Work?")
        desktop.key("F10")
        desktop.text("Keyboard Shortcuts")
        desktop.key("Escape")
        desktop.key("alt+1")
        desktop.text("2 screenshots")
        desktop.key("ctrl+q")
        eventually("the end", lambda: not os.path.exists("/proc/%d" % desktop.pid))
    finally:
        desktop.close()


def details(programs):
    """*Details* of an alert opens the window at the entry; a setting changed there applies to the watcher at once,
    while the window is open."""
    desktop = Desktop(programs, settings=QUIET)
    try:
        desktop.start(sys.executable, "-B", __file__)
        desktop.start(os.path.join(programs, "ocr-scand"))
        status = os.path.join(desktop.environment["XDG_RUNTIME_DIR"], "ocr-scan/status")
        eventually("the watcher", lambda: os.path.exists(status))
        desktop.save(SCAM)
        eventually("the window", lambda: desktop.find("frame"))
        desktop.text("What to do now")
        desktop.text("False tech support")
        desktop.key("ctrl+comma")
        switch = eventually("the switch", lambda: [
            node for node in desktop.find(name="Automatic scanning", all=True)
            if node.get_role_name() in ("switch", "check box", "toggle button")])[0]
        desktop.atspi.Action.do_action(switch, 0)
        eventually("the watcher's rest", lambda: "off" in open(status).read())
        # A change made by the command is in the window the next time it opens.
        desktop.command("settings", "set", "alert_duration", "33")
        desktop.focus("Settings")
        desktop.key("Escape")
        eventually("the end of the settings", lambda: not desktop.find(name="Alert duration"))
        desktop.focus("^ocr-scan$")
        desktop.key("ctrl+comma")
        eventually("the change", lambda: desktop.find(name="33 s") or desktop.find("text", "33 s") or desktop.shows("33 s"))
    finally:
        desktop.close()


def paste(programs):
    """A picture on the clipboard, and a copied file, are scanned."""
    desktop = Desktop(programs, settings=QUIET)
    try:
        path = os.path.join(IMAGES, SCAM)
        desktop.open()
        desktop.text("No Screenshots Yet")
        for kind, content in [("image/png", open(path, "rb").read()), ("text/uri-list", b"file://%s\r\n" % path.encode())]:
            clip = subprocess.Popen(
                ["xclip", "-quiet", "-selection", "clipboard", "-target", kind], env=desktop.environment,
                stdin=subprocess.PIPE, stderr=subprocess.DEVNULL)
            clip.stdin.write(content)
            clip.stdin.close()
            desktop.processes.append(clip)
            time.sleep(1)
            desktop.key("ctrl+shift+v")
            name = "Pasted picture: high risk" if kind == "image/png" else "virus-push-crop.png: high risk"
            eventually("the result of " + kind, lambda: desktop.find(name=name))
        assert len(desktop.command("history", "list").splitlines()) == 2
    finally:
        desktop.close()


def choose(programs):
    """Files are chosen in GTK's chooser, and a click on the result shows the entry."""
    desktop = Desktop(programs, settings=QUIET)
    try:
        desktop.save(SCAM)
        desktop.open()
        desktop.key("ctrl+o")
        desktop.focus("Choose Screenshots")
        desktop.type(os.path.join(desktop.screenshots, "virus-push-crop.png"))
        desktop.key("Return")
        row = eventually("the result", lambda: desktop.find(name="virus-push-crop.png: high risk"))
        place = row.get_extents(desktop.atspi.CoordType.WINDOW)
        origin = desktop.origin("^ocr-scan$")
        desktop.click(origin[0] + place.x + place.width // 2, origin[1] + place.y + place.height // 2)
        desktop.text("What to do now")
    finally:
        desktop.close()


def serve_notifications():
    """A notification service whose user presses *Details* at once."""
    from gi.repository import Gio, GLib
    interface = Gio.DBusNodeInfo.new_for_xml("""<node><interface name="org.freedesktop.Notifications">
      <method name="GetCapabilities"><arg type="as" direction="out"/></method>
      <method name="GetServerInformation"><arg type="s" direction="out"/><arg type="s" direction="out"/>
        <arg type="s" direction="out"/><arg type="s" direction="out"/></method>
      <method name="CloseNotification"><arg type="u" direction="in"/></method>
      <method name="Notify"><arg type="s" direction="in"/><arg type="u" direction="in"/><arg type="s" direction="in"/>
        <arg type="s" direction="in"/><arg type="s" direction="in"/><arg type="as" direction="in"/>
        <arg type="a{sv}" direction="in"/><arg type="i" direction="in"/><arg type="u" direction="out"/></method>
      <signal name="ActionInvoked"><arg type="u"/><arg type="s"/></signal>
      </interface></node>""").interfaces[0]
    bus = Gio.bus_get_sync(Gio.BusType.SESSION)

    def called(bus, sender, path, name, method, arguments, invocation):
        if method == "GetCapabilities":
            invocation.return_value(GLib.Variant("(as)", (["actions", "body"],)))
        elif method == "GetServerInformation":
            invocation.return_value(GLib.Variant("(ssss)", ("test", "test", "1", "1.2")))
        elif method == "Notify":
            invocation.return_value(GLib.Variant("(u)", (7,)))
            for key in arguments[5][::2]:
                if key.startswith("details"):
                    bus.emit_signal(
                        sender, path, "org.freedesktop.Notifications", "ActionInvoked", GLib.Variant("(us)", (7, key)))
        else:
            invocation.return_value(None)

    bus.register_object("/org/freedesktop/Notifications", interface, called, None, None)
    Gio.bus_own_name_on_connection(bus, "org.freedesktop.Notifications", Gio.BusNameOwnerFlags.NONE, None, None)
    GLib.MainLoop().run()


if __name__ == "__main__":
    serve_notifications()
