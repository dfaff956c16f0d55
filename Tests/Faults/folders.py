"""Folders that appear, vanish, move, are mounted over or cannot be watched."""

import os
import shutil
import sqlite3
import subprocess
import sys
import time

from cases import case, require_strace
from daemon import CLEAN, SCAM, Daemon, Skipped, expect, variant, wait
from fuse import Mount


def has_outcome(home, path):
    try:
        return home.query("SELECT count(*) FROM file WHERE path = ? AND entry IS NOT NULL", os.fsencode(path))[0][0] == 1
    except sqlite3.Error:
        return False  # no history yet


def expect_outcome(home, daemon, path, seconds=60):
    wait(lambda: has_outcome(home, path), seconds, f"{path} has no outcome ({daemon.status})")


def numbers():
    number = 0
    while True:
        number += 1
        yield number


@case("W12 W13", "folder deleted, moved away and back, exchanged; files made in the gaps")
def folder_moves(home, quick):
    daemon = Daemon(home)
    number = numbers()
    def drop():
        name = f"{next(number)}.png"
        home.write(name, variant(CLEAN, 7))
        return home.folder / name
    expect_outcome(home, daemon, drop())
    away = home.root / "away"
    pauses = [0, 0.5, 3] if quick else [0, 0.5, 3, 70]
    for pause in pauses:
        os.rename(home.folder, away)
        if pause:
            wait(lambda: daemon.status.startswith("trouble: "), 30, "no status tells that it is missing")
        # The daemon must ignore what happens in the old folder now.
        (away / "elsewhere.png").write_bytes(CLEAN)
        time.sleep(pause)
        (away / "elsewhere.png").unlink()
        os.rename(away, home.folder)
        expect_outcome(home, daemon, drop())
        shutil.rmtree(home.folder)
        time.sleep(pause)
        home.folder.mkdir()
        expect_outcome(home, daemon, drop())
        other = home.root / "other"
        other.mkdir()
        name = f"exchanged-{next(number)}.png"
        home.write(name, CLEAN, other)
        os.rename(home.folder, away)
        os.rename(other, home.folder)
        expect_outcome(home, daemon, home.folder / name)
        shutil.rmtree(away)
    wait(lambda: daemon.status.startswith("fine: "), 30, f"the status is {daemon.status}")
    expect(not home.query("SELECT 1 FROM entry WHERE CAST(path AS TEXT) LIKE '%elsewhere%'"), "a moved folder was still watched")
    home.check(daemon)
    return f"{3 * len(pauses)} changes, gaps of up to {pauses[-1]} s; each file afterwards scanned"


@case("W17 W18", "started before the folder; the folder a link that is pointed elsewhere")
def folder_later(home, quick):
    home.folder.rmdir()
    daemon = Daemon(home)
    wait(lambda: daemon.status.startswith("trouble: "), 30, "no status tells that it is missing")
    time.sleep(3)
    home.folder.mkdir()
    for number in range(3):
        home.write(f"{number}.png", variant(CLEAN, number))
    home.settle(daemon)
    daemon.stop()
    first, second = home.root / "first", home.root / "second"
    os.rename(home.folder, first)
    second.mkdir()
    home.folder.symlink_to(first)
    daemon = Daemon(home)
    home.folder.unlink()
    home.folder.symlink_to(second)
    home.write("3.png", variant(CLEAN, 3), second)
    expect_outcome(home, daemon, home.folder / "3.png")
    daemon.check_process()
    daemon.stop()
    expect(home.count("entry") == 4, f"{home.count('entry')} entries")
    return "3 files after the folder came; 1 after the link moved"


