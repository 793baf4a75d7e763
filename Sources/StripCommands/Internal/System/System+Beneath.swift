// SPDX-License-Identifier: Apache-2.0

import Glibc

extension System {
  /// Opens a file to read by the names of the folders and of the file below an open folder.
  ///
  /// No link is followed, so that the file is inside of the folder.
  ///
  /// - Throws: The error of the first name that cannot be opened: ``SystemError/tooManyLinks`` for a link.
  /// - Precondition: There is a name, and none of them is `..` or has a slash in it.
  static func open(
    _ names: [[UInt8]], in folder: Descriptor
  ) throws(SystemError) -> Descriptor {
    var current = folder
    defer { if current != folder { _ = Glibc.close(current) } }
    for name in names.dropLast() {
      let next = try open(Path(name), in: current, O_DIRECTORY)
      if current != folder { _ = Glibc.close(current) }
      current = next
    }
    guard let last = names.last else { preconditionFailure("no name") }
    let file = try open(Path(last), in: current, O_NONBLOCK)
    guard try status(ofOpen: file).isRegular else {
      _ = Glibc.close(file)
      throw SystemError(number: ENOENT)
    }
    return file
  }

  private static func open(
    _ name: Path, in folder: Descriptor, _ flags: Int32
  ) throws(SystemError) -> Descriptor {
    try name.withCString { name in
      Result { () throws(SystemError) in
        do throws(SystemError) {
          return try retrying { openat(folder, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | flags) }
        } catch {
          // With O_DIRECTORY Linux says of a link that it is no folder.
          var buffer = stat()
          let isLink =
            fstatat(folder, name, &buffer, AT_SYMLINK_NOFOLLOW) == 0
            && buffer.st_mode & S_IFMT == S_IFLNK
          throw isLink ? .tooManyLinks : error
        }
      }
    }.get()
  }
}

extension SystemError {
  /// The error of a link that was not to be followed.
  static var tooManyLinks: SystemError { SystemError(number: ELOOP) }
}
