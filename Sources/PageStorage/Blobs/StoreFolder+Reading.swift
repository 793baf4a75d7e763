// SPDX-License-Identifier: Apache-2.0

import Crypto

extension StoreFolder {
  /// Returns the bytes of a digest.
  ///
  /// - Throws: `PageStoreError.corrupted` if there is no file, or one with other bytes.
  func verifiedBytes(_ digest: ContentDigest) throws(PageStoreError) -> [UInt8] {
    let bytes = try ifPresent(digest) { (name) throws(PageStoreError) in
      let descriptor = try SystemCalls.open(name, .read)
      defer { SystemCalls.closeFile(descriptor) }
      let count = try SystemCalls.byteCount(ofRegular: descriptor)
      return try SystemCalls.bytes(of: descriptor, at: 0, byteCount: count)
    }
    guard let bytes, ContentDigest(SHA256.hash(data: bytes)) == digest else {
      throw .corrupted(.original(digest))
    }
    return bytes
  }

  /// Whether the bytes of a digest are what they were, read in pieces.
  func isSound(_ digest: ContentDigest) throws(PageStoreError) -> Bool {
    try ifPresent(digest) { (name) throws(PageStoreError) in
      try ContentDigest(ofFileAt: name)
    } == digest
  }

  /// Reads the file of a digest; `nil` if there is none, or none any more when it is opened.
  private func ifPresent<Result>(
    _ digest: ContentDigest, _ read: (String) throws(PageStoreError) -> Result
  ) throws(PageStoreError) -> Result? {
    guard try SystemCalls.byteCount(of: blob(digest)) != nil else { return nil }
    do throws(PageStoreError) {
      return try read(blob(digest))
    } catch {
      guard SystemCalls.isMissing(error) else { throw error }
      return nil
    }
  }
}

extension ContentDigest {
  /// Computes the digest of a file, which is read in pieces on the caller's thread.
  ///
  /// - Parameter path: The file.
  /// - Throws: `PageStoreError.io`.
  /// - Complexity: O(bytes).
  package init(ofFileAt path: String) throws(PageStoreError) {
    let descriptor = try SystemCalls.open(path, .read)
    defer { SystemCalls.closeFile(descriptor) }
    var hash = SHA256()
    var offset = 0
    while true {
      let chunk = try SystemCalls.bytes(
        of: descriptor, at: offset, byteCount: 256 << 10)
      guard !chunk.isEmpty else { break }
      hash.update(data: chunk)
      offset += chunk.count
    }
    self.init(hash.finalize())
  }
}
