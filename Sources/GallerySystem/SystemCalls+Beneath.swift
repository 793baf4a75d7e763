// SPDX-License-Identifier: Apache-2.0

/// The reason why a file below a folder is not opened.
package enum FileOpeningError: Error, Hashable, Sendable {
  /// The file is not a regular file, or one of its folders is a symbolic link.
  case other(FileStatus.Kind)
  /// Opening a component of the path failed.
  case system(SystemError)
}

extension SystemCalls where Failure == SystemError {
  /// Opens a file for reading by the names of its folders and its own name, below an open folder.
  ///
  /// No symbolic link is followed, so the file is always inside of the folder. Only a regular file
  /// is opened.
  ///
  /// - Precondition: There is at least one name, and none is `..` or contains a slash.
  package static func open<Name: SystemPath>(
    _ names: [Name], beneath folder: Int32
  ) throws(FileOpeningError) -> Int32 {
    var current = folder
    defer { if current != folder { closeFile(current) } }
    for name in names.dropLast() {
      let next = try openEntry(name, in: current, .folder)
      if current != folder { closeFile(current) }
      current = next
    }
    guard let last = names.last else { preconditionFailure("no name") }
    return try openRegularFile(last, in: current)
  }

  /// Opens a regular file only, because opening a special file can have side effects.
  private static func openRegularFile(
    _ name: some SystemPath, in folder: Int32
  ) throws(FileOpeningError) -> Int32 {
    if let other = kind(of: name, in: folder), other != .file { throw .other(other) }
    let file = try openEntry(name, in: folder, .read)
    // The file may have been replaced after the check.
    let found = (try? status(of: file))?.kind ?? .other
    guard found == .file else {
      closeFile(file)
      throw .other(found)
    }
    return file
  }

  private static func openEntry(
    _ name: some SystemPath, in folder: Int32, _ access: FileAccess
  ) throws(FileOpeningError) -> Int32 {
    do {
      return try openUnlessLink(name, in: folder, access)
    } catch {
      throw error.isLink ? .other(.symbolicLink) : .system(error)
    }
  }

  /// Opens an entry of an open folder.
  ///
  /// - Throws: An error that ``SystemError/isLink`` for a symbolic link. Linux itself reports
  ///   ENOTDIR for one in the place of a folder.
  package static func openUnlessLink(
    _ name: some SystemPath, in folder: Int32, _ access: FileAccess
  ) throws(SystemError) -> Int32 {
    do {
      return try open(name, in: folder, access)
    } catch {
      throw kind(of: name, in: folder) == .symbolicLink ? .link : error
    }
  }
}
