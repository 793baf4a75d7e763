// SPDX-License-Identifier: Apache-2.0

import GallerySystem

/// A folder in `aside` for files that one repair or one opening has set aside.
///
/// It is created on first use under a unique name, and its contents are never read or replaced.
final class AsideFolder {
  private let store: StoreFolder
  private var folder: Folder?
  /// The paths of the files set aside.
  private(set) var paths: [String] = []

  init(_ store: StoreFolder) {
    self.store = store
  }

  /// Returns the folder, created if needed.
  func opened() throws(PageStoreError) -> Folder {
    if let folder { return folder }
    try store.root.makeFolder(StoreFolder.asideName)
    let parent = try store.root.folder(StoreFolder.asideName)
    var number = SystemCalls.milliseconds
    while try !parent.makeFolder("\(number)") { number += 1 }
    try parent.synchronize()
    try store.root.synchronize()
    let new = try parent.folder("\(number)")
    folder = new
    return new
  }

  /// Moves an entry of a folder of the store.
  func take(_ name: String, of source: Folder) throws(PageStoreError) {
    paths.append(try source.move(name, to: try opened()))
  }

  /// Moves a file of the store under another name, which may already exist.
  func take(_ name: String, of source: Folder, as newName: String) throws(PageStoreError) {
    let folder = try opened()
    guard try folder.status(of: newName) == nil else { return try take(name, of: source) }
    try SystemCalls.renameToFreeName(
      name, in: source.descriptor, to: newName, in: folder.descriptor)
    paths.append(folder.path(of: newName))
  }

  /// Notes a path that the caller has moved there.
  func note(_ path: String) {
    paths.append(path)
  }

  /// Stores bytes in a file.
  func keep(_ bytes: [UInt8], as name: String) throws(PageStoreError) {
    let folder = try opened()
    try folder.write(bytes, to: name)
    paths.append(folder.path(of: name))
  }

  /// Syncs the folder.
  func synchronize() throws(PageStoreError) {
    try folder?.synchronize()
  }
}
