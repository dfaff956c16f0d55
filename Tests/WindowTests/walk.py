#!/usr/bin/python3
"""Walks through ocr-scan-window as a user would.

Usage: walk.py --programs FOLDER [--only PART]
"""
import argparse
import os
import subprocess
import sys
import time

import safety
import trouble
import ways
from desktop import CLEAN, IMAGES, PATIENCE, QUIET, SCAM, Desktop, eventually


def first_start(programs):
    """Before any setting or scan, the window says what it does, and that nothing leaves the machine."""
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
    """An entry is opened by its number, judged, undone by keys, searched, corrected and deleted."""
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
        # Typing in the list filters it.
        desktop.key("ctrl+f")
        desktop.type("umbrellas")
        desktop.text("1 screenshot")
        desktop.key("Escape")
        desktop.text("2 screenshots")
        # The list alone, by keys: the newest entry is selected, then the next.
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
    """A file given to a second start is scanned in the first; a file that is no picture is explained, with a way
    out."""
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
        # Files other than pictures do not stop the rest.
        assert "virus-push-crop.png" in desktop.command("history", "list")
        desktop.press("History", role="toggle button") if desktop.find("toggle button", "History") else desktop.key("alt+1")
        desktop.text("2 screenshots")
        desktop.key("ctrl+n")
        desktop.text("Newest screenshot")
        assert row
    finally:
        desktop.close()


def settings(programs):
    """A changed setting is in the file at once; an invalid value is refused with an explanation."""
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
    """Everything that can be pressed, typed into or selected has a name."""
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
                    # GTK names a widget without a name after its class.
                    name = node.get_name() or ""
                    if (not name or name.startswith(("Gtk", "Adw"))) and not labelled(node):
                        nameless.append("%s below %s" % (node.get_role_name(), path(node)))
                except Exception:
                    continue
            assert not nameless, "%s: without a name: %s" % (page, "; ".join(nameless))
    finally:
        desktop.close()


def labelled(node):
    """Whether a label inside names it."""
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
    """An entry stored by another program appears at once, without polling."""
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
    """The same on a Wayland compositor, as far as assistive technology can go."""
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
    "new-entry": new_entry, "wayland": wayland, "literal": safety.literal, "trouble": trouble.trouble,
    "keyboard": ways.keyboard, "details": ways.details, "paste": ways.paste, "choose": ways.choose,
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
