#!/usr/bin/python3
"""Takes screenshots of real desktop programs on a virtual X screen and writes their text.

usage: shoot.py [--out TESTDATA] [--truth-only] [NAME ...]      (no names: every scene; see ../../README.md)

Needs the packages listed in the README, preferably in a separate container or chroot: the programs open a session bus,
write settings and would be affected by a desktop in use. HOME is /tmp/lea, emptied before every scene.
"""

import argparse
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import time

import yaml

HERE = pathlib.Path(__file__).resolve().parent
HOME = pathlib.Path("/tmp/lea")
DISPLAY = ":77"

SCREEN = {
    "size": "1024x700",
    "dpi": 96,
    "scale": 1,  # integer factor of GTK and Qt, like "200 %" in a settings program
    "wm": "openbox",
    "wallpaper": "-solid #3a6ea5",  # arguments of hsetroot
    "gtk": "Adwaita",
    "icons": "Adwaita",
    "font": "DejaVu Sans 10",
    "qt": "fusion",
    "antialias": True,
    "hinting": "hintslight",
    "rgba": "none",
    "locale": "en_GB.UTF-8",
    "wm_theme": None,
}
TRUTH = ["description", "theme", "languages", "level", "acceptable_levels", "category", "message", "exact", "text"]
KEYS = {*TRUTH, "screen", "files", "run", "window", "after", "settle", "capture"}


def load(path):
    """The scene in a YAML file, validated."""
    scene = yaml.safe_load(path.read_text(encoding="utf-8"))
    if unknown := set(scene) - KEYS | set(scene.get("screen", {})) - set(SCREEN):
        raise SystemExit(f"{path}: unknown keys {unknown}")
    scene = {"languages": ["eng"], "exact": [], "files": {}, "after": "", "settle": 2, "capture": "window"} | scene
    scene["screen"] = SCREEN | scene.get("screen", {})
    return scene


def settings(screen):
    """The same font settings in each place where some toolkit looks for them."""
    family, size = screen["font"].rsplit(" ", 1)
    antialias = int(screen["antialias"])
    hinting = int(screen["hinting"] != "hintnone")
    fontconfig = f"""<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><match target="font">
<edit name="antialias" mode="assign"><bool>{str(bool(antialias)).lower()}</bool></edit>
<edit name="hinting" mode="assign"><bool>{str(bool(hinting)).lower()}</bool></edit>
<edit name="hintstyle" mode="assign"><const>{screen["hinting"]}</const></edit>
<edit name="rgba" mode="assign"><const>{screen["rgba"]}</const></edit>
<edit name="lcdfilter" mode="assign"><const>lcddefault</const></edit>
</match></fontconfig>
"""
    resources = f"""Xft.dpi: {screen["dpi"] * screen["scale"]}
Xft.antialias: {antialias}
Xft.hinting: {hinting}
Xft.hintstyle: {screen["hinting"]}
Xft.rgba: {screen["rgba"]}
Xft.lcdfilter: lcddefault
"""
    xsettings = f"""Net/ThemeName "{screen["gtk"]}"
Net/IconThemeName "{screen["icons"]}"
Gtk/FontName "{screen["font"]}"
Gtk/EnableAnimations 0
Net/EnableEventSounds 0
Gtk/CursorBlink 0
Net/CursorBlink 0
Xft/Antialias {antialias}
Xft/Hinting {hinting}
Xft/HintStyle "{screen["hinting"]}"
Xft/RGBA "{screen["rgba"]}"
Xft/DPI {screen["dpi"] * 1024}
"""
    gtk = f"""[Settings]
gtk-theme-name={screen["gtk"]}
gtk-icon-theme-name={screen["icons"]}
gtk-font-name={screen["font"]}
gtk-enable-animations=0
gtk-cursor-blink=0
"""
    # Qt reads its palette and font from qt5ct and qt6ct if those are its platform theme.
    dark = {"": "", "-dark": "custom_palette=true\ncolor_scheme_path=/usr/share/qt{n}ct/colors/darker.conf\n"}
    style, _, shade = screen["qt"].partition("-")
    files = {
        ".config/fontconfig/fonts.conf": fontconfig,
        ".Xresources": resources,
        ".xsettingsd": xsettings,
        ".config/gtk-3.0/settings.ini": gtk,
        ".config/gtk-4.0/settings.ini": gtk,
    }
    for number, weight in [(5, "50,0,0,0,0,0"), (6, "400,0,0,0,0,0,0,0,0,0,0,1")]:
        files[f".config/qt{number}ct/qt{number}ct.conf"] = (
            f"[Appearance]\nstyle={style}\nicon_theme=breeze\nstandard_dialogs=default\n"
            + dark["-" + shade if shade else ""].format(n=number)
            + f'[Fonts]\ngeneral="{family},{size},-1,5,{weight}"\nfixed="DejaVu Sans Mono,10,-1,5,{weight}"\n')
    if screen["wm"] == "openbox":
        theme = screen["wm_theme"] or "Clearlooks"
        fonts = "".join(
            f'<font place="{place}"><name>{family}</name><size>{size}</size></font>'
            for place in ["ActiveWindow", "InactiveWindow"])
        files[".config/openbox/rc.xml"] = (
            '<openbox_config xmlns="http://openbox.org/3.4/rc"><theme><name>' + theme + "</name>" + fonts
            + "</theme><placement><policy>Smart</policy><center>yes</center></placement>"
            "<focus><focusNew>yes</focusNew></focus></openbox_config>")
    else:
        files[".config/xfce4/xfconf/xfce-perchannel-xml/xfwm4.xml"] = (
            '<?xml version="1.0"?><channel name="xfwm4" version="1.0"><property name="general" type="empty">'
            f'<property name="theme" type="string" value="{screen["wm_theme"] or "Default"}"/>'
            f'<property name="title_font" type="string" value="{family} Bold {size}"/>'
            '<property name="use_compositing" type="bool" value="true"/>'
            '<property name="placement_mode" type="string" value="center"/></property></channel>')
    return files


