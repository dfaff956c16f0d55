"""Walks that handle entries: narrowing the list down, choosing several, pointing at reasons."""
import json
import os
import subprocess

from desktop import CLEAN, QUIET, SCAM, Desktop, eventually

OTHER = "scam/delivery-sms-phone.png"


def narrow(programs):
    """The list is narrowed down by risk and kind, and as one types."""
    with Desktop(programs, settings=QUIET) as desktop:
        desktop.scan(CLEAN, OTHER, SCAM)
        desktop.open()
        desktop.text("3 screenshots")
        # Each letter narrows the list down.
        desktop.search("umbr")
        desktop.text("1 screenshot")
        desktop.type("ellaz")
        desktop.text("No Such Entries")
        desktop.key("Escape")
        desktop.text("3 screenshots")
        # By keys alone: the third of the results is high risk.
        desktop.tab_to("Risk")
        desktop.key("space")
        desktop.text("Medium risk")
        desktop.key("Down", "Down", "Return")
        desktop.text("2 screenshots")
        assert not desktop.find("list item", name="nothing found")
        desktop.tab_to("Show entries by kind and source")
        desktop.key("space")
        desktop.tab_to("Kind")
        desktop.key("space")
        desktop.text("False prize")


def several(programs):
    """Several entries are chosen with the mouse and with keys, exported and deleted."""
    with Desktop(programs, settings=QUIET) as desktop:
        desktop.scan(CLEAN, OTHER, SCAM)
        desktop.open()
        desktop.text("3 screenshots")
        rows = eventually("the rows", lambda: (lambda found: found if len(found) == 3 else None)(
            desktop.find("list item", name="just now", all=True)))
        desktop.click_on(rows[0])
        desktop.text("What to do now")
        subprocess.run(["xdotool", "keydown", "Control_L"], env=desktop.environment, check=True)
        desktop.click_on(rows[1])
        subprocess.run(["xdotool", "keyup", "Control_L"], env=desktop.environment, check=True)
        desktop.text("2 Screenshots")
        desktop.press("Export…")
        desktop.focus("Export Entries")
        target = os.path.join(desktop.folder, "two.jsonl")
        desktop.key("ctrl+a")
        desktop.type(target)
        desktop.key("Return")
        eventually("the file", lambda: os.path.exists(target))
        with open(target) as file:
            written = [json.loads(line) for line in file]
        assert [os.path.basename(each["path"]) for each in written] == [os.path.basename(OTHER), os.path.basename(SCAM)]
        desktop.press("Delete…")
        desktop.text("Delete 2 Entries?")
        # The safe answer is the one that Return gives.
        desktop.key("Escape")
        assert len(desktop.command("history", "list", "--json").splitlines()) == 3
        desktop.press("Delete…")
        desktop.text("Delete 2 Entries?")
        desktop.press("Delete")
        desktop.text("1 screenshot")
        assert [json.loads(line)["path"] for line in desktop.command("history", "list", "--json").splitlines()] == [
            os.path.join(desktop.screenshots, os.path.basename(CLEAN))]


def pointing(programs):
    """Pointing at a reason shows its place in the picture, and a click on the place chooses the reason."""
    with Desktop(programs, settings=QUIET) as desktop:
        desktop.scan(SCAM)
        desktop.open("1")
        desktop.text("What to do now")
        canvas = eventually("the picture", lambda: desktop.find("image", name="Screenshot virus-push-crop.png"))
        report = desktop.entry(1)
        reasons = eventually("the reasons", lambda: desktop.find("list item", name="Reason ", all=True))
        left, top, width, height = desktop.place(canvas)
        # As PictureView lays it out: fitted with a margin of 12, never enlarged, in the middle.
        image = report["image"]
        scale = min((width - 24) / image["width"], (height - 24) / image["height"], 1)
        row, (x, y, wide, high) = next(
            (row, box) for row in reasons for item in report["evidence"] if item["message"] in row.name
            for box in item.get("boxes") or [])
        x = left + (width - image["width"] * scale) / 2 + x * scale
        y = top + (height - image["height"] * scale) / 2 + y * scale
        area = "%dx%d+%d+%d" % (wide * scale, high * scale, x, y)
        before = look(desktop, area)
        desktop.point_at(row)
        eventually("the place in the picture", lambda: look(desktop, area) != before)
        assert not desktop.is_(row, "selected")
        # The other way round.
        desktop.click(x + wide * scale / 2, y + high * scale / 2)
        eventually("the reason", lambda: desktop.is_(row, "selected"))


def look(desktop, area):
    """The pixels of a part of the screen, as a sum."""
    path = os.path.join(desktop.folder, "look.png")
    desktop.photograph(path, "-crop", area, "+repage")
    return subprocess.run(
        ["identify", "-format", "%#", path], env=desktop.environment, check=True, stdout=subprocess.PIPE).stdout