@case("issue 5.1", "sub-folders by date, nested, made later, moved in")
def dated_folders(home, quick):
    def make(name):
        path = home.folder / name
        path.mkdir(parents=True)
        return path
    home.write("0.png", variant(CLEAN, 0), make("2025-12"))
    daemon = Daemon(home)
    home.write("1.png", variant(CLEAN, 1), make("2026-11"))
    home.write("2.png", variant(CLEAN, 2), make("2026/11/21"))
    outside = home.root / "2026-10"
    outside.mkdir()
    home.write("3.png", variant(CLEAN, 3), outside)
    os.rename(outside, home.folder / "2026-10")
    home.settle(daemon)
    for number, name in enumerate(["2025-12", "2026-11", "2026/11/21", "2026-10"]):
        home.write(f"later-{number}.png", variant(CLEAN, 4 + number), home.folder / name)
    home.settle(daemon)
    shutil.rmtree(home.folder / "2026-11")
    home.write("again.png", variant(CLEAN, 20), make("2026-11"))
    expect_outcome(home, daemon, home.folder / "2026-11/again.png")
    number = home.check(daemon)
    daemon = Daemon(home)
    (make("drafts") / "private.png").write_bytes(CLEAN)
    (home.folder / "2026-09").symlink_to(home.folder / "drafts")
    home.write("last.png", variant(CLEAN, 21))
    expect_outcome(home, daemon, home.folder / "last.png")
    expect(not home.query("SELECT 1 FROM entry WHERE CAST(path AS TEXT) LIKE '%private%'"), "it looks into other folders")
    daemon.stop()
    return f"{number} files in dated folders scanned, those in other folders and behind links not"


@case("W15 W16", "another file system mounted over the folder and taken away, at rest")
def mounted_over(home, quick):
    home.write("0.png", CLEAN)
    daemon = Daemon(home)
    home.settle(daemon)
    for number in range(1, 4):
        home.mount_memory(home.folder, 1024)
        home.write(f"above-{number}.png", variant(CLEAN, number))
        expect_outcome(home, daemon, home.folder / f"above-{number}.png")
        subprocess.run(["umount", home.folder], check=True)
        home.mounts.clear()
        home.write(f"below-{number}.png", variant(CLEAN, number + 10))
        expect_outcome(home, daemon, home.folder / f"below-{number}.png")
    return f"3 mounts, {home.check(daemon)} files below and 3 above scanned; no timer"


@case("W14 W28", "daemon in a mount namespace of its own, folder made anew outside")
def namespaces(home, quick):
    if os.geteuid() != 0:
        raise Skipped("only root may mount")
    parent, view = home.root / "pictures", home.root / "view"
    parent.mkdir()
    view.mkdir()
    (parent / "Screenshots").mkdir()
    mount = 'mount --bind "$1" "$2" && shift 2 && exec "$@"'
    daemon = Daemon(
        home, before=["unshare", "-m", "--propagation", "private", "sh", "-c", mount, "sh", parent, view],
        folder=view / "Screenshots")
    home.write("0.png", CLEAN, parent / "Screenshots")
    expect_outcome(home, daemon, view / "Screenshots/0.png")
    for number in range(1, 4):
        shutil.rmtree(parent / "Screenshots")
        (parent / "Screenshots").mkdir()
        home.write(f"{number}.png", variant(CLEAN, number), parent / "Screenshots")
        expect_outcome(home, daemon, view / f"Screenshots/{number}.png")
    home.check(daemon)
    return "folder seen through a bind mount of the one above it, made anew 3 times: each file scanned"


@case("W19", "no inotify instance, then no watch, to be had", figures=True)
def watch_limits(home, quick):
    if subprocess.run(["unshare", "-Ur", "true"], capture_output=True).returncode != 0:
        raise Skipped("no user namespaces here")
    results = []
    for limit in ["max_inotify_instances", "max_inotify_watches"]:
        command = f'echo 0 > /proc/sys/user/{limit} && exec "$@"'
        daemon = Daemon(home, before=["unshare", "-Ur", "sh", "-c", command, "sh"])
        wait(lambda: daemon.status.startswith("trouble: "), 30, f"no status tells of {limit}")
        expect("fs.inotify.max_user_" in daemon.errors, f"nobody is told which limit: {daemon.errors}")
        began = time.monotonic()
        home.write(f"{limit}.png", variant(CLEAN, len(results)))
        expect_outcome(home, daemon, home.folder / f"{limit}.png")
        results.append(f"{time.monotonic() - began:.1f} s")
        subprocess.run(
            ["nsenter", "-U", "-t", str(daemon.id), "sh", "-c", f"echo 64 > /proc/sys/user/{limit}"], check=True)
        wait(lambda: daemon.status.startswith("fine: "), 30, f"it stays so although the limit was raised: {daemon.status}")
        began = time.monotonic()
        home.write(f"{limit}-raised.png", variant(CLEAN, 10 + len(results)))
        expect_outcome(home, daemon, home.folder / f"{limit}-raised.png")
        home.check(daemon)
    return f"scanned after {' and '.join(results)} by looking every 5 s; by hints again when the limit was raised"


