// SPDX-License-Identifier: Apache-2.0

import Crypto

/// The mark of a store on servers among its originals: an object like them, with the identity of the store.
///
/// Without it, a folder that is not mounted, or that of another store, would look as if all originals were lost, and
/// new ones would go there.
struct OriginalsMark {
  /// The random number of the store, which its catalog knows too.
  let identity: Int64

  /// The bytes of a mark.
  struct Text: OpenBlob {
    let bytes: [UInt8]
    var byteCount: Int { bytes.count }

    func bytes(in range: Range<Int>) async throws(PageStoreError) -> [UInt8] {
      Array(bytes[range])
    }
  }

  private static let beginning = "Originals of the page-gallery store "

  /// More bytes than a mark has.
  static let byteCountLimit = 64

  private var line: String { "\(Self.beginning)\(identity)" }

  /// What is stored.
  var text: Text { Text(bytes: Array("\(line)\n".utf8)) }

  /// Returns whether bytes are the mark of a store, also of one whose catalog has lost its identity.
  static func isMark(_ bytes: [UInt8]) -> Bool {
    let text = String(decoding: bytes, as: UTF8.self)
    guard text.hasPrefix(beginning), text.last == "\n" else { return false }
    return Int64(text.dropFirst(beginning.count).dropLast()) != nil
  }

  /// The digest under which the mark is stored.
  var digest: ContentDigest { ContentDigest(SHA256.hash(data: text.bytes)) }

  /// Returns whether bytes are stored under a digest and are not a mark.
  static func isOriginal(
    _ digest: ContentDigest, in blobs: any BlobStore
  ) async throws(PageStoreError) -> Bool {
    do throws(PageStoreError) {
      guard let byteCount = try await blobs.byteCount(of: digest) else { return false }
      guard byteCount <= byteCountLimit else { return true }
      return !isMark(try await blobs.bytes(of: digest, limit: byteCountLimit))
    } catch {
      // What is altered, or no file, is reported like everything else that has no page.
      switch error {
      case .corrupted, .irregularFile: return true
      default: throw error
      }
    }
  }

  /// Reads the mark among originals.
  ///
  /// Whatever answers to everything, such as a proxy that asks for a password, would take new originals and lose them.
  ///
  /// - Parameter blobs: The originals.
  /// - Throws: `PageStoreError.unfitLocation` without the mark; `.unreachable`, `.io` if they cannot be asked.
  func look(in blobs: any BlobStore) async throws(PageStoreError) {
    let blobs = blobs.withoutCache
    do throws(PageStoreError) {
      _ = try await blobs.bytes(of: digest, limit: Self.byteCountLimit)
    } catch {
      switch error {
      case .limitExceeded, .irregularFile: throw altered
      case .corrupted: throw try await reason(in: blobs)
      default: throw error
      }
    }
  }

  /// Returns why the bytes of the mark were not found.
  private func reason(in blobs: any BlobStore) async throws(PageStoreError) -> PageStoreError {
    guard try await blobs.byteCount(of: digest) == nil else { return altered }
    // An object store may have another reason, which it does not tell for one object.
    _ = try await blobs.digests(from: "", after: nil, limit: 1)
    return missing
  }

  /// The error without the mark.
  var missing: PageStoreError {
    .unfitLocation(
      reason: """
        the originals of this store are not where it says: mount their folder or correct objects= \
        (their mark, \(path), is missing)
        """)
  }

  private var altered: PageStoreError {
    .unfitLocation(
      reason: """
        what objects= names answers with other bytes than those of the mark of this store: correct objects=, or what \
        answers in its place; if only the mark, \(path), is damaged, store the line '\(line)' there again
        """)
  }

  /// Where the mark is below the place of originals.
  var path: String {
    let name = digest.description
    return "blobs/\(name.prefix(2))/\(name.dropFirst(2))"
  }
}
