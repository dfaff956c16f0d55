"""The history: earlier versions, several programs at once, long readers, a million entries."""

import json
import os
import sqlite3
import subprocess
import threading
import time
from pathlib import Path

from cases import case, require_strace, strace
from daemon import CLEAN, Daemon, expect, variant, wait

# As the first version created it: GRDB's table of migrations, and the tables of "1-entries-files-queue".
FIRST_SCHEMA = """
PRAGMA auto_vacuum = INCREMENTAL;
PRAGMA journal_mode = WAL;
PRAGMA application_id = 1868788339;
CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
INSERT INTO grdb_migrations VALUES ('1-entries-files-queue');
CREATE TABLE entry (
  id INTEGER PRIMARY KEY AUTOINCREMENT, uuid TEXT NOT NULL UNIQUE, path BLOB, display_path TEXT, sha256 TEXT,
  source TEXT NOT NULL, captured_at INTEGER, scanned_at INTEGER NOT NULL, risk_level TEXT NOT NULL,
  category TEXT NOT NULL, confidence REAL, scam_probability REAL, error_code TEXT, requires_review INTEGER NOT NULL,
  verified TEXT CHECK (verified IN ('scam', 'not_scam')), alerted INTEGER NOT NULL, report TEXT NOT NULL
) STRICT;
CREATE INDEX entry_on_sha256 ON entry (sha256) WHERE sha256 IS NOT NULL;
CREATE INDEX entry_on_scanned_at ON entry (scanned_at);
CREATE INDEX entry_on_risk_level ON entry (risk_level);
CREATE INDEX entry_to_review ON entry (id) WHERE requires_review = 1 AND verified IS NULL;
CREATE TABLE file (
  path BLOB NOT NULL PRIMARY KEY, device INTEGER NOT NULL, inode INTEGER NOT NULL, size INTEGER NOT NULL,
  mtime_ns INTEGER NOT NULL, ctime_ns INTEGER NOT NULL, sha256 TEXT, entry INTEGER REFERENCES entry (id) ON DELETE SET NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX file_on_entry ON file (entry) WHERE entry IS NOT NULL;
CREATE TABLE pending (
  id INTEGER PRIMARY KEY, path BLOB NOT NULL UNIQUE, device INTEGER NOT NULL, inode INTEGER NOT NULL,
  size INTEGER NOT NULL, mtime_ns INTEGER NOT NULL, ctime_ns INTEGER NOT NULL, enqueued_at INTEGER NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0, in_flight INTEGER NOT NULL DEFAULT 0
) STRICT;
"""


# What "2-quarantine" added.
SECOND_SCHEMA = """
INSERT INTO grdb_migrations VALUES ('2-quarantine');
CREATE TABLE quarantine (sha256 TEXT NOT NULL, engine TEXT NOT NULL, PRIMARY KEY (sha256, engine)) STRICT, WITHOUT ROWID;
CREATE INDEX pending_in_order ON pending (attempts, mtime_ns DESC, id) WHERE in_flight = 0;
"""

# What "3-user-knowledge" added.
THIRD_SCHEMA = """
INSERT INTO grdb_migrations VALUES ('3-user-knowledge');
ALTER TABLE entry ADD COLUMN marks TEXT;
ALTER TABLE entry ADD COLUMN corrected_at INTEGER;
ALTER TABLE entry ADD COLUMN knowledge INTEGER NOT NULL DEFAULT 0;
CREATE TABLE knowledge (only INTEGER PRIMARY KEY CHECK (only = 1), revision INTEGER NOT NULL) STRICT;
INSERT INTO knowledge (only, revision) VALUES (1, 0);
CREATE TABLE learnt (
  id INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT NOT NULL, key TEXT NOT NULL, label TEXT NOT NULL,
  verdict TEXT NOT NULL CHECK (verdict IN ('scam', 'not_scam')), learnt_at INTEGER NOT NULL, entry TEXT NOT NULL
) STRICT;
CREATE INDEX learnt_on_key ON learnt (kind, key);
CREATE INDEX learnt_on_entry ON learnt (entry);
"""

