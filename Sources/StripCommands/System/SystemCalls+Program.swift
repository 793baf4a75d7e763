// SPDX-License-Identifier: Apache-2.0

import GallerySystem
import Glibc

/// The system calls on files.
typealias SystemCalls = GallerySystem.SystemCalls<SystemError>

extension Path: SystemPath {
  /// Calls `body` with the path as a C string.
  func withTerminatedBytes<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    bytes.withTerminatedBytes(body)
  }

  /// Whether there is a zero byte.
  var isCutShort: Bool { bytes.isCutShort }
}

extension GallerySystem.SystemCalls<SystemError> {
  /// Creates a folder and its missing parents; an existing folder is not changed.
  static func makeFolders(_ path: Path) throws(SystemError) {
    if let status = try? status(of: path) {
      guard status.isFolder else { throw .notFolder }
      return
    }
    var folders = [path]
    while let last = folders.last, (try? status(of: last.folder)) == nil, last != last.folder {
      folders.append(last.folder)
    }
    // Another process may create one first, and a trailing slash gives the same component twice.
    for folder in folders.reversed() { try makeFolder(folder) }
  }

  /// Opens a subfolder of an open folder, and creates it if it is missing; a link is not followed.
  ///
  /// - Throws: An error that ``SystemError/isLink`` for a link.
  static func openMakingFolder(_ name: Path, in folder: Int32) throws(SystemError) -> Int32 {
    try makeFolder(name, in: folder)
    return try openUnlessLink(name, in: folder, .unlistedFolder)
  }

  /// The path of the working folder, `nil` if it was removed.
  static var workingFolder: Path? {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    guard getcwd(&buffer, buffer.count) != nil else { return nil }
    return Path(buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) })
  }

  /// Returns whether an entry of an open folder is a regular file, not a symbolic link, with exactly
  /// these bytes.
  static func isFile(_ name: [UInt8], in folder: Int32, of bytes: [UInt8]) -> Bool {
    guard let file = try? open([name], beneath: folder) else { return false }
    defer { closeFile(file) }
    return (try? allBytes(of: file, upTo: bytes.count + 1)) == bytes
  }
}

extension FileStatus.Kind {
  /// The kind as the beginning of a sentence.
  var words: String {
    switch self {
    case .file: "A file"
    case .folder: "A folder"
    case .symbolicLink: "A link"
    case .pipe: "A FIFO"
    case .socket: "A socket"
    case .device: "A device"
    case .other: "Something else than a file"
    }
  }
}
