// SPDX-License-Identifier: Apache-2.0

import GRDB

/// The file that a catalogue was made in.
///
/// A copy is another file. One that was made while others changed the store may have parts of different
/// moments, so that it is looked at as a whole before anything is done to it.
struct CatalogueIdentity: Equatable {
  let device: Int64
  let inode: Int64

  init(_ status: FileStatus) {
    device = Int64(truncatingIfNeeded: status.device)
    inode = Int64(truncatingIfNeeded: status.inode)
  }

  /// Whether the catalogue says that it was made in this file.
  func isThat(of db: Database) throws -> Bool {
    try CounterRow.device.fetch(db) == device && CounterRow.inode.fetch(db) == inode
  }

  /// Writes the file into the catalogue.
  func store(_ db: Database) throws {
    try CounterRow.device.store(device, db)
    try CounterRow.inode.store(inode, db)
  }
}
