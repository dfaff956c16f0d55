"""Walks along the ways in: the keyboard alone, an alert, the clipboard, the file chooser, dropping."""
import os
import signal
import subprocess
import sys

from desktop import CLEAN, IMAGES, QUIET, SCAM, Desktop, eventually


def keyboard(programs):
    """From the start to a verdict, a setting and the end with keys alone."""
    with Desktop(programs, settings=QUIET) as desktop:
        desktop.scan(CLEAN, SCAM)
        desktop.open()
        desktop.text("2 screenshots")
        desktop.tab_to("high risk: False tech support")
        desktop.key("space")
        desktop.text("What to do now")
        desktop.tab_to("Not a Scam")
        desktop.key("space")
        desktop.text("You said: this is not a scam")
        assert desktop.entry(2)["verified"] == "not_scam"
        # Menus open by key, too, and every page has one.
        desktop.key("alt+3")
        desktop.text("Does Everything Work?")
        desktop.key("F10")
        desktop.text("Keyboard Shortcuts")
        desktop.key("Escape")
        desktop.key("alt+1")
        desktop.text("2 screenshots")
        desktop.key("ctrl+q")
        desktop.ended()


def details(programs):
    """*Details* of an alert opens the window at the entry; while it is open, a setting that is changed in it holds for the
    watcher at once."""
    with Desktop(programs, settings=QUIET) as desktop:
        desktop.start(sys.executable, "-B", __file__, "notifications")
        status = desktop.watch()
        desktop.save(SCAM)
        eventually("the window", lambda: desktop.find("window"))
        desktop.text("What to do now")
        desktop.text("False tech support")
        desktop.key("ctrl+comma")
        desktop.switch("Automatic scanning")
        eventually("the watcher's rest", lambda: "off" in open(status).read())
        # A change made by the command is in the window the next time it opens.
        desktop.command("settings", "set", "alert_duration", "33")

        def closed():
            if desktop.find(name="Alert duration"):
                desktop.focus("Settings")
                desktop.key("Tab", "Escape")
            return not desktop.find(name="Alert duration")
        # Without a window manager a key may come before the window has taken the focus that it was given.
        eventually("the end of the settings", closed)
        desktop.focus("^ocr-scan$")
        desktop.key("ctrl+comma")
        eventually("the change", lambda: desktop.shows("33 s"))


def paste(programs):
    """A picture on the clipboard, and files that were copied, are scanned; for everything else there are words."""
    with Desktop(programs, settings=QUIET) as desktop:
        desktop.environment["OCR_SCAN_SCAN_TIMEOUT"] = "20"
        path = os.path.join(IMAGES, SCAM)
        desktop.open()
        desktop.text("No Screenshots Yet")
        for kind, content, words in [
            ("image/png", open(path, "rb").read(), "Pasted picture: high risk"),
            ("text/uri-list", b"file://%s\r\n" % path.encode(), "virus-push-crop.png: high risk"),
            ("text/uri-list", b"https://example.com/picture.png\r\n", "There is no picture on the clipboard."),
            ("text/plain", b"words", "There is no picture on the clipboard."),
        ]:
            clip = desktop.start("xclip", "-quiet", "-selection", "clipboard", "-target", kind, stdin=subprocess.PIPE)
            clip.stdin.write(content)
            clip.stdin.close()
            eventually("the clipboard", lambda: targets(desktop) == kind)
            desktop.key("ctrl+shift+v")
            desktop.text(words)
            eventually("the end of the words", lambda: not desktop.find(name="There is no picture"))
            clip.terminate()
            clip.wait()
        # One who holds it and never answers.
        holder = desktop.start("xclip", "-quiet", "-selection", "clipboard", "-target", "image/png", stdin=subprocess.PIPE)
        holder.stdin.write(open(path, "rb").read())
        holder.stdin.close()
        eventually("the clipboard", lambda: targets(desktop) == "image/png")
        os.kill(holder.pid, signal.SIGSTOP)
        desktop.key("ctrl+shift+v")
        desktop.text("Reading the clipboard")
        os.kill(holder.pid, signal.SIGCONT)
        assert len(desktop.command("history", "list", "--json").splitlines()) == 2


def targets(desktop):
    """The type of what is on the clipboard."""
    listed = subprocess.run(
        ["xclip", "-out", "-selection", "clipboard", "-target", "TARGETS"], env=desktop.environment, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout
    return next((line for line in listed.splitlines() if "/" in line), None)


def choose(programs):
    """Files are chosen in GTK's chooser, and a click on the result shows the entry."""
    with Desktop(programs, settings=QUIET) as desktop:
        desktop.save(SCAM)
        desktop.open()
        desktop.key("ctrl+o")
        desktop.focus("Choose Screenshots")
        desktop.type(os.path.join(desktop.screenshots, "virus-push-crop.png"))
        desktop.key("Return")
        desktop.click_on(eventually("the result", lambda: desktop.find(name="virus-push-crop.png: high risk")))
        desktop.text("What to do now")


def drop(programs):
    """Files that are dragged from another program and dropped on the window are scanned."""
    with Desktop(programs, settings=QUIET) as desktop:
        paths = [os.path.join(IMAGES, name) for name in (SCAM, CLEAN)]
        desktop.open()
        desktop.text("No Screenshots Yet")
        desktop.start(sys.executable, "-B", __file__, "drag", *paths)
        desktop.focus("drag source")
        left, top = desktop.origin("^ocr-scan$")
        begin, end = desktop.origin("drag source"), (left + 700, top + 500)
        hand = ["mousemove", str(begin[0] + 60), str(begin[1] + 60), "sleep", "0.3", "mousedown", "1"]
        for step in range(1, 21):
            hand += ["sleep", "0.05", "mousemove"]
            hand += [str(begin[axis] + 60 + (end[axis] - begin[axis] - 60) * step // 20) for axis in range(2)]
        subprocess.run(["xdotool", *hand, "sleep", "0.5", "mouseup", "1"], env=desktop.environment, check=True)
        for words in ["virus-push-crop.png: high risk", "grey-8.png: nothing found"]:
            eventually(words, lambda: desktop.find(name=words))


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


def serve_drag(paths):
    """A window from which files can be dragged, as out of a file manager."""
    import gi
    gi.require_version("Gtk", "4.0")
    from gi.repository import Gdk, Gio, GLib, Gtk

    files = "".join(Gio.File.new_for_path(path).get_uri() + "\r\n" for path in paths)

    def activated(application):
        window = Gtk.ApplicationWindow(application=application, title="drag source", default_width=120, default_height=120)
        source = Gtk.DragSource(actions=Gdk.DragAction.COPY)
        source.connect("prepare", lambda *_: Gdk.ContentProvider.new_for_bytes(
            "text/uri-list", GLib.Bytes.new(files.encode())))
        handle = Gtk.Label(label="files", hexpand=True, vexpand=True)
        handle.add_controller(source)
        window.set_child(handle)
        window.present()

    application = Gtk.Application(application_id="test.drag")
    application.connect("activate", activated)
    application.run()


if __name__ == "__main__":
    serve_notifications() if sys.argv[1] == "notifications" else serve_drag(sys.argv[2:])