def environment(screen):
    kept = {key: os.environ[key] for key in ["PATH"]}
    return kept | {
        "HOME": str(HOME),
        "USER": "lea",
        "SHELL": "/bin/bash",
        "DISPLAY": DISPLAY,
        "LANG": screen["locale"],
        "TZ": "Europe/London",
        "XDG_RUNTIME_DIR": str(HOME / ".run"),
        "XDG_CONFIG_HOME": str(HOME / ".config"),
        "XDG_CURRENT_DESKTOP": "KDE" if screen["qt"] == "kde" else "XFCE",
        # dconf would need a service, and no setting should be remembered.
        "GSETTINGS_BACKEND": "keyfile",
        "GDK_BACKEND": "x11",
        "QT_QPA_PLATFORMTHEME": "kde" if screen["qt"] == "kde" else "qt5ct",
        "GDK_SCALE": str(screen["scale"]),
        "QT_SCALE_FACTOR": str(screen["scale"]),
        "QT_FONT_DPI": str(screen["dpi"]),
        "NO_AT_BRIDGE": "1",
        "GSK_RENDERER": "cairo",
        "LIBGL_ALWAYS_SOFTWARE": "1",
        "MOZ_DISABLE_CONTENT_SANDBOX": "1",
        "WEBKIT_DISABLE_COMPOSITING_MODE": "1",
    }


def output(command, **more):
    return subprocess.run(command, capture_output=True, text=True, **more).stdout


def window_id(pattern, env, patience):
    """Waits for a visible window whose title or class matches `pattern`, and returns it."""
    for _ in range(int(patience / 0.5)):
        found = output(["xdotool", "search", "--onlyvisible", "--name", pattern], env=env).split()
        found = found or output(["xdotool", "search", "--onlyvisible", "--class", pattern], env=env).split()
        if found:
            return found[-1]
        time.sleep(0.5)
    return None


def geometry(window, frame, env):
    """WxH+X+Y of a window's content, or including the window manager's frame."""
    text = output(["xwininfo", "-id", window], env=env)
    left, top, width, height = (
        int(re.search(label + r":\s+(-?\d+)", text)[1])
        for label in ["Absolute upper-left X", "Absolute upper-left Y", "Width", "Height"])
    if frame:
        extents = output(["xprop", "-id", window, "_NET_FRAME_EXTENTS"], env=env)
        west, east, north, south = map(int, re.findall(r"\d+", extents.partition("=")[2]))
        left, top, width, height = left - west, top - north, width + west + east, height + north + south
    return f"{width}x{height}+{left}+{top}"


