// SPDX-License-Identifier: Apache-2.0

import GRDB
import GalleryTestSupport

@testable import PageStorage

extension TestFolder {
  /// Changes the rows of a catalog behind the back of its store.
  ///
  /// - Parameters:
  ///   - sql: A statement with the names of tables on servers.
  ///   - isServed: Whether the catalog is that of the engine of the tests, on a server.
  /// - Throws: The engine's errors.
  func alterRows(_ sql: String, isServed: Bool = TestEngine.isServed) async throws {
    if isServed {
      #if PostgreSQL
        try await TestEngine.schema(of: self).run(sql)
      #endif
      return
    }
    let queue = try DatabaseQueue(path: store + "/catalogue.sqlite")
    try await queue.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA foreign_keys = OFF")
      let names = [" original ": " blob ", " page_metadata ": " pageMetadata "]
      try db.execute(
        sql: names.reduce(sql) { sql, name in sql.replacing(name.key, with: name.value) })
    }
    try queue.close()
  }
}
