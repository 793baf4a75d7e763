// SPDX-License-Identifier: Apache-2.0

import GRDB
import GallerySystem

/// The identity of the file in which a catalog was created.
///
/// A copy is a different file. If it was made during changes, its parts may be inconsistent, so
/// that it is verified before anything is done to it.
struct CatalogIdentity: Equatable {
  let device: Int64
  let inode: Int64

  init(_ status: FileStatus) {
    device = Int64(truncatingIfNeeded: status.identity.device)
    inode = Int64(truncatingIfNeeded: status.identity.inode)
  }

  /// Returns whether the catalog records this file as its own.
  func isThat(of db: Database) throws -> Bool {
    try db.counter(.device) == device && db.counter(.inode) == inode
  }

  /// Records the file in the catalog.
  func store(_ db: Database) throws {
    try db.set(.device, to: device)
    try db.set(.inode, to: inode)
  }
}
