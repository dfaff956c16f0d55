"""Walks through the pages: first start, history, scanning, settings."""
import os
import re
import subprocess
import time

from desktop import CLEAN, IMAGES, QUIET, SCAM, Desktop, eventually


def first_start(programs):
    """Nothing was ever set or scanned: it says what it does, and that nothing leaves the machine."""
    with Desktop(programs) as desktop:
        desktop.open()
        desktop.text("Nothing leaves this computer")
        desktop.text("Pictures/Screenshots")
        desktop.press("Not Now")
        desktop.text("No Screenshots Yet")


def history(programs):
    """An entry is opened by its number, judged and taken back with keys, searched, corrected and judged again."""
    with Desktop(programs, settings=QUIET) as desktop:
        desktop.scan(CLEAN, SCAM)
        desktop.open("2")
        desktop.text("What to do now")

        def is_framed():
            return desktop.find(name="places are framed") or desktop.find(name="place is framed")
        eventually("the picture", is_framed)
        desktop.key("ctrl+shift+m")
        desktop.text("You said: this is not a scam")
        assert desktop.entry(2)["verified"] == "not_scam"
        # The message about it takes back this verdict, also when another entry is shown.
        desktop.again("1")
        desktop.text("nothing is framed")
        desktop.act("undo-judged")
        eventually("the undo", lambda: desktop.entry(2)["verified"] is None)
        # On another page, no key judges.
        desktop.key("alt+3")
        desktop.text("Does Everything Work?")
        desktop.key("ctrl+m", "alt+1")
        desktop.again("2")
        eventually("the picture again", is_framed)
        assert desktop.entry(1)["verified"] is None
        desktop.press("This Is a Scam")
        desktop.text("You said: this is a scam")
        desktop.key("ctrl+t")
        eventually("the undo by a key", lambda: desktop.entry(2)["verified"] is None)
        # What the screenshot really says is judged in its place.
        desktop.key("ctrl+e")
        desktop.text("Write what the screenshot really says")
        desktop.key("ctrl+a", "BackSpace")
        judge = desktop.text("Judge Again")
        eventually("nothing to judge", lambda: not desktop.is_(judge, "sensitive"))
        desktop.key("Escape")
        eventually("the end of the dialog", lambda: not desktop.find(name="Write what the screenshot really says"))
        desktop.focus("^ocr-scan$")
        desktop.key("ctrl+e")
        desktop.text("Write what the screenshot really says")
        desktop.key("ctrl+a")
        desktop.type("See you at noon by the fountain, Anna.")
        desktop.press("Judge Again")
        desktop.text("text corrected by you")
        assert "fountain" in desktop.entry(2)["text"], desktop.entry(2)
        desktop.again("1")
        desktop.text("I see nothing that looks like a scam")


def scan(programs):
    """A file given to a second start is scanned in the first, whatever its name; one that is no picture comes with a way
    out."""
    with Desktop(programs, settings=QUIET) as desktop:
        desktop.open()
        desktop.key("alt+2")
        desktop.text("Is This a Scam?")
        desktop.again(os.path.join(IMAGES, SCAM))
        eventually("the result", lambda: desktop.find(name="virus-push-crop.png: high risk"))
        # A name in Latin-1 is no UTF-8.
        odd = os.fsencode(desktop.screenshots) + b"/r\xe9sultat.png"
        with open(os.path.join(IMAGES, CLEAN), "rb") as picture, open(odd, "wb") as copy:
            copy.write(picture.read())
        desktop.again(odd)
        eventually("the result with the odd name", lambda: desktop.find(name=r"r\xE9sultat.png: nothing found"))
        desktop.again(os.path.join(IMAGES, "hostile/text.png"))
        eventually("the failure", lambda: desktop.find(name="text.png"))
        desktop.text("Choose Screenshots…")
        assert "virus-push-crop.png" in desktop.command("history", "list")
        desktop.key("alt+1")
        desktop.text("3 screenshots")
        desktop.key("ctrl+n")
        desktop.text("résultat.png: nothing found".replace("é", r"\xE9"))


