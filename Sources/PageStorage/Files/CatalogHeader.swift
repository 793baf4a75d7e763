// SPDX-License-Identifier: Apache-2.0

/// The first bytes of an SQLite file.
///
/// https://www.sqlite.org/fileformat2.html#the_database_header
struct CatalogHeader {
  static let byteCount = 100

  /// SQLite's `application_id`: "page" in ASCII.
  static let applicationID: Int32 = 0x7061_6765

  /// The `user_version` of the catalogs that this library writes.
  static let supportedVersion = 5

  /// The highest `user_version` that a later library may write; a higher one is damage.
  static let plausibleVersion = 1_000

  private static let magic = Array("SQLite format 3\0".utf8)
  static let pageByteCount = 4096

  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  private func number(at offset: Int) -> UInt32 {
    bytes[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// Whether the file has the application ID of a page store.
  var isOurs: Bool {
    bytes.count == Self.byteCount && bytes.starts(with: Self.magic)
      && number(at: 68) == UInt32(bitPattern: Self.applicationID)
  }

  /// Verifies that the file is a catalog in the expected format.
  ///
  /// - Throws: `PageStoreError.notAStore`, `.versionTooNew`, `.corrupted`.
  func check(path: String) throws(PageStoreError) {
    guard bytes.count == Self.byteCount, bytes.starts(with: Self.magic) else {
      throw .corrupted(.catalog(message: "it is not a database"))
    }
    guard isOurs else { throw .notAStore(path: path) }
    let version = Int(Int32(bitPattern: number(at: 60)))
    guard version <= Self.supportedVersion || version > Self.plausibleVersion else {
      throw .versionTooNew(found: version, supported: Self.supportedVersion)
    }
    let pageByteCount = Int(bytes[16]) << 8 | Int(bytes[17])
    let encoding = number(at: 56)
    guard version > 0, version <= Self.supportedVersion,
      pageByteCount == Self.pageByteCount, encoding == 1,
      bytes[18] <= 2, bytes[19] <= 2, bytes[20] == 0, number(at: 52) == 0
    else {
      throw .corrupted(.catalog(message: "its header was changed"))
    }
  }
}
