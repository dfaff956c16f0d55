internal import GRDB

/// The tables of `history.sqlite`. Migrations are only appended: a released one is never changed, renamed or removed,
/// because GRDB knows by name which a file has had. Each needs a test that starts from the schema before it.
enum HistorySchema {
  /// "ocrs": distinguishes the history from other SQLite databases (https://www.sqlite.org/fileformat.html, offset 68).
  static let applicationID: Int32 = 0x6F63_7273

  static var migrator: DatabaseMigrator { migrator(keepsLinks: false) }

  /// All steps. Links in earlier entries stay as they are if the user wants whole texts in the history.
  static func migrator(keepsLinks: Bool) -> DatabaseMigrator {
    var migrator = DatabaseMigrator()
    func register(_ name: String, _ sql: String) { migrator.registerMigration(name) { try $0.execute(sql: sql) } }
    // STRICT tables refuse values of another type. Paths are BLOBs, because file names on Linux are bytes
    // (path_resolution(7)). `report` is the last column, so that filters and counts need not read past it.
    // AUTOINCREMENT: the number of a deleted entry is never reused.
    register(
      "1-entries-files-queue",
      """
      CREATE TABLE entry (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        uuid TEXT NOT NULL UNIQUE,
        path BLOB,
        display_path TEXT,
        sha256 TEXT,
        source TEXT NOT NULL,
        captured_at INTEGER,
        scanned_at INTEGER NOT NULL,
        risk_level TEXT NOT NULL,
        category TEXT NOT NULL,
        confidence REAL,
        scam_probability REAL,
        error_code TEXT,
        requires_review INTEGER NOT NULL,
        verified TEXT CHECK (verified IN ('scam', 'not_scam')),
        alerted INTEGER NOT NULL,
        report TEXT NOT NULL
      ) STRICT;
      CREATE INDEX entry_on_sha256 ON entry (sha256) WHERE sha256 IS NOT NULL;
      CREATE INDEX entry_on_scanned_at ON entry (scanned_at);
      CREATE INDEX entry_on_risk_level ON entry (risk_level);
      CREATE INDEX entry_to_review ON entry (id) WHERE requires_review = 1 AND verified IS NULL;
      CREATE TABLE file (
        path BLOB NOT NULL PRIMARY KEY,
        device INTEGER NOT NULL,
        inode INTEGER NOT NULL,
        size INTEGER NOT NULL,
        mtime_ns INTEGER NOT NULL,
        ctime_ns INTEGER NOT NULL,
        sha256 TEXT,
        entry INTEGER REFERENCES entry (id) ON DELETE SET NULL
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX file_on_entry ON file (entry) WHERE entry IS NOT NULL;
      CREATE TABLE pending (
        id INTEGER PRIMARY KEY,
        path BLOB NOT NULL UNIQUE,
        device INTEGER NOT NULL,
        inode INTEGER NOT NULL,
        size INTEGER NOT NULL,
        mtime_ns INTEGER NOT NULL,
        ctime_ns INTEGER NOT NULL,
        enqueued_at INTEGER NOT NULL,
        attempts INTEGER NOT NULL DEFAULT 0,
        in_flight INTEGER NOT NULL DEFAULT 0
      ) STRICT;
      """)
    // Pictures that ended the worker twice, by their contents; they count only for the same engine. The index has the
    // order of `HistoryStore.pending`: without it, each query on a backlog of 20,000 files sorts all of them.
    register(
      "2-quarantine",
      """
      CREATE TABLE quarantine (
        sha256 TEXT NOT NULL,
        engine TEXT NOT NULL,
        PRIMARY KEY (sha256, engine)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX pending_in_order ON pending (attempts, mtime_ns DESC, id) WHERE in_flight = 0;
      """)
    // marks: the indicators of the message, as JSON. knowledge: the revision of the feedback on which the verdict is
    // based. learnt: feedback items; its `entry` is the UUID of an entry that may no longer exist.
    register(
      "3-user-knowledge",
      """
      ALTER TABLE entry ADD COLUMN marks TEXT;
      ALTER TABLE entry ADD COLUMN corrected_at INTEGER;
      ALTER TABLE entry ADD COLUMN knowledge INTEGER NOT NULL DEFAULT 0;
      CREATE TABLE knowledge (only INTEGER PRIMARY KEY CHECK (only = 1), revision INTEGER NOT NULL) STRICT;
      INSERT INTO knowledge (only, revision) VALUES (1, 0);
      CREATE TABLE learnt (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        kind TEXT NOT NULL,
        key TEXT NOT NULL,
        label TEXT NOT NULL,
        verdict TEXT NOT NULL CHECK (verdict IN ('scam', 'not_scam')),
        learnt_at INTEGER NOT NULL,
        entry TEXT NOT NULL
      ) STRICT;
      CREATE INDEX learnt_on_key ON learnt (kind, key);
      CREATE INDEX learnt_on_entry ON learnt (entry);
      """)
    // Files of the same ten seconds are ordered by rank, then by time.
    register(
      "4-queue-rank",
      """
      ALTER TABLE pending ADD COLUMN rank INTEGER NOT NULL DEFAULT 1;
      DROP INDEX pending_in_order;
      CREATE INDEX pending_in_order ON pending (attempts, mtime_ns / 10000000000 DESC, rank, mtime_ns DESC, id)
        WHERE in_flight = 0;
      """)
    // entry_overview: the columns that lists filter and count by, so that they need not read the reports. sighting: the
    // entries in which a link, number or account was seen, filled from the existing entries. A mark is its kind and its
    // key as in `marks`; keys are fingerprints, except for domains.
    register(
      "5-sightings",
      """
      CREATE INDEX entry_overview
        ON entry (scanned_at, risk_level, category, source, requires_review, verified, error_code);
      CREATE TABLE sighting (
        mark TEXT NOT NULL,
        entry INTEGER NOT NULL REFERENCES entry (id) ON DELETE CASCADE,
        PRIMARY KEY (mark, entry)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX sighting_on_entry ON sighting (entry);
      INSERT OR IGNORE INTO sighting (mark, entry)
      SELECT (mark.value ->> 'kind') || ':' || (mark.value ->> 'key'), entry.id
      FROM entry, json_each(entry.marks) AS mark
      WHERE entry.marks IS NOT NULL
        AND mark.value ->> 'kind' IN ('account', 'domain', 'email', 'host', 'phone', 'wallet')
      """)
    // unsure: low risk, but nobody can say that nothing looks like a scam. Entries of earlier versions do not tell.
    register(
      "7-answer",
      """
      ALTER TABLE entry ADD COLUMN unsure INTEGER NOT NULL DEFAULT 0;
      CREATE INDEX entry_unsure ON entry (id) WHERE unsure = 1;
      """)
    migrator.registerMigration("8-links") { db in
      if !keepsLinks { try LinkRedaction.run(db) }
    }
    // The sentences of a report that name something (`ScanReport.keptMessages`); the report has them in English.
    register("9-messages", "ALTER TABLE entry ADD COLUMN messages TEXT")
    // Entries whose alert is due and has neither been shown nor given up.
    register(
      "10-owed-alerts",
      """
      CREATE TABLE owed_alert (entry INTEGER PRIMARY KEY REFERENCES entry (id) ON DELETE CASCADE) STRICT;
      """)
    return migrator
  }
}

extension Database {
  func run(_ sql: String, _ arguments: StatementArguments) throws {
    try cachedStatement(sql: sql).execute(arguments: arguments)
  }

  func has(_ rows: String, _ arguments: StatementArguments = []) throws -> Bool {
    try Bool.fetchOne(cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM \(rows))"), arguments: arguments) ?? false
  }
}