def settings(programs):
    """A setting is changed and is in the file at once, beside what the user wrote there."""
    with Desktop(programs, settings="# kept\nalert_sound: false\n") as desktop:
        desktop.open()
        desktop.key("ctrl+comma")
        desktop.text("Play a sound with an alert.")
        desktop.switch("Alert sound")
        eventually("the change", lambda: desktop.command("settings", "get", "alert_sound").strip() == "true")
        with open(os.path.join(desktop.folder, "config/ocr-scan/config.yaml")) as file:
            assert "# kept" in file.read()
        # What cannot be kept is said with what to do, and the switch does not tell another thing.
        path = os.path.join(desktop.folder, "config/ocr-scan/config.yaml")
        os.remove(path)
        os.mkdir(path)
        desktop.switch("Alert sound")
        desktop.text("Settings Not Understood")
        eventually("the switch as it was", lambda: any(
            "checked" in node.states for node in desktop.find(name="Alert sound", all=True)))


# GTK's names of roles (gtk_accessible_role_to_name).
ROLES = {
    "button", "checkbox", "combo box", "image", "list", "list box", "list item", "menu item", "search box", "spin button",
    "switch", "tab", "text box"}


def names(programs):
    """Everything that can be pressed, typed into or chosen has a name."""
    with Desktop(programs, settings=QUIET) as desktop:
        desktop.scan(SCAM)
        desktop.open("1")
        desktop.text("What to do now")
        for page, words in [("alt+1", "Reasons"), ("alt+2", "Is This a Scam?"), ("alt+3", "What Failed Lately")]:
            desktop.key(page)
            desktop.text(words)
            # GTK gives what has no name that of its class.
            nameless = [
                "%s below %s" % (node.role, " < ".join(above)) for node, above in desktop.below()
                if node.role in ROLES and "focusable" in node.states and not labelled(desktop, node)]
            assert not nameless, "%s: without a name: %s" % (page, "; ".join(nameless))


def labelled(desktop, node):
    """Whether it has a name, or a label in it gives it one."""
    if node.name and not node.name.startswith(("Gtk", "Adw")):
        return True
    return any(child.role == "label" and child.name or labelled(desktop, child) for child in desktop.described(node.children))


def new_entry(programs):
    """What the watcher finds appears, on a slow disk, too; while nothing happens, nobody looks for it, and nothing is drawn."""
    with Desktop(programs, settings=QUIET) as desktop:
        desktop.watch(before=["strace", "-f", "-qq", "-o", "/dev/null", "-e", "inject=fdatasync,fsync:delay_enter=400000"])
        desktop.save(CLEAN)
        eventually("the first entry", lambda: desktop.command("history", "list", "--json"))
        trace = os.path.join(desktop.folder, "trace")
        desktop.open(before=["strace", "-f", "-qq", "--seccomp-bpf", "-o", trace, "-e", "trace=%file,fcntl,pread64"])
        desktop.text("1 screenshot")
        eventually("rest", lambda: rests(trace, 3))
        assert rests(trace, 6), "the history is looked at while nothing happens"
        eventually("a window that does not draw at rest", lambda: wakeups(desktop.processes[-1].pid, 3) < 20)
        desktop.save(SCAM)
        eventually("the new entry", lambda: desktop.find(name="high risk: False tech support"))
        desktop.text("2 screenshots")


def rests(trace, seconds):
    """Whether nobody looks at the history, nor for locks in it, for some time."""
    def looks():
        with open(trace) as file:
            return len(re.findall(r"history\.sqlite|F_\w*LKW?\b|pread64", file.read()))
    before = looks()
    time.sleep(seconds)
    return before > 0 and looks() == before


def wakeups(tracer, seconds):
    """How often the main thread of the traced window is woken in some time; each picture drawn takes one or more."""
    with open("/proc/%d/task/%d/children" % (tracer, tracer)) as file:
        window = int(file.read().split()[0])

    def switches():
        with open("/proc/%d/status" % window) as file:
            return int(re.search(r"^voluntary_ctxt_switches:\s+(\d+)", file.read(), re.MULTILINE).group(1))
    before = switches()
    time.sleep(seconds)
    return switches() - before


def wayland(programs):
    """The same on a Wayland compositor, with what assistive programs can do."""
    with Desktop(programs, wayland=True, settings=QUIET) as desktop:
        desktop.scan(SCAM)
        desktop.open("1")
        desktop.text("What to do now")
        desktop.press("Not a Scam")
        desktop.text("You said: this is not a scam")
        desktop.press("Undo")
        eventually("the undo", lambda: desktop.entry(1)["verified"] is None)
        desktop.again(os.path.join(IMAGES, CLEAN))
        eventually("the result", lambda: desktop.find(name="grey-8.png: nothing found"))
        subprocess.run(["kill", str(desktop.pid)], check=True)
        desktop.ended()
