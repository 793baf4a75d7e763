// SPDX-License-Identifier: Apache-2.0

/// The files of a catalogue as they were at one moment.
///
/// Where SQLite cannot make the file by which its processes know of each other, nobody can be kept from
/// writing. So whoever reads there looks before and after whether the files are the same.
struct CatalogueFiles: Hashable, Sendable {
  private let path: String
  private let catalogue: SystemCalls.FileState?
  private let log: SystemCalls.FileState?

  init(at path: String) {
    self.path = path
    catalogue = SystemCalls.state(of: path)
    log = SystemCalls.state(of: path + "-wal")
  }

  /// Whether the files are still the same.
  var areCurrent: Bool { self == Self(at: path) }

  /// Whether changes are in the log that the catalogue does not have yet.
  ///
  /// A process that was killed has left them, and they were acknowledged.
  var hasLog: Bool { (log?.byteCount ?? 0) > 0 }

  /// The name by which SQLite opens the files without locks and without a file beside them.
  ///
  /// `immutable` passes over a log, so that one which holds something is read without locks instead; its
  /// index is then in memory if the connection has the only access.
  var name: String {
    let escaped = path.utf8.map { byte in
      Self.plain.contains(byte)
        ? String(UnicodeScalar(byte))
        : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }.joined()
    return "file:\(escaped)?mode=ro&" + (hasLog ? "vfs=unix-none" : "immutable=1")
  }

  private static let plain = Set("/-_.~".utf8).union(UInt8(ascii: "0")...UInt8(ascii: "9"))
    .union(UInt8(ascii: "A")...UInt8(ascii: "Z")).union(UInt8(ascii: "a")...UInt8(ascii: "z"))
}
