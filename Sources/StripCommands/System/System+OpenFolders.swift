// SPDX-License-Identifier: Apache-2.0

private import CMalloc
import Glibc

/// What happens to names in an open folder, whatever becomes of the folder's own name.
extension System {
  /// Opens a folder as a place of files; a link in its place is followed.
  static func openFolder(_ path: Path) throws(SystemError) -> Descriptor {
    try path.withCString { name in
      Result { () throws(SystemError) in
        try retrying { Glibc.open(name, folderFlags) }
      }
    }.get()
  }

  /// Opens a folder inside of an open one, and makes it if it is missing; a link is not followed.
  ///
  /// - Throws: ``SystemError/tooManyLinks`` for a link.
  static func openMakingFolder(
    _ name: Path, in folder: Descriptor
  ) throws(SystemError) -> Descriptor {
    let isMade = name.withCString { mkdirat(folder, $0, 0o777) } == 0
    guard isMade || errno == EEXIST else { throw SystemError(number: errno) }
    return try openInside(name, in: folder, folderFlags)
  }

  /// Makes a file to write; fails if the folder has one with that name.
  static func create(_ name: Path, in folder: Descriptor) throws(SystemError) -> Descriptor {
    try name.withCString { name in
      Result { () throws(SystemError) in
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        return try retrying { openat(folder, name, flags, 0o666) }
      }
    }.get()
  }

  /// Gives a file another name in its folder, and takes that name from a file that has it.
  static func rename(
    _ name: Path, to newName: Path, in folder: Descriptor
  ) throws(SystemError) {
    let status = name.withCString { old in
      newName.withCString { renameat(folder, old, folder, $0) }
    }
    guard status == 0 else { throw SystemError(number: errno) }
  }

  /// Gives a file another name in its folder, unless a file has it.
  static func renameWithoutReplacing(
    _ name: Path, to newName: Path, in folder: Descriptor
  ) throws(SystemError) {
    let status = name.withCString { old in
      newName.withCString { linkat(folder, old, folder, $0, 0) }
    }
    if status == 0 { return remove(name, in: folder) }
    // File systems of cameras and of Windows have no second names.
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

  /// Removes a name from a folder, if it is there.
  static func remove(_ name: Path, in folder: Descriptor) {
    _ = name.withCString { unlinkat(folder, $0, 0) }
  }

  // O_PATH, which the module leaves out: whoever may make files in a folder need not be able to read it.
  private static let folderFlags = O_DIRECTORY | O_CLOEXEC | 0o10000000
}

// MARK: - Kinds

extension System {
  /// What has a name.
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

    /// The kind as the begin of a sentence.
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

  /// Returns what has a name in an open folder, without following a link; `nil` if nothing can be found.
  static func kind(of name: Path, in folder: Descriptor) -> NamedKind? {
    var buffer = stat()
    let status = name.withCString { fstatat(folder, $0, &buffer, AT_SYMLINK_NOFOLLOW) }
    return status == 0 ? NamedKind(buffer.st_mode) : nil
  }

  /// Returns what an open file is.
  static func kind(ofOpen file: Descriptor) throws(SystemError) -> NamedKind {
    var buffer = stat()
    guard fstat(file, &buffer) == 0 else { throw SystemError(number: errno) }
    return NamedKind(buffer.st_mode)
  }
}
