// SPDX-License-Identifier: Apache-2.0

import Crypto

extension StoreFolder {
  /// Returns the bytes of a digest.
  ///
  /// - Throws: `PageStoreError.corrupted` if there is no file, or one with other bytes.
  func verifiedBytes(_ digest: ContentDigest) throws(PageStoreError) -> [UInt8] {
    let name = blob(digest)
    guard try SystemCalls.byteCount(of: name) != nil else { throw .corrupted(.original(digest)) }
    let descriptor = try SystemCalls.open(name, .read)
    defer { SystemCalls.closeFile(descriptor) }
    let count = try SystemCalls.byteCount(ofRegular: descriptor)
    let bytes = try SystemCalls.bytes(of: descriptor, at: 0, byteCount: count)
    guard ContentDigest(SHA256.hash(data: bytes)) == digest else {
      throw .corrupted(.original(digest))
    }
    return bytes
  }

  /// Whether the bytes of a digest are what they were, read in pieces.
  func isSound(_ digest: ContentDigest) throws(PageStoreError) -> Bool {
    guard try SystemCalls.byteCount(of: blob(digest)) != nil else { return false }
    let descriptor = try SystemCalls.open(blob(digest), .read)
    defer { SystemCalls.closeFile(descriptor) }
    var hash = SHA256()
    var offset = 0
    while true {
      let chunk = try SystemCalls.bytes(
        of: descriptor, at: offset, byteCount: PageReceiver.chunkByteCount)
      guard !chunk.isEmpty else { return ContentDigest(hash.finalize()) == digest }
      hash.update(data: chunk)
      offset += chunk.count
    }
  }
}