# What "4-queue-rank" added.
FOURTH_SCHEMA = """
INSERT INTO grdb_migrations VALUES ('4-queue-rank');
ALTER TABLE pending ADD COLUMN rank INTEGER NOT NULL DEFAULT 1;
DROP INDEX pending_in_order;
CREATE INDEX pending_in_order ON pending (attempts, mtime_ns / 10000000000 DESC, rank, mtime_ns DESC, id)
  WHERE in_flight = 0;
"""

# What "5-sightings" added.
FIFTH_SCHEMA = """
INSERT INTO grdb_migrations VALUES ('5-sightings');
CREATE INDEX entry_overview
  ON entry (scanned_at, risk_level, category, source, requires_review, verified, error_code);
CREATE TABLE sighting (
  mark TEXT NOT NULL, entry INTEGER NOT NULL REFERENCES entry (id) ON DELETE CASCADE, PRIMARY KEY (mark, entry)
) STRICT, WITHOUT ROWID;
CREATE INDEX sighting_on_entry ON sighting (entry);
"""

# What "7-answer" added.
SIXTH_SCHEMA = """
INSERT INTO grdb_migrations VALUES ('7-answer');
ALTER TABLE entry ADD COLUMN unsure INTEGER NOT NULL DEFAULT 0;
CREATE INDEX entry_unsure ON entry (id) WHERE unsure = 1;
"""

# "8-links" changed entries, not the tables.
SEVENTH_SCHEMA = """
INSERT INTO grdb_migrations VALUES ('8-links');
"""

# What "9-messages" added.
EIGHTH_SCHEMA = """
INSERT INTO grdb_migrations VALUES ('9-messages');
ALTER TABLE entry ADD COLUMN messages TEXT;
"""

# What "10-owed-alerts" added.
NINTH_SCHEMA = """
INSERT INTO grdb_migrations VALUES ('10-owed-alerts');
CREATE TABLE owed_alert (entry INTEGER PRIMARY KEY REFERENCES entry (id) ON DELETE CASCADE) STRICT;
"""

SCHEMAS = [
    FIRST_SCHEMA, SECOND_SCHEMA, THIRD_SCHEMA, FOURTH_SCHEMA, FIFTH_SCHEMA, SIXTH_SCHEMA, SEVENTH_SCHEMA, EIGHTH_SCHEMA, NINTH_SCHEMA]
VERSIONS = ["".join(SCHEMAS[:count]) for count in range(1, len(SCHEMAS) + 1)]


def old_history(path, version, source):
    """Makes a history of an earlier version, with entries of every kind; returns what every later version must keep."""
    connection = sqlite3.connect(path)
    connection.executescript(VERSIONS[version - 1])
    connection.execute("ATTACH ? AS new", [str(source)])
    connection.execute("PRAGMA foreign_keys = ON")
    with connection:
        for table in ["entry", "file"]:
            columns = ", ".join(row[1] for row in connection.execute(f"PRAGMA main.table_info({table})"))
            connection.execute(f"INSERT INTO main.{table} ({columns}) SELECT {columns} FROM new.{table}")
        connection.execute("UPDATE main.entry SET verified = 'scam', requires_review = 1, alerted = 1 WHERE id % 3 = 0")
        connection.execute("UPDATE main.entry SET error_code = 'corrupt_image', risk_level = 'unknown' WHERE id % 7 = 0")
        # Two pictures wait for their scan: one untouched, one that was in a worker when the daemon was killed.
        for attempts, name in enumerate(["waiting.png", "in-flight.png"]):
            waiting = os.path.join(os.fsencode(source.parent / "Screenshots"), name.encode())
            status = os.lstat(waiting)
            connection.execute(
                "INSERT INTO main.pending (path, device, inode, size, mtime_ns, ctime_ns, enqueued_at, attempts, in_flight) "
                "VALUES (?, ?, ?, ?, ?, ?, 1, ?, ?)",
                (waiting, status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns, attempts,
                 attempts))
        if version >= 2:
            # Set aside for an engine that no longer exists: released at the start.
            connection.execute("INSERT INTO main.quarantine VALUES (?, 'an engine')", ["0" * 64])
        if version >= 3:
            connection.execute("INSERT INTO main.learnt VALUES (1, 'domain', 'k', 'l', 'scam', 1, 'u')")
            connection.execute("UPDATE main.knowledge SET revision = 4")
            connection.execute("UPDATE main.entry SET marks = '[]', knowledge = 3, corrected_at = 5 WHERE id = 4")
    tables = {
        table: [row[1] for row in connection.execute(f"PRAGMA main.table_info({table})")]
        for table in ["entry", "learnt", "knowledge"]}
    content = {table: rows_of(connection, table, columns) for table, columns in tables.items() if columns}
    connection.close()
    return tables, content