@case("W20", "a folder on NFS, SMB, FUSE and 9P (strace: f_type), whose changes are not told")
def remote_folder(home, quick):
    require_strace()
    types = {"NFS": 0x6969, "SMB": 0xFE534D42, "FUSE": 0x65735546, "9P": 0x01021997}
    for number, (name, kind) in enumerate(list(types.items())[:2 if quick else 4]):
        poke = kind.to_bytes(8, sys.byteorder).hex()
        # The watch seems to be set, but never reports an event.
        daemon = Daemon(home, before=[
            "strace", "-f", "-qq", "-o", "/dev/null", "-e", "trace=statfs,inotify_add_watch",
            "-e", f"inject=statfs:poke_exit=@arg2={poke}", "-e", "inject=inotify_add_watch:retval=1"])
        home.write(f"{name}.png", variant(CLEAN, number))
        expect_outcome(home, daemon, home.folder / f"{name}.png")
        journal = home.query("PRAGMA journal_mode")[0][0]
        expect(journal == "delete", f"{name}: the journal of the history is {journal} (S12)")
        home.check(daemon)
    daemon = Daemon(home)
    expect(home.query("PRAGMA journal_mode")[0][0] == "wal", "a local history has no write-ahead log")
    home.check(daemon)
    return "found by looking every 5 s; the history on such a file system has no write-ahead log (S12)"


@case("F24", "listing one folder takes for ever (strace: delay)")
def hanging_folder(home, quick):
    require_strace()
    hanging = home.root / "Hanging"
    hanging.mkdir()
    home.write("late.png", variant(CLEAN, 1), hanging)
    home.write("other.png", variant(CLEAN, 2))
    daemon = Daemon(home, ready=False, folder=hanging, also=[home.folder], before=[
        "strace", "-f", "-qq", "-o", "/dev/null", "-P", hanging, "-e", "inject=getdents64:delay_enter=15000000"])
    expect_outcome(home, daemon, home.folder / "other.png", seconds=120)
    expect(not has_outcome(home, hanging / "late.png"), "it did not hang")
    wait(lambda: "\nReady.\n" in daemon.errors, 60, "it does not get ready")
    daemon.descriptors = daemon.descriptor_count
    expect_outcome(home, daemon, hanging / "late.png", seconds=240)
    home.check(daemon)
    return "the other folder's screenshot had its outcome before the folder was listed; then that of the slow one, too"


@case("W25", "the history in the watched folder")
def own_folder(home, quick):
    home.data.mkdir(parents=True, mode=0o700)
    home.folder.rmdir()
    home.folder.symlink_to(home.data)
    daemon = Daemon(home)
    home.write("0.png", CLEAN)
    home.settle(daemon)
    # What it wrote about the first has changed the folder before the second does.
    home.write("1.png", variant(CLEAN, 1))
    home.settle(daemon)
    expect(home.count("entry") == 2, "it scans what it writes")
    daemon.stop()
    return "nothing that it writes has the name of a screenshot: 2 entries, no loop"


@case("F24", "a file server stops answering (FUSE)")
def silent_server(home, quick):
    remote, shown = home.root / "Remote", home.root / "Mounted"
    remote.mkdir()
    shown.mkdir()
    mount = Mount(home, remote, shown)
    try:
        return with_server(home, remote, shown, mount)
    finally:
        # A process that waits for an answer cannot be killed (fuse.rst, "Interrupting filesystem operations").
        mount.end()


@case("F24", "a server stops answering about more pictures than are read at a time (FUSE)")
def silent_reads(home, quick):
    remote, shown = home.root / "Remote", home.root / "Mounted"
    remote.mkdir()
    shown.mkdir()
    home.settings.write_text("max_file_megabytes: 1\n")
    names = [f"large-{number}.png" for number in range(5)]
    mount = Mount(home, remote, shown)
    try:
        daemon = Daemon(home, also=[shown])
        mount.stop_answering("opened " + " ".join(names))
        for name in names:
            home.write(name, CLEAN + bytes(2 << 20), remote)
        wait(lambda: mount.keeps_waiting, 60, "nobody asks for the large files")
        time.sleep(10)
        began = time.monotonic()
        home.write("scam.png", SCAM)
        expect_outcome(home, daemon, home.folder / "scam.png", seconds=45)
        took = time.monotonic() - began
        wait(lambda: daemon.status.startswith("trouble: ") and "does not answer" in daemon.status, 30,
             f"the status tells nothing of it: {daemon.status}")
        mount.answer()
        for name in names:
            expect_outcome(home, daemon, shown / name, seconds=120)
        wait(lambda: "does not answer" not in daemon.status, 30, f"the trouble stays: {daemon.status}")
        daemon.stop()
        return f"a scam in another folder was found after {took:.0f} s, and the status told of the server meanwhile"
    finally:
        mount.end()


