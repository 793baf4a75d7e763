// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import GallerySystem
import PageStorage

/// The version of a page that a thumbnail is made of: a text that changes whenever the page does.
struct ThumbnailOrigin: Sendable {
  fileprivate let text: String

  /// Creates the origin for a page in a file, before the file is read.
  ///
  /// The change time, which no program can set, covers all changes, unless the file can still
  /// change within the same clock tick. In that case there is no origin.
  init?(_ path: Path) {
    guard let status = try? SystemCalls.status(of: path), status.isRegular,
      status.changed < SystemCalls.nanosecondsOfLastTick
    else { return nil }
    // Some file systems have timestamps with a resolution of one or two seconds.
    if status.changed.isMultiple(of: 1_000_000_000),
      status.changed + 2_000_000_000 > SystemCalls.nanosecondsOfLastTick
    {
      return nil
    }
    text =
      "\(status.identity.inode) \(status.byteCount) \(status.modified) \(status.changed)"
  }

  /// Creates the origin for a page in an object store.
  ///
  /// - Parameters:
  ///   - version: What distinguishes the version of the page from others.
  ///   - path: The location.
  init(version: String, at path: Path) { text = "\(path.displayText) \(version)" }

  /// Creates the origin for a stored page that is not known to be damaged.
  init?(_ page: StoredPage) {
    guard page.damage == nil else { return nil }
    text = "\(page.digest) \(page.rotation.degrees)"
  }
}

/// A mark at the file of a thumbnail, from which the next run detects whether it is up to date.
///
/// It is an extended attribute, not part of the file's bytes. It is set before the file gets its
/// final name, so that an aborted process never leaves a thumbnail that only seems up to date. If
/// the file system does not support attributes, the thumbnail is made again; a copy that has lost
/// them counts as an image of others, which is kept. The bytes of the thumbnail are compared too: its modification time can be set, and its
/// change time, which cannot, changes when the file is renamed.
///
/// A file with such an attribute, whatever its value, was made by this program, and may be replaced.
struct ThumbnailMark: Hashable, Sendable {
  private static let attribute = "user.thumbnail-strip"
  private static let byteCount = 24

  /// A hash of the origin, the settings, the file status and the size in pixels.
  private let hash: UInt64
  /// A hash of the bytes of the thumbnail.
  private let contents: UInt64
  /// The size of the thumbnail.
  let size: PixelSize

  /// Creates the mark of a thumbnail.
  ///
  /// - Parameters:
  ///   - origin: The version of the page.
  ///   - key: The settings, see ``ThumbnailSettings/key``.
  ///   - status: The status of the completely written file.
  ///   - size: The size in pixels.
  ///   - contents: The hash of the bytes.
  private init(
    _ origin: ThumbnailOrigin, _ key: String, _ status: FileStatus, size: PixelSize,
    contents: UInt64
  ) {
    let text =
      "\(key) \(origin.text) \(status.byteCount) \(status.modified) \(size.width) \(size.height)"
    hash = Self.hash(of: text.utf8)
    (self.size, self.contents) = (size, contents)
  }

  /// Sets the mark of a file that was written.
  ///
  /// A file on a file system without extended attributes gets no mark.
  ///
  /// - Parameters:
  ///   - origin: The version of the page.
  ///   - key: The settings, see ``ThumbnailSettings/key``.
  ///   - thumbnail: The thumbnail.
  ///   - file: The completely written file.
  static func note(
    _ origin: ThumbnailOrigin, _ key: String, _ thumbnail: EncodedThumbnail, at file: Int32
  ) {
    guard let status = try? SystemCalls.status(of: file) else { return }
    let mark = Self(
      origin, key, status,
      size: PixelSize(width: thumbnail.facts.width, height: thumbnail.facts.height),
      contents: hash(of: thumbnail.bytes))
    SystemCalls.setAttribute(attribute, to: mark.bytes, of: file)
  }

  /// Marks a file as a thumbnail that is never up to date.
  static func noteWithoutOrigin(at file: Int32) {
    SystemCalls.setAttribute(attribute, to: [], of: file)
  }

  /// Returns whether a file was not made by this program; `false` if the file system cannot tell.
  static func isMissing(at path: Path) -> Bool {
    SystemCalls.lacksAttribute(attribute, path)
  }

  /// Reads the mark of a file; returns `nil` if it has none.
  init?(of path: Path) {
    guard let bytes = SystemCalls.attribute(Self.attribute, of: path, byteCount: Self.byteCount),
      bytes.count == Self.byteCount
    else { return nil }
    let numbers = stride(from: 0, to: Self.byteCount, by: 8).map { start -> UInt64 in
      bytes[start..<start + 8].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
    (hash, contents) = (numbers[0], numbers[1])
    size = PixelSize(width: Int(numbers[2] & 0xFFFF_FFFF), height: Int(numbers[2] >> 32))
  }

  /// Returns whether the thumbnail is unchanged and was made of this page with these settings.
  func tells(of origin: ThumbnailOrigin, _ key: String, at path: Path) -> Bool {
    guard let file = try? SystemCalls.open(path) else { return false }
    defer { SystemCalls.closeFile(file) }
    guard let status = try? SystemCalls.status(of: file), status.isRegular,
      self == Self(origin, key, status, size: size, contents: contents),
      let bytes = try? SystemCalls.allBytes(of: file, upTo: status.byteCount + 1)
    else { return false }
    return contents == Self.hash(of: bytes)
  }

  private var bytes: [UInt8] {
    [hash, contents, UInt64(size.width) | UInt64(size.height) << 32].flatMap { number in
      (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
  }

  /// FNV-1a: accidental changes must be detected; there is no incentive to forge a mark.
  private static func hash(of bytes: some Sequence<UInt8>) -> UInt64 {
    bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}
