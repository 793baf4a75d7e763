// SPDX-License-Identifier: Apache-2.0

import Crypto
public import GalleryPages
public import PageImaging

/// A reader of a page's original bytes, in pieces.
///
/// The file stays readable as long as the reader is referenced, even if the page is replaced or
/// purged meanwhile.
///
/// ```swift
/// import GalleryPages
///
/// func printStart(of page: PageID, in store: PageStore) async throws {
///   let original = try await store.original(of: page)
///   for try await piece in original.bytes(in: 0..<65_536) { print("\(piece.count) bytes") }
/// }
/// ```
public final class OriginalReader: Sendable {
  /// The SHA-256 of all bytes.
  public let digest: ContentDigest

  /// The number of all bytes.
  public let byteCount: Int

  /// The format of the file, `nil` if it could not be read as an image.
  public let format: ImageFormat?

  private let blob: any OpenBlob
  private let verified: VerifiedOriginals

  init(
    _ page: StoredPage, _ blob: any OpenBlob, _ verified: VerifiedOriginals = VerifiedOriginals()
  ) {
    self.verified = verified
    digest = page.digest
    byteCount = page.byteCount
    format = page.header?.facts.format
    self.blob = blob
  }

  /// Returns bytes in pieces.
  ///
  /// A full read is verified against the SHA-256 before the last piece is returned: receiving that
  /// piece proves that the bytes are the stored ones. For a partial range, only the length is
  /// verified; call ``verify()`` before.
  ///
  /// - Parameters:
  ///   - range: The range, clamped to the end of the file. `nil`, the default, for all bytes.
  ///   - pieceByteCount: The maximum size of a piece. 256 KiB by default.
  /// - Returns: The pieces in order.
  /// - Precondition: The range does not begin below zero, and a piece has at least one byte.
  public func bytes(in range: Range<Int>? = nil, pieceByteCount: Int = 256 << 10) -> OriginalBytes {
    precondition(range?.lowerBound ?? 0 >= 0, "a range of bytes begins below zero")
    precondition(pieceByteCount > 0, "an empty part")
    let whole = 0..<byteCount
    return OriginalBytes(
      reader: self, range: range?.clamped(to: whole) ?? whole, pieceByteCount: pieceByteCount)
  }

  /// Reads all bytes, and compares them with the SHA-256.
  ///
  /// Bytes that this store has compared within the last ten minutes are not read again if their file, or the tag of
  /// their object, has not changed since.
  ///
  /// - Throws: `PageStoreError.corrupted(.original)` if they were altered, `.unreachable`, `.io`.
  /// - Complexity: O(bytes), with 4 MiB of them in memory at a time; O(1) the next time.
  public func verify() async throws(PageStoreError) {
    guard !blob.isVerified else { return }
    let version = try await blob.version()
    if let version, verified.contains(digest, version) { return }
    guard try await blob.digest() == digest else { throw .corrupted(.original(digest)) }
    guard let version, try await blob.version() == version else { return }
    verified.insert(digest, version)
  }

  fileprivate func read(_ range: Range<Int>) async throws(PageStoreError) -> [UInt8] {
    let bytes = try await blob.bytes(in: range)
    guard bytes.count == range.count else { throw .corrupted(.original(digest)) }
    return bytes
  }
}

/// A sequence of the original bytes, piece by piece.
public struct OriginalBytes: AsyncSequence, Sendable {
  /// A piece.
  public typealias Element = [UInt8]

  let reader: OriginalReader
  let range: Range<Int>
  let pieceByteCount: Int

  /// The total number of bytes in all pieces.
  public var byteCount: Int { range.count }

  /// Starts to read.
  ///
  /// - Returns: An iterator over the pieces, from the first byte of the range.
  public func makeAsyncIterator() -> Iterator {
    Iterator(reader: reader, rest: range, pieceByteCount: pieceByteCount)
  }

  /// An iterator over the pieces.
  public struct Iterator: AsyncIteratorProtocol {
    private let reader: OriginalReader
    private let pieceByteCount: Int
    private var rest: Range<Int>
    /// The running digest, if the whole file is read.
    private var hash: SHA256?

    fileprivate init(reader: OriginalReader, rest: Range<Int>, pieceByteCount: Int) {
      self.reader = reader
      self.rest = rest
      self.pieceByteCount = pieceByteCount
      hash = rest == 0..<reader.byteCount ? SHA256() : nil
    }

    /// Reads the next piece.
    ///
    /// - Returns: The piece, `nil` after the last one.
    /// - Throws: `PageStoreError.corrupted(.original)` if the bytes were altered, `.cancelled`,
    ///   `.io`.
    public mutating func next() async throws(PageStoreError) -> [UInt8]? { try await nextPiece() }

    /// Reads the next piece.
    ///
    /// - Parameter actor: The calling actor.
    /// - Returns: The piece, `nil` after the last one.
    /// - Throws: `PageStoreError.corrupted(.original)` if the bytes were altered, `.cancelled`,
    ///   `.io`.
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(PageStoreError) -> [UInt8]? {
      try await nextPiece()
    }

    private mutating func nextPiece() async throws(PageStoreError) -> [UInt8]? {
      guard !rest.isEmpty else { return nil }
      if Task.isCancelled { throw .cancelled }
      let end = Swift.min(rest.upperBound, rest.lowerBound + Swift.min(pieceByteCount, rest.count))
      let piece = try await reader.read(rest.lowerBound..<end)
      hash?.update(data: piece)
      rest = end..<rest.upperBound
      if rest.isEmpty, let hash, ContentDigest(hash.finalize()) != reader.digest {
        throw .corrupted(.original(reader.digest))
      }
      return piece
    }
  }
}

extension PageStore {
  /// Opens the original bytes of a page for reading in pieces.
  ///
  /// - Parameter page: The page, which may be in the trash.
  /// - Returns: The bytes as they were received.
  /// - Throws: `PageStoreError.notFound`, `.corrupted(.original)` if the file is missing or its
  ///   size is wrong, `.io`, `.closed`.
  public func original(of page: PageID) async throws(PageStoreError) -> OriginalReader {
    let blobs = blobs
    return try await withCurrent(page) { (stored) throws(PageStoreError) in
      guard let blob = try await blobs.open(stored.digest), blob.byteCount == stored.byteCount
      else { throw .corrupted(.original(stored.digest)) }
      return OriginalReader(stored, blob, verifiedOriginals)
    }
  }
}
