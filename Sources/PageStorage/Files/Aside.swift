// SPDX-License-Identifier: Apache-2.0

/// A folder in `aside`, for what one repair or one start found and did not understand.
///
/// It is made when the first thing goes there, under a name that no other has, and nothing in it is ever
/// read or replaced.
final class Aside {
  private let store: StoreFolder
  private var folder: Folder?
  /// The paths of what was put there.
  private(set) var paths: [String] = []

  init(_ store: StoreFolder) {
    self.store = store
  }

  /// The folder itself, made if need be.
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

  /// Moves whatever has a name in a folder of the store.
  func take(_ name: String, of source: Folder) throws(PageStoreError) {
    paths.append(try source.move(name, to: try opened()))
  }

  /// Moves a file of the store under another name, which it may have already.
  func take(_ name: String, of source: Folder, as newName: String) throws(PageStoreError) {
    let folder = try opened()
    guard try folder.status(of: newName) == nil else { return try take(name, of: source) }
    try SystemCalls.renameToFreeName(
      name, in: source.descriptor, to: newName, in: folder.descriptor)
    paths.append(folder.path(of: newName))
  }

  /// Takes note of something that the caller has put there.
  func note(_ path: String) {
    paths.append(path)
  }

  /// Keeps some bytes.
  func keep(_ bytes: [UInt8], as name: String) throws(PageStoreError) {
    let folder = try opened()
    try folder.write(bytes, to: name)
    paths.append(folder.path(of: name))
  }

  /// Waits until the names are on the disk.
  func synchronize() throws(PageStoreError) {
    try folder?.synchronize()
  }
}
