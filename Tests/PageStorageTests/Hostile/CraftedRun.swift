// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryTestSupport

/// Crafts some stores, lets processes use them, and checks the results.
///
/// Each kind is made three times: for reading, for changes and for a repair.
struct CraftedRun {
  /// The time for all calls on one store, in seconds.
  private static let seconds = 60
  /// The memory limit of a process, in MiB.
  private static let memoryLimit = 300
  /// The limit of the disk space added by a process, in bytes.
  private static let growthLimit = 64 << 20

  let folder: TestFolder
  let template: StoreTemplateCopy
  private var stores: [String: CraftedStore] = [:]
  private(set) var failures: [String] = []

  init(_ template: StoreTemplateCopy) throws {
    folder = try TestFolder()
    self.template = template
  }

  /// Returns the violations, a line for each kind.
  mutating func run(_ kinds: [CraftedKind]) async throws -> [String] {
    var items: [String] = []
    for (place, kind) in kinds.enumerated() {
      for part in ["read", "write", "repair"] {
        let item = "\(place).\(part)"
        do {
          stores[item] = try CraftedStore(
            kind, part, StoreCraft(folder: "\(folder.path)/\(item)"), template)
          items.append(item)
        } catch {
          failures.append("\(kind.name): cannot be crafted: \(error)")
          break
        }
      }
    }
    try await visit(items)
    for item in items {
      failures += stores[item]?.check(growthLimit: Self.growthLimit) ?? []
      FolderImage.remove("\(folder.path)/\(item)")
    }
    return failures
  }

  private mutating func visit(_ items: [String]) async throws {
    var rest = items[...]
    while !rest.isEmpty {
      let words = [ChildProcess.storeChild, folder.path, "visit", "\(Self.seconds)"] + rest
      let child = try ChildProcess(
        words, printingInto: folder.path, environment: ["SWIFT_BACKTRACE": "enable=no"])
      await child.waitUntilExit()
      let lines = try child.lines()
      let ended = lines.filter { $0[0] == "end" }
      for line in ended where (Int(line[2]) ?? 0) > Self.memoryLimit {
        fail(line[1], "took \(line[2]) MiB")
      }
      rest = rest.dropFirst(ended.count)
      let isExit = child.process.terminationReason == .exit
      guard !isExit || child.process.terminationStatus != 0 || ended.isEmpty, let item = rest.first
      else { continue }
      let call = lines.last { $0[0] == "step" && $0[1] == item }?.dropFirst(2)
      let signal = "\(isExit ? "exit" : "signal") \(child.process.terminationStatus)"
      fail(item, "\(call?.joined(separator: " ") ?? "start") ended by \(signal)")
      rest = rest.dropFirst()
    }
  }

  private mutating func fail(_ item: String, _ text: String) {
    failures.append("\(stores[item]?.label ?? item): \(text)")
  }
}
