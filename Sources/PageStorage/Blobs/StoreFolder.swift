// SPDX-License-Identifier: Apache-2.0

/// Where the parts of a store are.
///
///     catalogue.sqlite       documents, pages, their order
///     blobs/ab/cdef...       original bytes, named by their SHA-256
///     incoming/0/...         bytes that are being received, one folder for each process at work
///     records/0              what each process has stored, from which a catalogue can be rebuilt
///     reserve                room that is given up when the disk is full
///     thumbnails/            derived pictures, which may be deleted at any time
struct StoreFolder: Sendable {
  let path: String

  var catalogue: String { path + "/catalogue.sqlite" }
  var blobs: String { path + "/blobs" }
  var incoming: String { path + "/incoming" }
  var records: String { path + "/records" }
  var reserve: String { path + "/reserve" }
  var thumbnails: String { path + "/thumbnails" }

  /// The file with the original bytes of a digest.
  func blob(_ digest: ContentDigest) -> String {
    let text = digest.description
    return "\(blobs)/\(text.prefix(2))/\(text.dropFirst(2))"
  }

  /// The folder of that file.
  func blobFolder(_ digest: ContentDigest) -> String {
    "\(blobs)/\(digest.description.prefix(2))"
  }

  /// Makes what is missing; nothing is written if nothing is.
  func create() throws(PageStoreError) {
    guard try !isComplete else { return }
    try makeParents()
    for folder in [path, blobs, incoming, records, thumbnails] {
      try SystemCalls.makeFolder(folder)
    }
    for byte in 0..<256 {
      let name = (byte < 16 ? "0" : "") + String(byte, radix: 16)
      try SystemCalls.makeFolder("\(blobs)/\(name)")
    }
    try SystemCalls.synchronizeFolder(blobs)
    try SystemCalls.synchronizeFolder(path)
    // The last one, so that it stands for all others.
    try SystemCalls.makeFolder(complete)
    try SystemCalls.synchronizeFolder(blobs)
  }

  private var complete: String { blobs + "/complete" }

  private var isComplete: Bool {
    get throws(PageStoreError) {
      let folders = [incoming, records, thumbnails]
      guard try SystemCalls.names(in: blobs).contains("complete") else { return false }
      return folders.allSatisfy { SystemCalls.isFolder($0) }
    }
  }

  /// Makes sure that this process may do more than read.
  func checkIsWritable() throws(PageStoreError) {
    for path in [path, catalogue] where SystemCalls.isReadOnly(path) { throw .readOnly }
  }

  /// Opens the catalogue of a store that is there, to be read only.
  func catalogueForReading(lockTimeout: Duration) throws(PageStoreError) -> Catalogue {
    guard try isComplete else { throw .notAStore(path: catalogue) }
    guard SystemCalls.state(of: catalogue) != nil else {
      try checkHasNoRecords()
      throw .notAStore(path: catalogue)
    }
    return try Catalogue(readingOnly: catalogue, lockTimeout: lockTimeout)
  }

  /// Makes sure that no page was ever stored.
  ///
  /// A store whose catalogue got lost looks new, but for its records. To start over would take all
  /// originals for what a killed process has left behind.
  func checkHasNoRecords() throws(PageStoreError) {
    for name in try SystemCalls.names(in: records) {
      guard try SystemCalls.byteCount(of: "\(records)/\(name)") ?? 0 == 0 else {
        throw .corrupted(.catalogue(message: "it is missing"))
      }
    }
  }

  private func makeParents() throws(PageStoreError) {
    var parent = path.hasPrefix("/") ? "" : "."
    for name in path.split(separator: "/").dropLast() {
      parent += "/\(name)"
      if !SystemCalls.isFolder(parent) { try SystemCalls.makeFolder(parent) }
    }
  }
}
