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
/// system knows no attributes, and where a copy has lost them, a thumbnail is made anew. The bytes of the
/// thumbnail are read and compared too: its times can be set, and that of its last change, which cannot,
/// changes when the file gets its name.
struct ThumbnailMark: Hashable, Sendable {
  private static let attribute = "user.thumbnail-strip"
  private static let byteCount = 24

  /// Of all that tells how the thumbnail was made and what its file looks like, its size in pixels included.
  private let hash: UInt64
  /// Of the bytes of the thumbnail.
  private let contents: UInt64
  /// The size of the thumbnail.
  let size: PixelSize

  /// Makes the mark of a thumbnail.
  ///
  /// - Parameters:
  ///   - origin: What it is made of.
  ///   - key: How it is made, see ``ThumbnailSettings/key``.
  ///   - status: Its file, all bytes of which are written.
  ///   - size: Its size in pixels.
  ///   - contents: The hash of its bytes.
  private init(
    _ origin: ThumbnailOrigin, _ key: String, _ status: System.FileStatus, size: PixelSize,
    contents: UInt64
  ) {
    let text =
      "\(key) \(origin.text) \(status.byteCount) \(status.modified) \(size.width) \(size.height)"
    hash = Self.hash(of: text.utf8)
    (self.size, self.contents) = (size, contents)
  }

  /// Notes at a file that was written what it was made of.
  ///
  /// A file that takes no notes stays without.
  ///
  /// - Parameters:
  ///   - origin: What the thumbnail is made of.
  ///   - key: How it is made, see ``ThumbnailSettings/key``.
  ///   - made: The thumbnail.
  ///   - file: The file that has all of its bytes.
  static func note(
    _ origin: ThumbnailOrigin, _ key: String, _ made: MadeThumbnail, at file: System.Descriptor
  ) {
    guard let status = try? System.status(ofOpen: file) else { return }
    let mark = Self(
      origin, key, status, size: PixelSize(width: made.facts.width, height: made.facts.height),
      contents: hash(of: made.bytes))
    System.setAttribute(attribute, to: mark.bytes, ofOpen: file)
  }

  /// Reads the mark of a file, `nil` if it has none.
  init?(of path: Path) {
    guard let bytes = System.attribute(Self.attribute, of: path, byteCount: Self.byteCount),
      bytes.count == Self.byteCount
    else { return nil }
    let numbers = stride(from: 0, to: Self.byteCount, by: 8).map { start -> UInt64 in
      bytes[start..<start + 8].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
    (hash, contents) = (numbers[0], numbers[1])
    size = PixelSize(width: Int(numbers[2] & 0xFFFF_FFFF), height: Int(numbers[2] >> 32))
  }

  /// Returns whether the thumbnail is as it was made, of this page and in this way.
  func tells(of origin: ThumbnailOrigin, _ key: String, at path: Path) -> Bool {
    guard let file = try? System.open(path) else { return false }
    defer { try? System.close(file) }
    guard let status = try? System.status(ofOpen: file), status.isRegular,
      self == Self(origin, key, status, size: size, contents: contents),
      let bytes = try? System.read(file, upTo: status.byteCount + 1)
    else { return false }
    return contents == Self.hash(of: bytes)
  }

  private var bytes: [UInt8] {
    [hash, contents, UInt64(size.width) | UInt64(size.height) << 32].flatMap { number in
      (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
  }

  /// FNV-1a: a page that was changed is to be noticed, and nobody gains from hiding that.
  private static func hash(of bytes: some Sequence<UInt8>) -> UInt64 {
    bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}
