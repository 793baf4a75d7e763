// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryTestSupport
import Glibc
import PageStorage

/// A crafted store, and how it and what lies beside it were before anybody used it.
struct CraftedStore {
  let label: String
  private let craft: StoreCraft
  private let outside: FolderImage
  private let originals: Set<[UInt8]>
  private let byteCount: Int

  /// Crafts a store.
  init(
    _ kind: CraftedKind, _ part: String, _ craft: StoreCraft, _ template: StoreTemplateCopy
  ) throws {
    label = "\(kind.name): \(part)"
    self.craft = craft
    mkdir(craft.folder, 0o755)
    try craft.makeOutside()
    template.image(isKilled: kind.traits.contains(.killed)).write(to: craft.store)
    try kind.craft(craft)
    outside = FolderImage(of: craft.outside)
    let there = Set(FolderImage(of: craft.store).files.values)
    let mustStay = part == "write" ? template.presentOriginals : template.originals
    let isFree = part == "write" && kind.traits.contains(.mayLosePages)
    originals = isFree ? [] : mustStay.intersection(there)
    byteCount = Self.byteCount(of: craft.store)
  }

  /// Returns what is wrong afterwards.
  func check(growthLimit: Int) -> [String] {
    var failures: [String] = []
    let now = FolderImage(of: craft.outside)
    if now.files != outside.files || now.folders != outside.folders {
      failures.append("\(label): changed what is outside: \(now.files.keys.sorted())")
    }
    if !originals.isEmpty {
      let lost = originals.subtracting(FolderImage(of: craft.store).files.values).count
      if lost > 0 { failures.append("\(label): removed \(lost) originals") }
    }
    let growth = Self.byteCount(of: craft.store) - byteCount
    if growth > growthLimit { failures.append("\(label): took \(growth >> 20) MiB of the disk") }
    return failures
  }

  /// The room that a folder takes.
  private static func byteCount(of folder: String) -> Int {
    FolderImage.names(in: folder).reduce(0) { sum, name in
      var status = stat()
      guard lstat("\(folder)/\(name)", &status) == 0 else { return sum }
      let isFolder = status.st_mode & S_IFMT == S_IFDIR
      return sum + (isFolder ? byteCount(of: "\(folder)/\(name)") : Int(status.st_blocks) * 512)
    }
  }
}

/// The template, in memory.
struct StoreTemplateCopy: Sendable {
  private let closed: FolderImage
  private let killed: FolderImage
  /// All originals.
  let originals: Set<[UInt8]>
  /// Those of pages that are not in the trash.
  let presentOriginals: Set<[UInt8]>

  init() async throws {
    let folders = try (TestFolder(), TestFolder())
    try await folders.0.makeTemplate()
    try await folders.1.makeTemplate(isKilled: true)
    closed = FolderImage(of: folders.0.store)
    killed = FolderImage(of: folders.1.store)
    let blobs = closed.files.filter { $0.key.hasPrefix("/blobs/") }
    originals = Set(blobs.values)
    let store = try await folders.0.open()
    var present: Set<[UInt8]> = []
    for document in try await store.documents() {
      for page in try await store.pageIDs(of: document.id) {
        present.insert(try await store.bytes(of: page))
      }
    }
    await store.close()
    presentOriginals = present
  }

  func image(isKilled: Bool) -> FolderImage { isKilled ? killed : closed }
}
