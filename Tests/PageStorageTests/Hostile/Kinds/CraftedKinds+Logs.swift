// SPDX-License-Identifier: Apache-2.0

import GRDB

extension CraftedKinds {
  /// Files beside the catalog that SQLite reads and trusts.
  @CraftedKindBuilder static var logs: [CraftedKind] {
    writeAheadLogs
    journals
    sharedMemory
    places
  }

  private static let log = "catalogue.sqlite-wal"
  private static let journal = "catalogue.sqlite-journal"

  @CraftedKindBuilder private static var writeAheadLogs: [CraftedKind] {
    [
      CraftedKind("no log of a killed process", .killed, .mayLosePages) { craft in
        craft.remove(log)
      },
      CraftedKind("a cut log", .killed, .mayLosePages) { craft in
        try craft.edit(log) { $0 = Array($0.prefix($0.count / 2)) }
      },
      CraftedKind("a log without its end", .killed, .mayLosePages) { craft in
        try craft.edit(log) { $0.removeLast(2_000) }
      },
      CraftedKind("a log of noise", .killed, .mayLosePages) { craft in
        try craft.edit(log) { $0 = $0.indices.map { UInt8(truncatingIfNeeded: $0 &* 37 >> 2) } }
      },
      CraftedKind("a log with a hole of 1 TiB", .killed) { craft in try craft.extend(log) },
      CraftedKind("a log that is a hole of 1 TiB") { craft in try craft.extend(log) },
      CraftedKind("a log of another database", .mayLosePages) { craft in
        try craft.addForeignLog()
      },
      CraftedKind("a log that empties the first page", .mayLosePages) { craft in
        let page = [UInt8](repeating: 0, count: 4_096)
        try craft.write(CraftedLog([(1, 30, page)]).bytes, to: log)
      },
      CraftedKind("a log with 4 billion pages", .mayLosePages) { craft in
        let page = Array(try craft.bytes(of: "catalogue.sqlite").prefix(4_096))
        try craft.write(CraftedLog([(1, 0xFFFF_FFFE, page)]).bytes, to: log)
      },
      CraftedKind("a log with one page", .mayLosePages) { craft in
        let page = Array(try craft.bytes(of: "catalogue.sqlite").prefix(4_096))
        try craft.write(CraftedLog([(1, 1, page)]).bytes, to: log)
      },
      CraftedKind("a log of a page far away", .mayLosePages) { craft in
        let page = [UInt8](repeating: 7, count: 4_096)
        try craft.write(CraftedLog([(0x0FFF_FFFF, 0x0FFF_FFFF, page)]).bytes, to: log)
      },
      CraftedKind("a log of page 0", .mayLosePages) { craft in
        let page = [UInt8](repeating: 7, count: 4_096)
        try craft.write(CraftedLog([(0, 30, page)]).bytes, to: log)
      },
      CraftedKind("a log of large pages", .mayLosePages) { craft in
        let page = [UInt8](repeating: 7, count: 65_536)
        try craft.write(CraftedLog([(1, 1, page)]).bytes, to: log)
      },
      CraftedKind("a long log", .mayLosePages) { craft in
        let page = Array(try craft.bytes(of: "catalogue.sqlite")[4_096..<8_192])
        let frames = (0..<10_000).map { _ in (2 as UInt32, 30 as UInt32, page) }
        try craft.write(CraftedLog(frames).bytes, to: log)
      },
    ]
  }

  @CraftedKindBuilder private static var journals: [CraftedKind] {
    [
      CraftedKind("a journal of noise") { craft in
        try craft.write(
          (0..<9_000).map { UInt8(truncatingIfNeeded: $0 &* 91 >> 1 | 1) }, to: journal)
      },
      CraftedKind("a journal that cuts the catalog", .mayLosePages) { craft in
        try craft.write(CraftedJournal(pageCount: 1).bytes, to: journal)
      },
      CraftedKind("a journal that empties the catalog", .mayLosePages) { craft in
        try craft.write(CraftedJournal(pageCount: 0).bytes, to: journal)
      },
      CraftedKind("a journal that lengthens the catalog", .mayLosePages) { craft in
        try craft.write(CraftedJournal(pageCount: 0x0FFF_FFFF).bytes, to: journal)
      },
      CraftedKind("a journal that overwrites the catalog", .mayLosePages) { craft in
        let page = [UInt8](repeating: 0x41, count: 4_096)
        let pages = (1...20).map { (UInt32($0), page) }
        try craft.write(CraftedJournal(pageCount: 20, pages: pages).bytes, to: journal)
      },
      CraftedKind("a journal without end", .mayLosePages) { craft in
        var all = CraftedJournal(pageCount: 20)
        all.recordCount = .max
        try craft.write(all.bytes, to: journal)
        try craft.extend(journal)
      },
      CraftedKind("a journal that names a file outside", .mayLosePages) { craft in
        var all = CraftedJournal(pageCount: 30)
        all.superJournal = craft.outside + "/file"
        try craft.write(all.bytes, to: journal)
      },
      CraftedKind("a journal that names no file", .mayLosePages) { craft in
        var all = CraftedJournal(pageCount: 1)
        all.superJournal = craft.outside + "/folder/new"
        try craft.write(all.bytes, to: journal)
      },
      CraftedKind("a journal of a cache that names a file outside") { craft in
        var all = CraftedJournal(pageCount: 1)
        all.superJournal = craft.outside + "/file"
        try craft.write(all.bytes, to: "thumbnails/cache.sqlite-journal")
      },
    ]
  }

  @CraftedKindBuilder private static var sharedMemory: [CraftedKind] {
    [
      CraftedKind("shared memory of noise") { craft in
        try craft.write(
          (0..<32_768).map { UInt8(truncatingIfNeeded: $0 &* 91) }, to: "catalogue.sqlite-shm")
      },
      CraftedKind("shared memory of noise of a killed process", .killed) { craft in
        try craft.write(
          (0..<32_768).map { UInt8(truncatingIfNeeded: $0 &* 91) }, to: "catalogue.sqlite-shm")
      },
      CraftedKind("shared memory that is a hole of 1 TiB") { craft in
        try craft.extend("catalogue.sqlite-shm")
      },
    ]
  }

  /// Files of another type with the names of those files.
  @CraftedKindBuilder private static var places: [CraftedKind] {
    for name in [log, journal, "catalogue.sqlite-shm"] {
      [
        CraftedKind("a link as \(name)") { craft in
          try craft.symlink(name, to: craft.outside + "/file")
        },
        CraftedKind("a link to no file as \(name)") { craft in
          try craft.symlink(name, to: craft.outside + "/new")
        },
        CraftedKind("a second name of a file outside as \(name)") { craft in
          try craft.hardLink(name, to: craft.outside + "/file")
        },
        CraftedKind("a folder as \(name)") { craft in try craft.makeFolder(name) },
        CraftedKind("a pipe as \(name)") { craft in try craft.pipe(name) },
        CraftedKind("a device as \(name)") { craft in try craft.device(name) },
      ]
    }
  }
}

extension StoreCraft {
  /// Puts the log of an unrelated database beside the catalog.
  fileprivate func addForeignLog() throws {
    let other = path("other.sqlite")
    try database(other) { db in
      try db.execute(sql: "PRAGMA journal_mode = WAL; CREATE TABLE books (x)")
      try db.execute(sql: "INSERT INTO books VALUES (zeroblob(20000))")
      try write(try bytes(of: "other.sqlite-wal"), to: "catalogue.sqlite-wal")
    }
    for suffix in ["", "-wal", "-shm"] { remove("other.sqlite" + suffix) }
  }
}
