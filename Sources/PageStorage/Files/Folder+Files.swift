// SPDX-License-Identifier: Apache-2.0

import GallerySystem

extension Folder {
  /// Opens a regular file for reading.
  ///
  /// - Returns: Its descriptor and size.
  /// - Throws: `PageStoreError.irregularFile` for anything but a regular file, `.io`.
  func openToRead(_ name: String) throws(PageStoreError) -> (descriptor: Int32, byteCount: Int) {
    let opened = try guarded(name) { () throws(PageStoreError) in
      try SystemCalls.open(name, in: descriptor, .read)
    }
    do throws(PageStoreError) {
      let status = try SystemCalls.status(of: opened)
      guard status.kind == .file else { throw irregular(name, status.kind) }
      return (opened, status.byteCount)
    } catch {
      SystemCalls.closeFile(opened)
      throw error
    }
  }

  /// Creates a file.
  ///
  /// - Throws: `PageStoreError.io` with `EEXIST` if the name exists, `.full`.
  func create(_ name: String, isDirect: Bool = false) throws(PageStoreError) -> Int32 {
    let access = isDirect ? FileAccess.createDirect : .create
    let opened = try SystemCalls.open(name, in: descriptor, access, mode: sharing.fileMode)
    guard sharing == .group else { return opened }
    do throws(PageStoreError) {
      try SystemCalls.setMode(sharing.fileMode, of: opened)
    } catch {
      SystemCalls.closeFile(opened)
      throw error
    }
    return opened
  }

  /// Verifies that files can be created, without creating a name.
  ///
  /// A file system that became read-only after an error of its disk only tells when something is
  /// created.
  ///
  /// - Throws: `PageStoreError.readOnly`, `.full`, `.io`.
  func checkTakesFiles() throws(PageStoreError) {
    do throws(PageStoreError) {
      SystemCalls.closeFile(try SystemCalls.open(".", in: descriptor, .createUnnamed, mode: 0o600))
    } catch {
      // Some file systems have no files without names.
      guard error.failedCall?.isWithoutUnnamedFiles ?? false else { throw error }
      if isReadOnly(".") { throw .readOnly }
    }
  }

  /// Opens a file for reading and writing, and creates it if it is missing.
  ///
  /// - Throws: `PageStoreError.irregularFile` for anything but a regular file with a single link.
  func openToWrite(
    _ name: String
  ) throws(PageStoreError) -> (descriptor: Int32, isNew: Bool) {
    do throws(PageStoreError) {
      return (try create(name), true)
    } catch {
      guard error.isExistingFile else { throw error }
    }
    try checkIsOwnFile(name)
    let opened = try guarded(name) { () throws(PageStoreError) in
      try SystemCalls.open(name, in: descriptor, .update, mode: sharing.fileMode)
    }
    do throws(PageStoreError) {
      let status = try SystemCalls.status(of: opened)
      guard status.kind == .file else { throw irregular(name, status.kind) }
      guard status.linkCount == 1 else { throw irregular(name, .hardLink) }
      return (opened, false)
    } catch {
      SystemCalls.closeFile(opened)
      throw error
    }
  }

  /// Creates a file with the given bytes and syncs it, but not its folder.
  func write(_ bytes: [UInt8], to name: String) throws(PageStoreError) {
    let file = try create(name)
    defer { SystemCalls.closeFile(file) }
    try SystemCalls.write(bytes, to: file)
    try SystemCalls.synchronize(file)
  }

  /// Removes a file of this process, if it exists.
  @discardableResult
  func remove(_ name: String) throws(PageStoreError) -> Bool {
    try SystemCalls.removeFile(name, in: descriptor)
  }

  /// Hard-links a file in another folder, where the name must be free.
  func link(
    _ name: String, to other: Folder, as newName: String
  ) throws(PageStoreError) {
    try SystemCalls.link(name, in: descriptor, as: newName, in: other.descriptor)
  }

  /// Renames a file, replacing an existing one.
  func rename(_ name: String, to newName: String) throws(PageStoreError) {
    try SystemCalls.rename(name, in: descriptor, to: newName, in: descriptor)
  }

  /// Moves an entry to another folder, with a number appended if the name is taken.
  ///
  /// - Returns: Its new path.
  @discardableResult
  func move(_ name: String, to other: Folder) throws(PageStoreError) -> String {
    var number = 1
    while true {
      let newName = number == 1 ? name : "\(name)-\(number)"
      do throws(PageStoreError) {
        try SystemCalls.renameToFreeName(
          name, in: descriptor, to: newName, in: other.descriptor)
        return other.path(of: newName)
      } catch {
        guard error.isExistingFile else { throw error }
        number += 1
      }
    }
  }
}
