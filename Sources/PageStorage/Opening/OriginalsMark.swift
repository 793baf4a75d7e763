// SPDX-License-Identifier: Apache-2.0

import Crypto
import GallerySystem

/// The mark of a store on servers among its originals: an object like them, with the identity of the store.
///
/// Without it, a folder that is not mounted, or that of another store, would look as if all originals were lost, and
/// new ones would go there.
struct OriginalsMark {
  /// The random number of the store, which its catalog knows too.
  let identity: Int64

  private struct Text: OpenBlob {
    let bytes: [UInt8]
    var byteCount: Int { bytes.count }

    func bytes(in range: Range<Int>) async throws(PageStoreError) -> [UInt8] {
      Array(bytes[range])
    }
  }

  private var text: Text {
    Text(bytes: Array("Originals of the page-gallery store \(identity)\n".utf8))
  }

  /// The digest under which the mark is stored.
  var digest: ContentDigest { ContentDigest(SHA256.hash(data: text.bytes)) }

  /// Returns the mark that a catalog knows, `nil` without one.
  static func known(
    to catalog: any CatalogServer
  ) async throws(PageStoreError) -> OriginalsMark? {
    try await catalog.reading(isBrief: true) { db in
      try db.counter(.identity).map { OriginalsMark(identity: $0) }
    }
  }

  /// Requires that a folder of originals has the mark, before anything is made in it: it may not be mounted.
  ///
  /// - Parameter folder: The path of the folder.
  /// - Throws: `PageStoreError.unfitLocation` without the mark.
  func require(inFolder folder: String) throws(PageStoreError) {
    do throws(PageStoreError) {
      _ = try SystemCalls.status(of: "\(folder)/\(path)")
    } catch {
      if error.isMissingFile { throw missing }
    }
  }

  /// Requires that originals are those of a catalog, and marks those of a catalog that has no identity yet.
  ///
  /// Originals that cannot be asked now are taken for the right ones.
  ///
  /// - Parameters:
  ///   - known: The mark that the catalog knew before.
  ///   - blobs: The originals.
  ///   - catalog: The catalog.
  ///   - access: Whether a mark may be made.
  /// - Throws: `PageStoreError.unfitLocation` without the mark; the errors of the catalog.
  static func require(
    _ known: OriginalsMark?, in blobs: any BlobStore, of catalog: any CatalogServer,
    _ access: PageStoreConfiguration.Access
  ) async throws(PageStoreError) {
    if let known { return try await known.require(in: blobs) }
    guard access == .readWrite else { return }
    if try await isNew(catalog), let other = try await requireEmpty(blobs, of: catalog) {
      return try await other.require(in: blobs)
    }
    let mark = OriginalsMark(identity: .random(in: 1...DocumentRow.maximumID))
    // First the object: a catalog that knows a mark requires it.
    guard await mark.put(in: blobs) else { return }
    let found = try await catalog.writing { db in
      if let other = try db.counter(.identity) { return other }
      try db.set(.identity, to: mark.identity)
      return mark.identity
    }
    if found != mark.identity { try await OriginalsMark(identity: found).require(in: blobs) }
  }

  /// Returns whether a catalog has no originals, so that its place for them must have none either.
  private static func isNew(_ catalog: any CatalogServer) async throws(PageStoreError) -> Bool {
    try await catalog.reading(isBrief: true) { db in try db.lastOriginalNumber() == 0 }
  }

  /// The number of times, and the pauses, in which another process that makes the same store is waited for.
  private static let attemptCount = 50
  private static let pause = Duration.milliseconds(100)

  /// Requires that the place of a new store has no originals: they would be those of another store, which loses
  /// those that this one removes.
  ///
  /// - Returns: The mark that another process has made for this store meanwhile.
  /// - Throws: `PageStoreError.unfitLocation` if there are originals; `.unreachable`, `.io`.
  private static func requireEmpty(
    _ blobs: any BlobStore, of catalog: any CatalogServer
  ) async throws(PageStoreError) -> OriginalsMark? {
    if try await blobs.digests(from: "", after: nil, limit: 1).isEmpty { return nil }
    for _ in 0..<attemptCount {
      if let known = try await known(to: catalog) { return known }
      try? await Task.sleep(for: pause)
    }
    throw .unfitLocation(
      reason: "the store is new, and objects= has the originals of another one; name an empty place"
    )
  }

  private func put(in blobs: any BlobStore) async -> Bool {
    (try? await blobs.put(text, as: digest)) != nil
  }

  private func require(in blobs: any BlobStore) async throws(PageStoreError) {
    do throws(PageStoreError) {
      try await look(in: blobs)
    } catch {
      // Servers start while others are away.
      guard case .unreachable = error else { throw error }
    }
  }

  /// Looks for the mark among originals.
  ///
  /// - Parameter blobs: The originals.
  /// - Throws: `PageStoreError.unfitLocation` without the mark; `.unreachable`, `.io` if they cannot be asked.
  func look(in blobs: any BlobStore) async throws(PageStoreError) {
    guard try await blobs.byteCount(of: digest) == nil else { return }
    // An object store may have another reason, which it does not tell for one object.
    _ = try await blobs.digests(from: "", after: nil, limit: 1)
    throw missing
  }

  private var missing: PageStoreError {
    .unfitLocation(
      reason: """
        the originals of this store are not where it says: mount their folder or correct objects= \
        (their mark, \(path), is missing)
        """)
  }

  private var path: String {
    let name = digest.description
    return "blobs/\(name.prefix(2))/\(name.dropFirst(2))"
  }
}
