// SPDX-License-Identifier: Apache-2.0

import Crypto

extension StoreFolder {
  /// The folder of an original, and its name there.
  private func place(of digest: ContentDigest) -> (prefix: String, name: String) {
    let text = digest.description
    return (String(text.prefix(2)), String(text.dropFirst(2)))
  }

  /// The path of an original, for messages.
  func path(of digest: ContentDigest) -> String {
    let (prefix, name) = place(of: digest)
    return "\(blobs.path)/\(prefix)/\(name)"
  }

  /// Opens the folder that an original belongs to.
  ///
  /// - Returns: The folder, and the name of the original in it.
  func blobFolder(
    of digest: ContentDigest
  ) throws(PageStoreError) -> (folder: Folder, name: String) {
    let (prefix, name) = place(of: digest)
    return (try blobs.folder(prefix), name)
  }

  /// Opens the folder that an original goes to, and makes it if a backup has left it out.
  func blobFolder(
    for digest: ContentDigest
  ) throws(PageStoreError) -> (folder: Folder, name: String) {
    let (prefix, name) = place(of: digest)
    if let folder = try blobs.folderIfPresent(prefix) { return (folder, name) }
    try blobs.makeFolder(prefix)
    try blobs.synchronize()
    return (try blobs.folder(prefix), name)
  }

  /// What the system knows of an original, `nil` if there is none.
  func status(of digest: ContentDigest) throws(PageStoreError) -> FileStatus? {
    guard let folder = try blobs.folderIfPresent(place(of: digest).prefix) else { return nil }
    return try folder.status(of: place(of: digest).name)
  }

  /// Opens an original to be read, `nil` if there is none.
  func open(
    _ digest: ContentDigest
  ) throws(PageStoreError) -> (descriptor: Int32, byteCount: Int)? {
    do {
      let (folder, name) = try blobFolder(of: digest)
      return try folder.openToRead(name)
    } catch {
      guard SystemCalls.isMissing(error) else { throw error }
      return nil
    }
  }

  /// Returns the bytes of a digest.
  ///
  /// - Parameters:
  ///   - digest: The digest.
  ///   - limit: The most bytes that a page may have.
  /// - Returns: The bytes.
  /// - Throws: `PageStoreError.corrupted` if there is no file, or one with other bytes.
  func verifiedBytes(
    _ digest: ContentDigest, limit: Int
  ) throws(PageStoreError) -> [UInt8] {
    guard let (file, byteCount) = try open(digest) else { throw .corrupted(.original(digest)) }
    defer { SystemCalls.closeFile(file) }
    guard byteCount <= limit else {
      throw .limitExceeded(.pageByteCount, found: byteCount, allowed: limit)
    }
    let bytes = try SystemCalls.bytes(of: file, at: 0, byteCount: byteCount)
    guard ContentDigest(SHA256.hash(data: bytes)) == digest else {
      throw .corrupted(.original(digest))
    }
    return bytes
  }

  /// Whether the bytes of a digest are what they were, read in pieces.
  ///
  /// A file of another size than it had is not read, nor one that is larger than any page and mostly a hole:
  /// it would take hours, and costs who made it nothing.
  func isSound(
    _ digest: ContentDigest, byteCount: Int?, limit: Int
  ) throws(PageStoreError) -> Bool {
    let opened: (descriptor: Int32, byteCount: Int)?
    do {
      opened = try open(digest)
    } catch {
      if case .irregularFile = error { return false }
      throw error
    }
    guard let (file, found) = opened else { return false }
    defer { SystemCalls.closeFile(file) }
    guard byteCount == nil || byteCount == found else { return false }
    if found > limit, try !SystemCalls.status(of: file).isAllocated { return false }
    return try ContentDigest(ofOpen: file) == digest
  }
}

extension ContentDigest {
  /// Computes the digest of a file, which is read in pieces on the caller's thread.
  ///
  /// - Parameter path: The file.
  /// - Throws: `PageStoreError.io`.
  /// - Complexity: O(bytes).
  package init(ofFileAt path: String) throws(PageStoreError) {
    let descriptor = try SystemCalls.open(path)
    defer { SystemCalls.closeFile(descriptor) }
    try self.init(ofOpen: descriptor)
  }

  init(ofOpen descriptor: Int32) throws(PageStoreError) {
    var hash = SHA256()
    var offset = 0
    while true {
      let chunk = try SystemCalls.bytes(of: descriptor, at: offset, byteCount: 256 << 10)
      guard !chunk.isEmpty else { break }
      hash.update(data: chunk)
      offset += chunk.count
    }
    self.init(hash.finalize())
  }
}
