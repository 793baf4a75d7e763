// SPDX-License-Identifier: Apache-2.0

private import CMalloc
import Glibc

/// Operations on the entries of an open folder, independent of the folder's own path.
extension System {
  /// Opens a folder to create files in; the path may be a symbolic link.
  static func openFolder(_ path: Path) throws(SystemError) -> Descriptor {
    try path.withCString { name in
      Result { () throws(SystemError) in
        try retrying { Glibc.open(name, folderFlags) }
      }
    }.get()
  }

  /// Opens a subfolder of an open folder, and creates it if it is missing; a link is not followed.
  ///
  /// - Throws: ``SystemError/tooManyLinks`` for a link.
  static func openMakingFolder(
    _ name: Path, in folder: Descriptor
  ) throws(SystemError) -> Descriptor {
    let isMade = name.withCString { mkdirat(folder, $0, 0o777) } == 0
    guard isMade || errno == EEXIST else { throw SystemError(number: errno) }
    return try openInside(name, in: folder, folderFlags)
  }

  /// Creates a file for writing; fails if the folder has an entry with that name.
  static func create(_ name: Path, in folder: Descriptor) throws(SystemError) -> Descriptor {
    try name.withCString { name in
      Result { () throws(SystemError) in
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        return try retrying { openat(folder, name, flags, 0o666) }
      }
    }.get()
  }

  /// Renames a file inside of its folder, replacing an existing file.
  static func rename(
    _ name: Path, to newName: Path, in folder: Descriptor
  ) throws(SystemError) {
    let status = name.withCString { old in
      newName.withCString { renameat(folder, old, folder, $0) }
    }
    guard status == 0 else { throw SystemError(number: errno) }
  }

  /// Renames a file inside of its folder; fails if the new name exists.
  static func renameWithoutReplacing(
    _ name: Path, to newName: Path, in folder: Descriptor
  ) throws(SystemError) {
    let status = name.withCString { old in
      newName.withCString { linkat(folder, old, folder, $0, 0) }
    }
    if status == 0 { return remove(name, in: folder) }
    // The file systems of cameras and of Windows have no hard links.
    guard [EPERM, EOPNOTSUPP, ENOSYS].contains(errno) else { throw SystemError(number: errno) }
    // RENAME_NOREPLACE of renameat2(2).
    let noReplacing: UInt32 = 1
    let isMoved = name.withCString { old in
      newName.withCString { renameat2(folder, old, folder, $0, noReplacing) }
    }
    guard isMoved != 0 else { return }
    let error = SystemError(number: errno)
    guard error.isUnsupported else { throw error }
    guard kind(of: newName, in: folder) == nil else { throw .existingFile }
    try rename(name, to: newName, in: folder)
  }

  /// Removes an entry of a folder if it exists.
  static func remove(_ name: Path, in folder: Descriptor) {
    _ = name.withCString { unlinkat(folder, $0, 0) }
  }

  // O_PATH, which the Glibc module does not export: creating files in a folder needs no read
  // permission.
  private static let folderFlags = O_DIRECTORY | O_CLOEXEC | 0o10000000
}

// MARK: - Kinds

extension System {
  /// The kind of the file at a path.
  enum NamedKind: Hashable, Sendable {
    case file, folder, link, fifo, socket, device, other

    fileprivate init(_ mode: mode_t) {
      switch mode & S_IFMT {
      case S_IFREG: self = .file
      case S_IFDIR: self = .folder
      case S_IFLNK: self = .link
      case S_IFIFO: self = .fifo
      case S_IFSOCK: self = .socket
      case S_IFBLK, S_IFCHR: self = .device
      default: self = .other
      }
    }

    /// The kind as the beginning of a sentence.
    var words: String {
      switch self {
      case .file: "A file"
      case .folder: "A folder"
      case .link: "A link"
      case .fifo: "A FIFO"
      case .socket: "A socket"
      case .device: "A device"
      case .other: "Something else than a file"
      }
    }
  }

  /// Returns the kind of an entry of an open folder without following a link; `nil` if the lookup
  /// fails.
  static func kind(of name: Path, in folder: Descriptor) -> NamedKind? {
    var buffer = stat()
    let status = name.withCString { fstatat(folder, $0, &buffer, AT_SYMLINK_NOFOLLOW) }
    return status == 0 ? NamedKind(buffer.st_mode) : nil
  }

  /// Returns the kind of an open file.
  static func kind(ofOpen file: Descriptor) throws(SystemError) -> NamedKind {
    var buffer = stat()
    guard fstat(file, &buffer) == 0 else { throw SystemError(number: errno) }
    return NamedKind(buffer.st_mode)
  }
}