@case("F24", "a server with the pictures does not answer (FUSE)")
def silent_pictures(home, quick):
    remote, shown = home.root / "Remote", home.root / "Pictures/Screenshots"
    remote.mkdir()
    shown.mkdir(parents=True)
    mount = Mount(home, remote, shown)
    try:
        mount.stop_answering("*")
        began = time.monotonic()
        latest = subprocess.Popen(
            [home.programs / "ocr-scan", "latest", "--timeout", "5"], env=home.environment, stderr=subprocess.PIPE)
        # The kernel lets it end only with the answer.
        said = latest.stderr.readline()
        took = time.monotonic() - began
        mount.answer()
        expect(latest.wait(60) != 0, "latest ends as if it had found something")
        expect(took < 6, f"latest took {took:.1f} s of 5 to say {said!r}")
        home.write("0.png", variant(CLEAN, 0), remote)
        after = home.scan("latest")
        expect("0.png" in after.stdout, f"afterwards, latest says {after.stderr!r}")
        return f"latest gives up after {took:.1f} s, and finds the screenshot afterwards"
    finally:
        mount.end()


def with_server(home, remote, shown, mount):
    from service import Manager  # its cases stay behind these
    home.settings.write_text("max_file_megabytes: 1\n")
    manager = Manager(home)
    service = {"NOTIFY_SOCKET": manager.path, "WATCHDOG_USEC": "20000000"}

    def expect_service(daemon, number):
        """Another folder's screenshot is scanned, and the service manager hears from the watcher."""
        began = time.monotonic()
        home.write(f"{number}.png", variant(CLEAN, number))
        expect_outcome(home, daemon, home.folder / f"{number}.png", seconds=60)
        wait(lambda: manager.count_since("WATCHDOG=1", began) >= 2, 60, "the service manager hears nothing")
        return time.monotonic() - began

    daemon = Daemon(home, environment=service, also=[shown])
    mount.stop_answering("opened large.png")
    home.write("large.png", CLEAN + bytes(2 << 20), remote)
    wait(lambda: mount.keeps_waiting, 60, "nobody asks for the large file")
    waits = [expect_service(daemon, 1)]
    mount.answer()
    expect_outcome(home, daemon, shown / "large.png", seconds=120)
    daemon.stop()

    home.write("left.png", variant(CLEAN, 2), remote)
    status = os.lstat(shown / "left.png")
    with sqlite3.connect(home.database) as history:
        history.execute(
            "INSERT INTO pending (path, device, inode, size, mtime_ns, ctime_ns, enqueued_at, attempts, in_flight) "
            "VALUES (?, ?, ?, ?, ?, ?, 1, 2, 1)",
            (os.fsencode(shown / "left.png"), status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns,
             status.st_ctime_ns))
    history.close()

    def outcomes():
        return home.query("SELECT error_code FROM entry WHERE path = ?", os.fsencode(shown / "left.png"))

    # What was set aside before its bytes were known is tried again at the next start.
    for words, expected in [("left.png", "quarantined"), ("*", None)]:
        mount.stop_answering(words)
        daemon = Daemon(home, environment=service, also=[shown], ready=words != "*")
        if words == "*":
            wait(lambda: mount.keeps_waiting, 60, "nobody asks")
        waits.append(expect_service(daemon, 3 + len(waits)))
        mount.answer()
        wait(lambda: outcomes() == [(expected,)], 120, f"the file left by a crash is not {expected}")
        wait(lambda: "\nReady.\n" in daemon.errors, 60, "it does not get ready")
        daemon.stop()
    daemon = Daemon(home, also=[shown])
    home.check(daemon)
    return "a screenshot elsewhere was scanned after " + ", ".join(f"{seconds:.0f} s" for seconds in waits)
