// SPDX-License-Identifier: Apache-2.0

extension CounterRow {
  /// Gives ``originals`` a value that it never had before, not even in a catalog that was lost since.
  static func advanceOriginals(_ db: some CatalogTransaction) throws {
    let known = try db.counter(.originals) ?? 0
    try db.set(.originals, to: max(known &+ 1, db.now))
  }

  /// Returns the value of ``originals``, 0 if nothing was ever counted, and -1 if it is altered.
  static func knowledge(_ db: some CatalogTransaction) throws -> Int {
    if let known = try db.counter(.originals) { return Int(known) }
    return try db.isMissing(.originals) ? 0 : -1
  }
}
