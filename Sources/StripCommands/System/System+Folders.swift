// SPDX-License-Identifier: Apache-2.0

import Glibc

extension System {
  /// The kind of a folder entry; symbolic links are not followed.
  enum EntryKind: Hashable, Sendable {
    case file, folder, link, other, unknown
  }

  /// An entry of a folder.
  struct Entry: Hashable, Sendable {
    let name: [UInt8]
    let kind: EntryKind
  }

  private static let nameOffset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0

  /// Returns the entries of a folder except `.` and `..`, in no particular order.
  static func entries(of folder: Path) throws(SystemError) -> [Entry] {
    guard let stream = folder.withCString({ opendir($0) }) else {
      throw SystemError(number: errno)
    }
    defer { closedir(stream) }
    var entries: [Entry] = []
    while true {
      errno = 0
      guard let entry = readdir(stream) else { break }
      let name = UnsafeRawPointer(entry) + nameOffset
      let bytes = UnsafeRawBufferPointer(
        start: name, count: strlen(name.assumingMemoryBound(to: CChar.self)))
      guard !bytes.elementsEqual(".".utf8), !bytes.elementsEqual("..".utf8) else { continue }
      entries.append(Entry(name: Array(bytes), kind: kind(ofType: Int(entry.pointee.d_type))))
    }
    guard errno == 0 else { throw SystemError(number: errno) }
    return entries
  }

  private static func kind(ofType type: Int) -> EntryKind {
    switch type {
    case Int(DT_REG): .file
    case Int(DT_DIR): .folder
    case Int(DT_LNK): .link
    case Int(DT_UNKNOWN): .unknown
    default: .other
    }
  }
}
