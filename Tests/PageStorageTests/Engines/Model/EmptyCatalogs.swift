// SPDX-License-Identifier: Apache-2.0
#if PostgreSQL

  import GRDB
  import GalleryTestSupport
  import PostgreSQLClient

  @testable import PageStorage

  /// Returns three processes of one empty catalog in PostgreSQL, which keep rows for an hour, and a catalog in SQLite.
  func emptyCatalogs() async throws -> ([RemoteCatalog], DatabaseQueue) {
    let schema = try await TestSchema()
    var catalogs = [try await RemoteCatalog.create(schema.configuration)]
    for _ in 0..<2 { catalogs.append(try await RemoteCatalog.open(schema.configuration)) }
    for index in catalogs.indices { catalogs[index].keptRows = KeptRows(time: .seconds(3_600)) }
    let queue = try DatabaseQueue()
    try await queue.write { db in
      for step in CatalogSchema.steps { try step(db) }
      try db.set(.page, to: 1)
    }
    return (catalogs, queue)
  }
#endif
