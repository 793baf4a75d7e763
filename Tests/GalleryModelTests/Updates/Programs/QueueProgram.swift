// SPDX-License-Identifier: Apache-2.0

import GalleryTestSupport

@testable import GalleryModel

/// Calls of a queue, any of which may be invalid at its time.
struct QueueProgram: Hashable {
  enum Call: Hashable {
    case accept(UpdateRequest)
    case begin
    case commit
    case fail
    case finish
    case cancel(number: UInt64, isStoppable: Bool)
    case discard
    case lose
  }

  var count: Int
  var configuration: UpdateConfiguration
  var calls: [Call]

  /// Programs with fewer calls, smaller batches or fewer pages.
  var shrinks: [Self] {
    let shorter = calls.shrinks.map { Self(count: count, configuration: configuration, calls: $0) }
    let smaller = calls.indices.flatMap { index -> [Self] in
      guard case .accept(.batch(let edits)) = calls[index] else { return [] }
      return edits.shrinks.map { edits in
        var copy = self
        copy.calls[index] = .accept(.batch(edits))
        return copy
      }
    }
    let narrower = count.shrinks.map { Self(count: $0, configuration: configuration, calls: calls) }
    return shorter + smaller + narrower
  }

  static func random(
    calls: Int, largest: Int = 6, using generator: inout SeededGenerator
  ) -> Self {
    let count = Int.random(in: 0...largest, using: &generator)
    let isSmall = generator.chance(0.2)
    let configuration = UpdateConfiguration(
      policy: generator.chance(0.7) ? .coalesce : .serial,
      softLimit: isSmall ? 2 : 16, hardLimit: isSmall ? 4 : 1024)
    // Runs of requests between other calls, so that there is much to merge.
    let share = Double.random(in: 0.2..<0.9, using: &generator)
    return Self(
      count: count, configuration: configuration,
      calls: (0..<calls).map { _ in
        generator.chance(share)
          ? .accept(randomRequest(largest, using: &generator))
          : randomCall(calls, using: &generator)
      })
  }

  private static func randomCall(
    _ calls: Int, using generator: inout SeededGenerator
  ) -> Call {
    switch Int.random(in: 0..<100, using: &generator) {
    case ..<25: .begin
    case ..<45: .commit
    case ..<55: .fail
    case ..<80: .finish
    case ..<98:
      .cancel(
        number: UInt64.random(in: 1...UInt64(calls), using: &generator),
        isStoppable: generator.chance(0.7))
    case 98: .discard
    default: .lose
    }
  }

  private static func randomRequest(
    _ largest: Int, using generator: inout SeededGenerator
  ) -> UpdateRequest {
    guard generator.chance(0.15) else { return .edit(randomEdit(largest, using: &generator)) }
    let count = Int.random(in: 0...4, using: &generator)
    return .batch((0..<count).map { _ in randomEdit(largest, using: &generator) })
  }

  private static func randomEdit(
    _ largest: Int, using generator: inout SeededGenerator
  ) -> PageEdit {
    let indexes = -1...largest + 2
    let names = 1...UInt64(2 * largest + 2)
    let space: IndexSpace = generator.chance(0.5) ? .presented : .logical
    let address: PageAddress =
      generator.chance(0.4)
      ? .id(PageID(UInt64.random(in: names, using: &generator)))
      : .index(Int.random(in: indexes, using: &generator), in: space)
    let index = Int.random(in: indexes, using: &generator)
    let ratio = Double.random(in: 0.5...2, using: &generator)
    let size = generator.chance(0.2) ? nil : try? PageShape(aspectRatio: ratio)
    switch Int.random(in: 0..<20, using: &generator) {
    case ..<5: return .delete(address)
    case ..<11:
      let version = generator.chance(0.02) ? -1 : 0
      let id = PageID(UInt64.random(in: names, using: &generator))
      return .insert(Page(id: id, size: size, contentVersion: version), at: index, in: space)
    case ..<17: return .move(address, to: index, in: space)
    default: return .replace(address, with: size)
    }
  }
}
