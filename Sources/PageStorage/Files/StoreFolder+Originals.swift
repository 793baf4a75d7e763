// SPDX-License-Identifier: Apache-2.0

import Crypto
import GallerySystem

extension StoreFolder {
  /// Returns the folder and the file name of an original.
  private func place(of digest: ContentDigest) -> (prefix: String, name: String) {
    let text = digest.description
    return (String(text.prefix(2)), String(text.dropFirst(2)))
  }

  /// Returns the path of an original, for messages.
  func path(of digest: ContentDigest) -> String {
    let (prefix, name) = place(of: digest)
    return "\(blobs.path)/\(prefix)/\(name)"
  }

  /// Opens the folder of an original.
  ///
  /// - Returns: The folder, and the name of the original in it.
  func blobFolder(
    of digest: ContentDigest
  ) throws(PageStoreError) -> (folder: Folder, name: String) {
    let (prefix, name) = place(of: digest)
    return (try blobs.folder(prefix), name)
  }

  /// Opens the folder for a new original, and creates it if a backup has omitted it.
  func blobFolder(
    for digest: ContentDigest
  ) throws(PageStoreError) -> (folder: Folder, name: String) {
    let (prefix, name) = place(of: digest)
    if let folder = try blobs.folderIfPresent(prefix) { return (folder, name) }
    try blobs.makeFolder(prefix)
    try blobs.synchronize()
    return (try blobs.folder(prefix), name)
  }

  /// Returns the status of an original, `nil` if there is none.
  func status(of digest: ContentDigest) throws(PageStoreError) -> FileStatus? {
    guard let folder = try blobs.folderIfPresent(place(of: digest).prefix) else { return nil }
    return try folder.status(of: place(of: digest).name)
  }

  /// Opens an original for reading, `nil` if there is none.
  func open(
    _ digest: ContentDigest
  ) throws(PageStoreError) -> (descriptor: Int32, byteCount: Int)? {
    do {
      let (folder, name) = try blobFolder(of: digest)
      return try folder.openToRead(name)
    } catch {
      guard error.isMissingFile else { throw error }
      return nil
    }
  }

  /// Returns the bytes with a digest.
  ///
  /// - Parameters:
  ///   - digest: The digest.
  ///   - limit: The maximum size of a page, in bytes.
  /// - Returns: The bytes.
  /// - Throws: `PageStoreError.corrupted` if the file is missing or altered.
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

  /// Returns whether the bytes of a digest are intact, reading them in pieces.
  ///
  /// A file of the wrong size is not read, nor is a sparse file larger than any page: it would take
  /// hours, and is free to craft.
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
  /// Computes the digest of a file in pieces, on the caller's thread.
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
