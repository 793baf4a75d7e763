// SPDX-License-Identifier: Apache-2.0

import GallerySystem

/// An open folder of a store.
///
/// Files are opened relative to this folder, and links are not followed: whatever is placed in a
/// store, nothing outside it is read, written or removed.
final class Folder: Sendable {
  /// The path, for messages.
  let path: String
  let descriptor: Int32
  let sharing: FileSharing

  private init(path: String, descriptor: Int32, sharing: FileSharing) {
    self.path = path
    self.descriptor = descriptor
    self.sharing = sharing
  }

  /// Opens a folder given by the caller, which may be a link.
  convenience init(at path: String, sharing: FileSharing) throws(PageStoreError) {
    self.init(path: path, descriptor: try SystemCalls.openFolder(path), sharing: sharing)
  }

  deinit {
    SystemCalls.closeFile(descriptor)
  }

  func path(of name: String) -> String { "\(path)/\(name)" }

  /// Opens a subfolder.
  func folder(_ name: String) throws(PageStoreError) -> Folder {
    let opened = try guarded(name) { () throws(PageStoreError) in
      try SystemCalls.open(name, in: descriptor, .folder)
    }
    return Folder(path: path(of: name), descriptor: opened, sharing: sharing)
  }

  /// Opens a subfolder if it exists.
  func folderIfPresent(_ name: String) throws(PageStoreError) -> Folder? {
    do {
      return try folder(name)
    } catch {
      guard error.isMissingFile else { throw error }
      return nil
    }
  }

  /// Creates a subfolder unless it exists.
  ///
  /// - Returns: Whether it is new.
  @discardableResult
  func makeFolder(_ name: String) throws(PageStoreError) -> Bool {
    let isNew = try SystemCalls.makeFolder(name, in: descriptor, mode: sharing.folderMode)
    if isNew, sharing == .group {
      let new = try folder(name)
      try withExtendedLifetime(new) { () throws(PageStoreError) in
        try SystemCalls.setMode(sharing.folderMode, of: new.descriptor)
      }
    }
    return isNew
  }

  /// Returns the status of an entry, `nil` if there is none; links are not followed.
  func status(of name: String) throws(PageStoreError) -> FileStatus? {
    try SystemCalls.status(of: name, in: descriptor)
  }

  /// Returns whether this process may only read an entry, or the folder itself as `.`.
  func isReadOnly(_ name: String) -> Bool {
    (try? SystemCalls.isWritable(name, in: descriptor)) == false
  }

  /// Returns all entry names, in no particular order.
  func names() throws(PageStoreError) -> [String] {
    var names: [String] = []
    try SystemCalls.forEachName(in: descriptor) { (name) throws(PageStoreError) in
      names.append(name)
      return true
    }
    return names
  }

  /// Syncs the folder.
  func synchronize() throws(PageStoreError) {
    try SystemCalls.synchronize(descriptor)
  }

  /// Verifies that a name is free, or that of a regular file with a single link.
  ///
  /// - Throws: `PageStoreError.irregularFile`.
  func checkIsOwnFile(_ name: String) throws(PageStoreError) {
    guard let status = try status(of: name) else { return }
    guard status.kind == .file else { throw irregular(name, status.kind) }
    guard status.linkCount <= 1 else { throw irregular(name, .hardLink) }
  }

  /// Verifies that a name is free, or that of a folder.
  ///
  /// - Throws: `PageStoreError.irregularFile`.
  func checkIsFolder(_ name: String) throws(PageStoreError) {
    guard let status = try status(of: name) else { return }
    guard status.kind == .folder else { throw irregular(name, status.kind) }
  }

  func irregular(_ name: String, _ kind: FileKind) -> PageStoreError {
    .irregularFile(path: path(of: name), kind: kind)
  }

  func irregular(_ name: String, _ kind: FileStatus.Kind) -> PageStoreError {
    irregular(name, FileKind(kind))
  }

  /// Calls `body`, and reports the kind of entry if a name cannot be followed.
  func guarded<Result>(
    _ name: String, _ body: () throws(PageStoreError) -> Result
  ) throws(PageStoreError) -> Result {
    do {
      return try body()
    } catch {
      guard error.isMisled, let status = try status(of: name) else { throw error }
      throw irregular(name, status.kind)
    }
  }
}