def picture(scene, path):
    shutil.rmtree(HOME, ignore_errors=True)
    screen = scene["screen"]
    (HOME / ".run").mkdir(parents=True, mode=0o700)
    for name, content in (settings(screen) | scene["files"]).items():
        file = HOME / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(content, encoding="utf-8")
    env = environment(screen)
    server = subprocess.Popen(
        ["Xvfb", DISPLAY, "-screen", "0", screen["size"] + "x24", "-dpi", str(screen["dpi"] * screen["scale"]),
         "-nolisten", "tcp"], stderr=subprocess.DEVNULL)
    script = f"""
cd "$HOME"
until xdpyinfo >/dev/null 2>&1; do sleep 0.1; done
xrdb -load ~/.Xresources
xsetroot -cursor_name left_ptr
hsetroot {" ".join("'" + word + "'" for word in screen["wallpaper"].split())} >/dev/null
xsettingsd >/dev/null &
{screen["wm"]} &
sleep 1
{scene["run"]}
wait
"""
    session = subprocess.Popen(["dbus-run-session", "--", "bash", "-c", script], env=env, start_new_session=True,
                               stdout=subprocess.DEVNULL, stderr=open("/tmp/shoot.log", "w"))
    try:
        window = window_id(scene["window"], env, 60) if "window" in scene else None
        if "window" in scene and not window:
            names = output("for w in $(xdotool search --onlyvisible '.*'); do xdotool getwindowname $w; done", env=env,
                           shell=True)
            print(f"{path.stem}: no window {scene['window']}; there are:", names.split("\n"), file=sys.stderr)
        time.sleep(scene["settle"])
        if scene["after"]:
            subprocess.run(["bash", "-c", f"WINDOW={window}\n{scene['after']}"], env=env, cwd=HOME)
            time.sleep(1)
        area = scene["capture"]
        if area in ("window", "frame"):
            area = geometry(window, area == "frame", env) if window else "root"
        crop = [] if area == "root" else ["-crop", area, "+repage"]
        subprocess.run(["import", "-window", "root", *crop, "-depth", "8", "PNG24:" + str(path)], env=env, check=True)
    finally:
        os.killpg(session.pid, signal.SIGTERM)
        server.terminate()
        server.wait()
        try:
            session.wait(5)
        except subprocess.TimeoutExpired:
            os.killpg(session.pid, signal.SIGKILL)
    # optipng writes a palette or greys instead of RGB where that is lossless.
    subprocess.run(["optipng", "-quiet", "-o2", "-strip", "all", str(path)], check=True)


class Block(str):
    """A string written as an indented block."""


class List(list):
    """A list written on one line."""


yaml.SafeDumper.add_representer(Block, lambda dumper, value: dumper.represent_scalar(
    "tag:yaml.org,2002:str", value, style="|"))
yaml.SafeDumper.add_representer(List, lambda dumper, value: dumper.represent_sequence(
    "tag:yaml.org,2002:seq", value, flow_style=True))


def spelled_out(scene):
    """`message` and `text` with the lines `<file NAME>` and `<message>` expanded, without empty lines."""
    def lines(text, message):
        for line in text.split("\n"):
            if file := re.fullmatch(r"\s*<file (.*)>", line):
                yield from lines(scene["files"][file[1]], "")
            elif line.strip() == "<message>":
                yield from message
            elif line.strip():
                yield " ".join(line.split())
    message = list(lines(scene["message"], []))
    return {"message": "\n".join(message) + "\n", "text": "\n".join(lines(scene["text"], message)) + "\n"}


def write_truth(scene, name, out):
    if not scene.get("text"):
        return
    scene = scene | spelled_out(scene)
    truth = {"image": f"images/{name}.png"} | {key: scene[key] for key in TRUTH if key in scene}
    for part in truth["exact"]:
        if " ".join(str(part).split()) not in " ".join(truth["text"].split()):
            print(f"{name}: not in the text: {part}", file=sys.stderr)
    for key, value in truth.items():
        if isinstance(value, list):
            truth[key] = List(value)
        elif key in ("message", "text"):
            truth[key] = Block(value)
    dumped = yaml.safe_dump(truth, allow_unicode=True, sort_keys=False, width=10000)
    (out / "expected" / f"{name}.yaml").write_text(dumped, encoding="utf-8")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=pathlib.Path, default=HERE.parent.parent / "desktop")
    parser.add_argument("--truth-only", action="store_true", help="write the expectations, take no pictures")
    parser.add_argument("names", nargs="*")
    arguments = parser.parse_args()
    for folder in ["images", "expected"]:
        (arguments.out / folder).mkdir(parents=True, exist_ok=True)
    for path in sorted((HERE / "scenes").glob("*.yaml")):
        if arguments.names and path.stem not in arguments.names:
            continue
        scene = load(path)
        if not arguments.truth_only:
            picture(scene, arguments.out / "images" / f"{path.stem}.png")
            print(path.stem)
        write_truth(scene, path.stem, arguments.out)


if __name__ == "__main__":
    main()
