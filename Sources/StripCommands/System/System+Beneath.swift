// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The reason why a file below a folder is not opened.
enum UnopenedFile: Error, Hashable, Sendable {
  /// The file is not a regular file, or one of its folders is a symbolic link.
  case other(System.NamedKind)
  /// Opening a component of the path failed.
  case system(SystemError)
}

extension System {
  /// Opens a file for reading by the names of its folders and its own name, below an open folder.
  ///
  /// No symbolic link is followed, so the file is always inside of the folder. Only a regular file
  /// is opened.
  ///
  /// - Precondition: There is at least one name, and none is `..` or contains a slash.
  static func open(
    _ names: [[UInt8]], in folder: Descriptor
  ) throws(UnopenedFile) -> Descriptor {
    var current = folder
    defer { if current != folder { _ = Glibc.close(current) } }
    for name in names.dropLast() {
      let next: Descriptor
      do { next = try openInside(Path(name), in: current, O_RDONLY | O_DIRECTORY) } catch {
        throw error == .tooManyLinks ? .other(.link) : .system(error)
      }
      if current != folder { _ = Glibc.close(current) }
      current = next
    }
    guard let last = names.last else { preconditionFailure("no name") }
    return try openFile(Path(last), in: current)
  }

  /// Opens a regular file only, because opening a special file can have side effects.
  private static func openFile(
    _ name: Path, in folder: Descriptor
  ) throws(UnopenedFile) -> Descriptor {
    if let other = kind(of: name, in: folder), other != .file { throw .other(other) }
    let file: Descriptor
    do { file = try openInside(name, in: folder, O_RDONLY | O_NONBLOCK) } catch {
      throw error == .tooManyLinks ? .other(.link) : .system(error)
    }
    // The file may have been replaced after the check.
    let found = (try? kind(ofOpen: file)) ?? .other
    guard found == .file else {
      _ = Glibc.close(file)
      throw .other(found)
    }
    return file
  }

  /// Opens an entry of an open folder, unless it is a symbolic link.
  static func openInside(
    _ name: Path, in folder: Descriptor, _ flags: Int32
  ) throws(SystemError) -> Descriptor {
    try name.withCString { text in
      Result { () throws(SystemError) in
        do throws(SystemError) {
          return try retrying { openat(folder, text, O_CLOEXEC | O_NOFOLLOW | flags) }
        } catch {
          // With O_DIRECTORY, Linux reports ENOTDIR for a symbolic link.
          throw kind(of: name, in: folder) == .link ? .tooManyLinks : error
        }
      }
    }.get()
  }
}

extension SystemError {
  /// The error for a symbolic link that must not be followed.
  static var tooManyLinks: SystemError { SystemError(number: ELOOP) }
}
