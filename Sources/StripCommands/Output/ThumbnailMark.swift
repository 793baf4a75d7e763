// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import PageStorage

/// What a thumbnail is made of: a text that changes whenever the page does.
struct ThumbnailOrigin: Sendable {
  fileprivate let text: String

  /// The page in a file, as it is before it is read.
  ///
  /// The time of the last change, which nobody can set, tells of all of them, unless the file may still
  /// change at the same tick of the clock. Then there is no origin.
  init?(_ path: Path) {
    guard let status = try? System.status(of: path), status.isRegular,
      status.changed < System.timeOfLastTick
    else { return nil }
    // Some file systems know the second only, or every other one.
    if status.changed.isMultiple(of: 1_000_000_000),
      status.changed + 2_000_000_000 > System.timeOfLastTick
    {
      return nil
    }
    text =
      "\(status.identity.number) \(status.byteCount) \(status.modified) \(status.changed)"
  }

  /// The page in a store, whose image is not known to be damaged.
  init?(_ page: StoredPage) {
    guard page.damage == nil else { return nil }
    text = "\(page.digest) \(page.rotation.degrees)"
  }
}

/// What is noted at the file of a thumbnail, so that the next run can tell whether it is up to date.
///
/// It is an extended attribute of the file, and no part of its bytes. The file has it before it has its
/// name: no end of the process leaves a thumbnail that only seems to be up to date. Where the file
/// system knows no attributes, and where a copy has lost them, a thumbnail is made anew.
struct ThumbnailMark: Hashable, Sendable {
  private static let attribute = "user.thumbnail-strip"
  private static let byteCount = 16

  private let hash: UInt64
  /// The size of the thumbnail.
  let size: PixelSize

  /// Makes the mark of a thumbnail.
  ///
  /// - Parameters:
  ///   - origin: What it is made of.
  ///   - key: How it is made, see ``ThumbnailSettings/key``.
  ///   - status: Its file, all bytes of which are written.
  ///   - size: Its size.
  private init(
    _ origin: ThumbnailOrigin, _ key: String, _ status: System.FileStatus, size: PixelSize
  ) {
    hash = Self.hash(of: "\(key) \(origin.text) \(status.byteCount) \(status.modified)")
    self.size = size
  }

  /// Notes at a file that was written what it was made of.
  ///
  /// A file that takes no notes stays without.
  static func note(
    _ origin: ThumbnailOrigin, _ key: String, size: PixelSize, at file: System.Descriptor
  ) {
    guard let status = try? System.status(ofOpen: file) else { return }
    let mark = Self(origin, key, status, size: size)
    System.setAttribute(attribute, to: mark.bytes, ofOpen: file)
  }

  /// Reads the mark of a file, `nil` if it has none.
  init?(of path: Path) {
    guard let bytes = System.attribute(Self.attribute, of: path, byteCount: Self.byteCount),
      bytes.count == Self.byteCount
    else { return nil }
    let numbers = bytes.withUnsafeBytes { raw in
      (
        UInt64(littleEndian: raw.loadUnaligned(as: UInt64.self)),
        UInt32(littleEndian: raw.loadUnaligned(fromByteOffset: 8, as: UInt32.self)),
        UInt32(littleEndian: raw.loadUnaligned(fromByteOffset: 12, as: UInt32.self))
      )
    }
    hash = numbers.0
    size = PixelSize(width: Int(numbers.1), height: Int(numbers.2))
  }

  /// Returns whether the thumbnail is as it was made, of this page and in this way.
  func tells(of origin: ThumbnailOrigin, _ key: String, at path: Path) -> Bool {
    guard let status = try? System.status(of: path), status.isRegular else { return false }
    return self == Self(origin, key, status, size: size)
  }

  private var bytes: [UInt8] {
    [hash, UInt64(size.width) | UInt64(size.height) << 32].flatMap { number in
      (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
  }

  /// FNV-1a: a page that was changed is to be noticed, and nobody gains from hiding that.
  private static func hash(of text: String) -> UInt64 {
    text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}