def rows_of(connection, table, columns):
    return connection.execute(f"SELECT {', '.join(columns)} FROM {table} ORDER BY 1").fetchall()


@case("S13", "histories of every earlier version, and of this one, brought up to date; kill -9 at the n-th write and sync of it", figures=True)
def migration(home, quick):
    require_strace()
    daemon = Daemon(home)
    for number in range(30):
        home.write(f"{number}.png", variant(CLEAN, number % 5))
    home.settle(daemon)
    home.check(daemon)
    new = home.root / "new.sqlite"
    os.rename(home.database, new)
    for number, name in enumerate(["waiting.png", "in-flight.png"]):
        home.write(name, variant(CLEAN, 50 + number))
    kills, results = 0, []
    points = [1, 3, 6] if quick else range(1, 15)
    for version in range(1, len(VERSIONS) + 1):
        for call in ["pwrite64", "fdatasync,fsync"]:
            for point in points if version < len(VERSIONS) else [2]:
                for path in home.data.glob("history*"):
                    path.unlink()
                tables, content = old_history(home.database, version, new)
                before = strace(call, f"signal=SIGKILL:when={point}")
                # The command migrates it too, even to read it.
                if point % 2:
                    listing = subprocess.run(
                        [*before, home.programs / "ocr-scan", "history", "list"], env=home.environment,
                        capture_output=True, timeout=120)
                    kills += listing.returncode != 0
                else:
                    daemon = Daemon(home, ready=False, before=before)
                    wait(lambda: not daemon.is_running or "\nReady.\n" in daemon.errors, 60, "it neither ends nor gets ready")
                    kills += not daemon.is_running
                    daemon.kill()
                daemon = Daemon(home)
                home.settle(daemon)
                for table, columns in tables.items():
                    if columns:
                        rows = rows_of(sqlite3.connect(f"file:{home.database}?mode=ro", uri=True), table, columns)
                        kept = rows if table != "entry" else [row for row in rows if row[0] <= content["entry"][-1][0]]
                        expect(kept == content[table], f"version {version}, {call} {point}: {table} is not what it was")
                home.check(daemon)
                newest = home.query("SELECT count(*) FROM entry WHERE CAST(path AS TEXT) LIKE '%waiting.png' AND error_code IS NULL")
                expect(newest == [(1,)], f"version {version}: what waited was not scanned")
                if point == points[0]:
                    listed = home.scan("history", "list", "--json")
                    expect(listed.returncode == 0, f"version {version}: {listed.stderr[-300:]}")
    expect(kills > 0, "no kill hit a migration")
    migrations = [row[0] for row in home.query("SELECT identifier FROM grdb_migrations ORDER BY rowid")]
    expect(len(migrations) == len(VERSIONS), f"there is no test for {migrations[-1]}")
    return (f"versions 1 to {len(VERSIONS)}: {kills} kills, entries and what the user said are what they were, what waited "
            f"was scanned; now {migrations[-1]}")


