// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Why a file below a folder is not opened.
enum UnopenedFile: Error, Hashable, Sendable {
  /// Something else than a regular file has its name, or a link that of a folder above it.
  case other(System.NamedKind)
  /// The first name that cannot be opened gave this error.
  case system(SystemError)
}

extension System {
  /// Opens a file to read by the names of the folders and of the file below an open folder.
  ///
  /// No link is followed, so that the file is inside of the folder, and nothing but a regular file is opened.
  ///
  /// - Precondition: There is a name, and none of them is `..` or has a slash in it.
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

  /// Opens a regular file; to open another one may do something already.
  private static func openFile(
    _ name: Path, in folder: Descriptor
  ) throws(UnopenedFile) -> Descriptor {
    if let other = kind(of: name, in: folder), other != .file { throw .other(other) }
    let file: Descriptor
    do { file = try openInside(name, in: folder, O_RDONLY | O_NONBLOCK) } catch {
      throw error == .tooManyLinks ? .other(.link) : .system(error)
    }
    // It may have changed since it was looked at.
    let found = (try? kind(ofOpen: file)) ?? .other
    guard found == .file else {
      _ = Glibc.close(file)
      throw .other(found)
    }
    return file
  }

  /// Opens what has a name in an open folder, unless that is a link.
  static func openInside(
    _ name: Path, in folder: Descriptor, _ flags: Int32
  ) throws(SystemError) -> Descriptor {
    try name.withCString { text in
      Result { () throws(SystemError) in
        do throws(SystemError) {
          return try retrying { openat(folder, text, O_CLOEXEC | O_NOFOLLOW | flags) }
        } catch {
          // With O_DIRECTORY Linux says of a link that it is no folder.
          throw kind(of: name, in: folder) == .link ? .tooManyLinks : error
        }
      }
    }.get()
  }
}

extension SystemError {
  /// The error of a link that was not to be followed.
  static var tooManyLinks: SystemError { SystemError(number: ELOOP) }
}
