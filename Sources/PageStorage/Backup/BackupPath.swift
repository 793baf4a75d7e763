// SPDX-License-Identifier: Apache-2.0

import GallerySystem

/// The path of a backup, which need not exist yet.
struct BackupPath {
  let path: String

  /// Verifies that the backup is neither the store, nor inside it, nor around it.
  func check(against source: Folder) throws(PageStoreError) {
    guard !path.utf8.contains(0), !path.isEmpty else { throw .io(operation: "open", errno: 22) }
    let (folder, exists) = try nearest()
    if exists, try Self.isSame(folder, source) { throw unfit(.isSource) }
    guard try !Self.isInside(folder, of: source) else { throw unfit(.isInSource) }
    if exists, try Self.isInside(source, of: folder) { throw unfit(.holdsSource) }
  }

  private func unfit(_ reason: PageStoreError.UnfitTarget) -> PageStoreError {
    .unfitTarget(path: path, reason)
  }

  /// Opens the folder, or its nearest existing ancestor.
  private func nearest() throws(PageStoreError) -> (folder: Folder, exists: Bool) {
    var names = path.split(separator: "/")
    let isAbsolute = path.hasPrefix("/")
    var exists = true
    while true {
      let text = (isAbsolute ? "/" : "./") + names.joined(separator: "/")
      do throws(PageStoreError) {
        return (try Folder(at: text, sharing: .owner), exists)
      } catch {
        if error.isMisled { throw unfit(.notAFolder) }
        guard error.isMissingFile, !names.isEmpty else { throw error }
      }
      let name = String(names.removeLast())
      let parent = (isAbsolute ? "/" : "./") + names.joined(separator: "/")
      // A link to nothing.
      if try (try? Folder(at: parent, sharing: .owner))?.status(of: name) != nil {
        throw unfit(.notAFolder)
      }
      exists = false
    }
  }

  private static func isSame(_ first: Folder, _ second: Folder) throws(PageStoreError) -> Bool {
    try SystemCalls.status(of: first.descriptor).identity
      == SystemCalls.status(of: second.descriptor).identity
  }

  /// Returns whether a folder equals another or is below it.
  private static func isInside(
    _ folder: Folder, of other: Folder
  ) throws(PageStoreError) -> Bool {
    var folder = folder
    while try !isSame(folder, other) {
      let parent = try folder.folder("..")
      if try isSame(parent, folder) { return false }
      folder = parent
    }
    return true
  }
}
