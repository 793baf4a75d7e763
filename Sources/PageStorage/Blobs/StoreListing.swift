// SPDX-License-Identifier: Apache-2.0

import GallerySystem

/// A listing of the folders of a store: the originals, and foreign entries.
struct StoreListing {
  /// An entry that does not belong in its folder.
  struct Stray {
    let folder: Folder
    let name: String

    var path: String { folder.path(of: name) }
  }

  /// The originals, by file name.
  private(set) var originals: Set<ContentDigest> = []

  /// The foreign entries: files of other programs, links, devices.
  private(set) var strays: [Stray] = []

  init(_ store: StoreFolder) throws(PageStoreError) {
    try listBlobs(store.blobs)
    for name in try store.records.names() {
      let slot = Slot.number(in: RecordFile.recordName(of: name))
      try check(name, in: store.records, .file, isNamed: slot != nil)
    }
    for name in try store.incoming.names() {
      try check(name, in: store.incoming, .folder, isNamed: Slot.number(in: name) != nil)
    }
  }

  private mutating func listBlobs(_ blobs: Folder) throws(PageStoreError) {
    let prefixes = Set((0...255).map { StoreFolder.prefix(UInt8($0)) })
    for prefix in try blobs.names() {
      let isNamed = prefixes.contains(prefix) || prefix == StoreFolder.completeName
      guard try check(prefix, in: blobs, .folder, isNamed: isNamed), prefixes.contains(prefix)
      else { continue }
      let folder = try blobs.folder(prefix)
      for name in try folder.names() {
        let digest = ContentDigest(text: prefix + name)
        let isOurs = digest?.description == prefix + name
        guard try check(name, in: folder, .file, isNamed: isOurs), let digest else { continue }
        originals.insert(digest)
      }
    }
  }

  /// Notes an entry with a foreign name or of another type.
  @discardableResult
  private mutating func check(
    _ name: String, in folder: Folder, _ kind: FileStatus.Kind, isNamed: Bool
  ) throws(PageStoreError) -> Bool {
    // An entry that was removed meanwhile is not a stray.
    guard let status = try folder.status(of: name) else { return false }
    if isNamed, status.kind == kind { return true }
    strays.append(Stray(folder: folder, name: name))
    return false
  }
}
