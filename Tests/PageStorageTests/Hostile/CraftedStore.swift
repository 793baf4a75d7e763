// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryTestSupport
import Glibc
import PageStorage

/// A crafted store, and the state of the store and of its surroundings before its use.
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
    let state = kind.traits.contains(.killed) ? template.killed : template.closed
    state.image.write(to: craft.store)
    try kind.craft(craft)
    outside = FolderImage(of: craft.outside)
    let there = Set(FolderImage(of: craft.store).files.values)
    let mustStay = part == "write" ? state.presentOriginals : state.originals
    let isFree =
      kind.traits.contains(.dooms) || part == "write" && kind.traits.contains(.mayLosePages)
    originals = isFree ? [] : mustStay.intersection(there)
    byteCount = Self.byteCount(of: craft.store)
  }

  /// Returns the violations after its use.
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

  /// The disk usage of a folder.
  private static func byteCount(of folder: String) -> Int {
    FolderImage.names(in: folder).reduce(0) { sum, name in
      var status = stat()
      guard lstat("\(folder)/\(name)", &status) == 0 else { return sum }
      let isFolder = status.st_mode & S_IFMT == S_IFDIR
      return sum + (isFolder ? byteCount(of: "\(folder)/\(name)") : Int(status.st_blocks) * 512)
    }
  }
}

/// The template, in memory: after a normal close, or after a kill.
struct StoreTemplateCopy: Sendable {
  /// One of the two states, with the data that must not be lost.
  struct State: Sendable {
    let image: FolderImage
    /// All originals.
    let originals: Set<[UInt8]>
    /// The originals of pages that are not in the trash.
    let presentOriginals: Set<[UInt8]>
  }

  let closed: State
  let killed: State

  init() async throws {
    closed = try await Self.make(isKilled: false)
    killed = try await Self.make(isKilled: true)
  }

  private static func make(isKilled: Bool) async throws -> State {
    let folder = try TestFolder()
    try await folder.makeTemplate(isKilled: isKilled)
    let image = FolderImage(of: folder.store)
    let store = try await folder.open()
    var present: Set<[UInt8]> = []
    for document in try await store.documents() {
      for page in try await store.pageIDs(of: document.id) {
        present.insert(try await store.bytes(of: page))
      }
    }
    await store.close()
    let originals = Set(image.files.filter { $0.key.hasPrefix("/blobs/") }.values)
    return State(image: image, originals: originals, presentOriginals: present)
  }
}