@case("S01 S04", "kill -9 at each step of setting a damaged history aside: its log stays with it, and gets into no other")
def set_aside_kills(home, quick):
    require_strace()
    daemon = Daemon(home)
    for number in range(20):
        home.write(f"{number}.png", variant(CLEAN, number))
    home.settle(daemon)
    daemon.kill()
    database, log = home.database.read_bytes(), Path(f"{home.database}-wal").read_bytes()
    expect(len(log) > 0, "the daemon left no log")
    kills = 0
    for call in ["linkat", "renameat", "unlinkat"]:
        for point in range(1, 4 if quick else 7):
            for path in home.data.glob("history*"):
                path.unlink()
            # An empty file beside a log is damage.
            home.database.write_bytes(b"")
            Path(f"{home.database}-wal").write_bytes(log)
            repair = subprocess.run(
                [*strace(call, f"signal=SIGKILL:when={point}"), home.programs / "ocr-scan", "history", "repair"],
                env=home.environment, capture_output=True, timeout=120)
            kills += repair.returncode != 0
            daemon = Daemon(home)
            home.settle(daemon)
            home.check(daemon)
            kept = [path for path in home.data.glob("history.corrupt-*-wal") if path.read_bytes() == log]
            expect(kept and all(os.path.exists(str(path)[:-4]) for path in kept),
                   f"{call} {point}: the log of the damaged history is not beside it")
    expect(kills > 0, "no kill hit a step")
    # A database of which only the log is left.
    for path in home.data.glob("history*"):
        path.unlink()
    Path(f"{home.database}-wal").write_bytes(log)
    Path(f"{home.database}-wal").chmod(0o600)
    daemon = Daemon(home)
    home.settle(daemon)
    home.check(daemon)
    # With the database that the log belongs to, nothing is lost.
    home.database.write_bytes(database)
    Path(f"{home.database}-wal").write_bytes(log)
    daemon = Daemon(home)
    home.settle(daemon)
    return f"{kills} kills; {home.check(daemon)} outcomes each time, the log of the damaged history kept beside it"


@case("S07", "daemon, commands that scan, list, export and delete at the same time", figures=True)
def many_programs(home, quick):
    daemon = Daemon(home)
    end = time.monotonic() + (8 if quick else 60)
    counts, failures = {}, []
    (home.root / "manual.png").write_bytes(CLEAN)
    def repeat(*arguments):
        while time.monotonic() < end:
            result = home.scan(*arguments)
            counts[arguments] = counts.get(arguments, 0) + 1
            if result.returncode not in (0, 1):
                failures.append((arguments, result.returncode, result.stderr[-300:]))
    threads = [
        threading.Thread(target=repeat, args=arguments)
        for arguments in [
            ("scan", str(home.root / "manual.png")), ("history", "list"), ("history", "export"), ("doctor",)]]
    for thread in threads:
        thread.start()
    number = 0
    while time.monotonic() < end:
        home.write(f"{number}.png", variant(CLEAN, number % 20))
        number += 1
        time.sleep(0.1)
    for thread in threads:
        thread.join()
    expect(not failures, f"{len(failures)} commands failed, for example {failures[:1]}")
    home.settle(daemon)
    expect("History" not in daemon.errors.split("\nReady.\n", 1)[1], f"the daemon complains: {daemon.errors[-300:]}")
    files = home.check(daemon)
    return f"{sum(counts.values())} commands beside {files} screenshots: no failure, 0 lost, 0 doubled"


@case("S10", "another program reads for long while outcomes are stored: size of the write-ahead log", figures=True)
def long_reader(home, quick):
    log = Path(f"{home.database}-wal")
    count = 400 if quick else 5_000
    daemon = Daemon(home)
    home.write("first.png", CLEAN)
    home.settle(daemon)
    reader = sqlite3.connect(f"file:{home.database}?mode=ro", uri=True, isolation_level=None)
    reader.execute("BEGIN")
    reader.execute("SELECT count(*) FROM entry").fetchone()
    for number in range(count):
        home.write(f"{number}.png", variant(CLEAN, number % 5))
    home.settle(daemon)
    during = log.stat().st_size
    reader.execute("ROLLBACK")
    reader.close()
    for number in range(40):
        home.write(f"later-{number}.png", variant(CLEAN, number % 5))
        time.sleep(0.02)
    home.settle(daemon)
    after = log.stat().st_size
    files = home.check(daemon)
    expect(after <= 2 << 20, f"the log keeps {after >> 10} KiB")
    expect(during <= count * 64 * 1024, f"the log grew to {during >> 10} KiB for {count} outcomes")
    return (f"{files} outcomes, log {during / count / 1024:.0f} KiB an outcome while it was read, {after >> 10} KiB "
            "soon after")


