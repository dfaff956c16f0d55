"""Writers of every kind, and files that are no screenshots."""

import ctypes
import os
import shutil
import socket
import stat
import threading
import time

from cases import case, require_strace
from daemon import CLEAN, SCAM, Daemon, Skipped, expect, reports, variant, wait


def name_file(descriptor, path):
    """Links an unnamed file with linkat(2) (open(2), O_TMPFILE)."""
    libc = ctypes.CDLL(None, use_errno=True)
    at_fdcwd, at_symlink_follow = -100, 0x400
    source = f"/proc/self/fd/{descriptor}".encode()
    if libc.linkat(at_fdcwd, source, at_fdcwd, os.fsencode(path), at_symlink_follow) != 0:
        raise OSError(ctypes.get_errno(), "linkat")


@case("W01 W02 W03 W04 W05 W06 W07 W08 W09 W10 W24 W29", "writers that rename, link, pause, append, drip, touch and delete")
def writers(home, quick):
    daemon = Daemon(home)
    folder = home.folder
    number = iter(range(1000))
    def picture():
        return variant(CLEAN, next(number))
    (folder / "w01.png").write_bytes(picture())
    (folder / ".w02.tmp").write_bytes(picture())
    os.rename(folder / ".w02.tmp", folder / "w02.png")
    (home.root / "outside.png").write_bytes(picture())
    os.rename(home.root / "outside.png", folder / "w03.png")
    descriptor = os.open(folder, os.O_TMPFILE | os.O_WRONLY, 0o600)
    os.write(descriptor, picture())
    name_file(descriptor, folder / "w05.png")
    os.close(descriptor)
    (home.root / "linked.png").write_bytes(picture())
    os.link(home.root / "linked.png", folder / "w06.png")
    for attempt in range(3):
        (folder / f"w24-{attempt}.png").write_bytes(picture())
        os.unlink(folder / f"w24-{attempt}.png")
    def pausing():
        content = picture()
        with open(folder / "w07.png", "wb", buffering=0) as file:
            file.write(content[: len(content) // 2])
            time.sleep(2)
            file.write(content[len(content) // 2 :])
    def appending():
        content = picture()
        for part in range(3):
            with open(folder / "w08.png", "ab", buffering=0) as file:
                file.write(content[part * len(content) // 3 : (part + 1) * len(content) // 3])
            time.sleep(0.4)
    def dripping():
        with open(folder / "w09.png", "wb", buffering=0) as file:
            for byte in picture() + bytes(10_000):
                file.write(bytes([byte]))
    threads = [threading.Thread(target=body) for body in [pausing, appending, dripping]]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    home.settle(daemon)
    # Repeating it adds nothing.
    entries = home.count("entry")
    for _ in range(3):
        os.close(os.open(folder / "w01.png", os.O_RDWR))
        os.chmod(folder / "w02.png", 0o640)
        os.utime(folder / "w03.png")
        time.sleep(0.3)
    home.write("w05.png", (folder / "w05.png").read_bytes())
    home.settle(daemon)
    expect(home.count("entry") == entries, "the same picture got a second entry")
    home.write("w04.png", picture())
    home.settle(daemon)
    home.write("w04.png", picture())
    wait(lambda: home.count("entry") == entries + 2, 60, "another picture under a known name is not scanned")
    bad = home.query("SELECT path, error_code FROM entry WHERE error_code IS NOT NULL")
    expect(not bad, f"outcomes are errors: {bad}")
    os.unlink(folder / "w04.png")
    home.write("w10.png", picture())
    home.settle(daemon)
    expect(home.count("entry") == entries + 3, "a deleted file took entries with it")
    names = {report["path"].rsplit("/", 1)[1] for report in reports(daemon)}
    expect(not any(name.startswith(".") for name in names), "a temporary file was scanned")
    daemon.check_process()
    daemon.stop()
    return f"{len(names)} files, one entry each (two for one with two pictures), no failure on the way"


@case("F02 F03 F04 F05 F08 F09 F20 F25 F26 F27", "FIFO, folder, links, device, socket, huge, other formats, copies")
def strange_files(home, quick):
    secret = home.root / "secret.png"
    secret.write_bytes(SCAM)
    folder = home.folder
    os.mkfifo(folder / "fifo.png")
    (folder / "folder.png").mkdir()
    (folder / "dangling.png").symlink_to("/nowhere")
    (folder / "passwords.png").symlink_to("/etc/passwd")
    (folder / "link.png").symlink_to(secret)
    if os.geteuid() == 0:
        os.mknod(folder / "device.png", stat.S_IFCHR | 0o600, os.makedev(1, 5))
    listener = socket.socket(socket.AF_UNIX)
    # The path of a socket has at most 107 bytes (unix(7)).
    here = os.getcwd()
    os.chdir(folder)
    listener.bind("socket.png")
    os.chdir(here)
    daemon = Daemon(home)
    with open(folder / "huge.png", "wb") as file:
        file.truncate(10 << 30)
    (folder / "gif.png").write_bytes(b"GIF89a" + bytes(500))
    (folder / "page.png").write_bytes(b"<html>" + bytes(500))
    for name in ["a.png", "b.png", "c.png"]:
        home.write(name, CLEAN)
    (home.root / "other.png").write_bytes(variant(CLEAN, 5))
    os.link(home.root / "other.png", folder / "hard.png")
    home.settle(daemon)
    expect(home.outcomes("huge.png") == ["image_too_large"], f"huge: {home.outcomes('huge.png')}")
    for name in ["gif.png", "page.png"]:
        expect(home.outcomes(name) == ["unsupported_format"], f"{name}: {home.outcomes(name)}")
    # Another picture with the same size and time.
    entries = home.count("entry")
    before = os.stat(folder / "a.png")
    with open(folder / "a.png", "r+b") as file:
        file.write(variant(CLEAN, 9)[: before.st_size])
        file.seek(before.st_size - 1)
        file.write(b"\x83")
    os.utime(folder / "a.png", ns=(before.st_atime_ns, before.st_mtime_ns))
    wait(lambda: home.count("entry") > entries, 60, "a change that keeps size and time is not noticed")
    listener.close()
    names = {report["path"].rsplit("/", 1)[1] for report in reports(daemon)}
    expect(names == {"huge.png", "gif.png", "page.png", "a.png", "b.png", "c.png", "hard.png"}, f"scanned: {names}")
    daemon.check_process()
    daemon.stop()
    home.check_logs()
    return f"{len(names)} regular files have an outcome; nothing else was opened or followed"


@case("F06 F10 F11 F13", "a name that is a file and a link by turns, content exchanged while it is read", figures=True)
def swaps(home, quick):
    secret = home.root / "secret.png"
    secret.write_bytes(SCAM)
    daemon = Daemon(home)
    end = time.monotonic() + (5 if quick else 60)
    ended = threading.Event()
    swapped = [0]
    def swap():
        link, file = home.root / "link", home.root / "file"
        while not ended.is_set():
            link.symlink_to(secret)
            os.rename(link, home.folder / "swap.png")
            file.write_bytes(CLEAN)
            os.rename(file, home.folder / "swap.png")
            swapped[0] += 1
    def change():
        number = 0
        while not ended.is_set():
            number += 1
            path = home.folder / "changing.png"
            content = variant(CLEAN, number)
            path.write_bytes(content)
            os.truncate(path, len(content) // 2)
            path.unlink()
            (home.folder / "replaced.png").write_bytes(content)
    threads = [threading.Thread(target=body) for body in [swap, change]]
    for thread in threads:
        thread.start()
    while time.monotonic() < end and daemon.is_running:
        time.sleep(0.1)
    ended.set()
    for thread in threads:
        thread.join()
    home.settle(daemon)
    scams = home.query("SELECT count(*) FROM entry WHERE category = 'tech_support'")[0][0]
    risks = home.query("SELECT count(*) FROM entry WHERE risk_level IN ('medium', 'high')")[0][0]
    expect(scams == risks == 0, "a link was followed")
    newest = home.query("SELECT error_code FROM entry JOIN file ON file.entry = entry.id WHERE CAST(file.path AS TEXT) LIKE '%replaced%'")
    expect(newest == [(None,)], f"the last content has no outcome: {newest}")
    daemon.check_process()
    daemon.stop()
    return f"{swapped[0]} exchanges: the target of the link was never read; the last content has its outcome"


@case("F24", "reading one file takes 8 s (strace: delay)", figures=True)
def slow_disk(home, quick):
    require_strace()
    (home.folder / "slow.png").write_bytes(variant(CLEAN, 10))
    began = time.monotonic()
    daemon = Daemon(home, before=[
        "strace", "-f", "-qq", "-o", "/dev/null", "-P", home.folder / "slow.png",
        "-e", "inject=read:delay_enter=8000000"])
    for number in range(3):
        home.write(f"{number}.png", variant(CLEAN, number))
    wait(lambda: len(reports(daemon)) >= 3, 60, "others wait for it")
    others = time.monotonic() - began
    expect(not home.outcomes("slow.png"), "it was not slow")
    home.settle(daemon)
    wait(lambda: home.outcomes("slow.png") == [None], 60, f"the slow one: {home.outcomes('slow.png')}")
    took = time.monotonic() - began
    home.check(daemon)
    return f"three others after {others:.1f} s, the slow one after {took:.0f} s"


@case("F23", "the folder may not be read for a while")
def unreadable_folder(home, quick):
    if os.geteuid() != 0 or not shutil.which("setpriv"):
        raise Skipped("needs root, to be another user")
    nobody = 65534
    for path in [home.root, *home.root.rglob("*")]:
        os.chown(path, nobody, nobody)
    daemon = Daemon(home, before=["setpriv", "--reuid", str(nobody), "--regid", str(nobody), "--clear-groups"])
    home.write("0.png", CLEAN)
    os.chmod(home.folder / "0.png", 0o644)
    home.settle(daemon)
    os.chmod(home.folder, 0)
    wait(lambda: daemon.status.startswith("trouble: "), 30, "no status tells of it")
    home.write("1.png", variant(CLEAN, 1))
    os.chmod(home.folder / "1.png", 0o644)
    os.chmod(home.folder, 0o755)
    home.settle(daemon)
    wait(lambda: daemon.status.startswith("fine: "), 30, f"the status is {daemon.status}")
    return f"{home.check(daemon)} outcomes, one of them for a file that came meanwhile"


@case("F21", "reading a file fails (strace: EIO), once and always")
def broken_sector(home, quick):
    require_strace()
    for name, when in [("once.png", "1"), ("always.png", "1+")]:
        (home.folder / name).write_bytes(variant(CLEAN, len(name)))
        daemon = Daemon(home, before=[
            "strace", "-f", "-qq", "-o", "/dev/null", "-P", home.folder / name,
            "-e", f"inject=read:error=EIO:when={when}"])
        home.write(f"beside-{name}", variant(CLEAN, 1))
        home.settle(daemon)
        home.check(daemon)
    once, always = home.outcomes("once.png"), home.outcomes("always.png")
    expect(once == [None], f"one failure stays: {once}")
    expect(always != [None], "the fault was not provoked")
    return f"read again after one failure; after many the outcome is {always[0]}; others are scanned"
