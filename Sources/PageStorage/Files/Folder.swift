// SPDX-License-Identifier: Apache-2.0

/// An open folder of a store.
///
/// Its files are named from here and never by a path from the root, and no link is followed: whatever
/// others put into a store, nothing outside of it is read, written or removed.
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

  /// Opens a folder that the caller has named; that may be a link.
  convenience init(at path: String, sharing: FileSharing) throws(PageStoreError) {
    self.init(path: path, descriptor: try SystemCalls.openFolder(path), sharing: sharing)
  }

  deinit {
    SystemCalls.closeFile(descriptor)
  }

  func path(of name: String) -> String { "\(path)/\(name)" }

  /// Opens a folder in this one.
  func folder(_ name: String) throws(PageStoreError) -> Folder {
    let opened = try guarded(name) { () throws(PageStoreError) in
      try SystemCalls.open(name, in: descriptor, .folder, mode: 0)
    }
    return Folder(path: path(of: name), descriptor: opened, sharing: sharing)
  }

  /// Opens a folder in this one if there is one.
  func folderIfPresent(_ name: String) throws(PageStoreError) -> Folder? {
    do {
      return try folder(name)
    } catch {
      guard SystemCalls.isMissing(error) else { throw error }
      return nil
    }
  }

  /// Makes a folder in this one unless there is one.
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

  /// Returns what the system knows of a name, `nil` if there is none; a link is a link.
  func status(of name: String) throws(PageStoreError) -> FileStatus? {
    try SystemCalls.status(of: name, in: descriptor)
  }

  /// Returns all names, in no order.
  func names() throws(PageStoreError) -> [String] {
    var names: [String] = []
    try SystemCalls.forEachName(in: descriptor) { (name) throws(PageStoreError) in
      names.append(name)
      return true
    }
    return names
  }

  /// Waits until the names are on the disk.
  func synchronize() throws(PageStoreError) {
    try SystemCalls.synchronize(descriptor)
  }

  /// Makes sure that a name is free, or that of a regular file that nothing else shares.
  ///
  /// - Throws: `PageStoreError.irregularFile`.
  func checkIsOwnFile(_ name: String) throws(PageStoreError) {
    guard let status = try status(of: name) else { return }
    guard status.kind == .file else { throw irregular(name, status.kind) }
    guard status.linkCount <= 1 else { throw irregular(name, .hardLink) }
  }

  /// Makes sure that a name is free, or that of a folder.
  ///
  /// - Throws: `PageStoreError.irregularFile`.
  func checkIsFolder(_ name: String) throws(PageStoreError) {
    guard let status = try status(of: name) else { return }
    guard status.kind == .folder else { throw irregular(name, status.kind) }
  }

  func irregular(_ name: String, _ kind: FileKind) -> PageStoreError {
    .irregularFile(path: path(of: name), kind: kind)
  }

  /// Calls `body`, and says what stands there if a name leads nowhere.
  func guarded<Result>(
    _ name: String, _ body: () throws(PageStoreError) -> Result
  ) throws(PageStoreError) -> Result {
    do {
      return try body()
    } catch {
      guard SystemCalls.isMisled(error), let status = try status(of: name) else { throw error }
      throw irregular(name, status.kind)
    }
  }
}