@case("S16 S17", "a history of many entries: list, search, show, start, retention of 90 days", turn="alone", figures=True)
def many_entries(home, quick):
    count = 20_000 if quick else int(os.environ.get("ROWS", 200_000))
    daemon = Daemon(home)
    home.write("0.png", CLEAN)
    home.settle(daemon)
    daemon.stop()
    connection = sqlite3.connect(home.database)
    # Nobody else uses the file, and writing a million entries through a log would take as long as all the measurements.
    connection.execute("PRAGMA journal_mode = OFF")
    connection.execute("PRAGMA synchronous = OFF")
    connection.row_factory = sqlite3.Row
    entry = dict(connection.execute("SELECT * FROM entry").fetchone())
    report = json.loads(entry["report"])
    # Serialized once for all entries; only the placeholders are replaced.
    template = json.dumps({**report, "id": "UUID", "text": "Pottery class NUMBER is on Monday."}, sort_keys=True)
    now = int(time.time() * 1000)
    columns = list(entry)
    def rows():
        for number in range(count):
            # Oldest first; the first tenth is older than 90 days.
            age = (count - number) / count * 100 * 86_400_000
            yield [
                {"id": None, "uuid": f"00000000-0000-4000-8000-{number:012d}", "path": f"/old/{number}.png".encode(),
                 "scanned_at": int(now - age), "sha256": None,
                 "report": template.replace("UUID", f"00000000-0000-4000-8000-{number:012d}")
                 .replace("NUMBER", f"no{number}x"),
                 }.get(name, entry[name]) for name in columns]
    with connection:
        connection.execute("DELETE FROM entry")
        connection.executemany(f"INSERT INTO entry VALUES ({', '.join('?' * len(columns))})", rows())
    connection.execute("PRAGMA journal_mode = WAL")
    connection.close()
    size = home.database.stat().st_size
    nothing = min(timed(lambda: home.scan("--version")) for _ in range(5))
    def seconds_of(words, tries, *arguments):
        """The shortest of several runs, minus the time to start a program."""
        def run():
            result = home.scan("history", *arguments)
            expect(result.returncode == 0 and words in result.stdout, f"{arguments} gives {result.stderr or result.stdout}")
        return min(timed(run) for _ in range(tries)) - nothing
    listed = seconds_of("0.png", 7, "list")
    # The oldest entry: all others are searched before it.
    searched = seconds_of(" 0.png", 1, "list", "--search", "class no0x", "--limit", "1")
    oldest = home.query("SELECT min(id) FROM entry")[0][0]
    shown = seconds_of("Pottery class no0x", 3, "show", str(oldest))
    home.settings.write_text("retention_days: 90\n")
    began = time.monotonic()
    daemon = Daemon(home)
    ready = time.monotonic() - began
    home.write("new.png", variant(CLEAN, 1))
    wait(lambda: home.query("SELECT count(*) FROM entry WHERE path = ?", os.fsencode(home.folder / "new.png"))[0][0], 60,
         "a screenshot waits for the retention")
    fresh = time.monotonic() - began
    cutoff = now - 90 * 86_400_000
    wait(lambda: home.count(f"entry WHERE scanned_at < {cutoff}") == 0, 600, "old entries stay")
    purged = time.monotonic() - began
    kept = home.count("entry")
    expect(kept >= count * 0.899, f"{count - kept} entries were deleted")
    daemon.stop()
    integrity = home.query("PRAGMA quick_check")[0][0]
    expect(integrity == "ok", f"the history is damaged: {integrity}")
    expect(listed < 0.1, f"listing takes {listed * 1000:.0f} ms")
    expect(shown < 0.1, f"showing one takes {shown * 1000:.0f} ms")
    return (f"{count} entries, {size >> 20} MB: list {listed * 1000:.0f} ms, show {shown * 1000:.0f} ms, search through all "
            f"{searched:.1f} s; ready after {ready:.1f} s, {count + 1 - kept} expired entries erased after {purged:.1f} s, a "
            f"new screenshot scanned after {fresh:.1f} s")


def timed(body):
    began = time.monotonic()
    body()
    return time.monotonic() - began
