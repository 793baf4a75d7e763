// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import GalleryTestSupport
import Testing

/// Maliciously crafted stores: no call on them crashes or blocks the process, uses much memory or
/// disk space, changes anything outside the store, or removes an original.
///
/// The default run tests some groups; with `PAGE_STORAGE_CRAFTED` in the environment, all of them,
/// and with a word in it, only kinds whose group or name contains the word. Of the many values in
/// columns, a run tests a quarter, selected by `GALLERY_RANDOM_SEED`; the word `values` tests all
/// of them.
@Suite(.serialized) struct CraftedStoreTests {
  /// The number of kinds tested by one process.
  private static let batchCount = 8

  private static let word =
    ProcessInfo.processInfo.environment["PAGE_STORAGE_CRAFTED"] ?? ""

  /// The groups to test: of the default run, which takes minutes, or all.
  private static let groups: [CraftedGroup] =
    ProcessInfo.processInfo.environment["PAGE_STORAGE_CRAFTED"] == nil
    ? [.records, .thumbnails, .orders] : CraftedGroup.allCases

  @Test(arguments: groups)
  func aCraftedStoreHarmsNobody(group: CraftedGroup) async throws {
    let template = try await StoreTemplateCopy()
    let kinds = Self.chosen(among: try group.kinds(template), of: group)
    #expect(Set(kinds.map(\.name)).count == kinds.count, "two kinds have one name")
    let batches = Self.batches(of: kinds)
    async let first = Self.run(batches.filter { $0.offset % 2 == 0 }.map(\.element), template)
    async let second = Self.run(batches.filter { $0.offset % 2 == 1 }.map(\.element), template)
    let failures = try await first + second
    let bad = Set(failures.map { $0.prefix { $0 != ":" } })
    print("crafted \(group): \(kinds.count) kinds, \(bad.count) of them bad")
    for failure in failures.sorted() { Issue.record("\(failure)") }
  }

  private static func chosen(
    among kinds: [CraftedKind], of group: CraftedGroup
  ) -> [CraftedKind] {
    guard word.isEmpty else { return kinds.filter { "\(group) \($0.name)".contains(word) } }
    let part = Int(TestEnvironment.randomSeed % 4)
    return kinds.enumerated().filter { place, _ in
      // Other values for each column.
      group != .values || (place + place / 8) % 4 == part
    }.map(\.element)
  }

  private static func batches(of kinds: [CraftedKind]) -> [(offset: Int, element: [CraftedKind])] {
    let small = kinds.filter { !$0.traits.contains(.alone) }
    let groups = stride(from: 0, to: small.count, by: batchCount).map {
      Array(small[$0..<min($0 + batchCount, small.count)])
    }
    let large = kinds.filter { $0.traits.contains(.alone) }.map { [$0] }
    return Array((groups + large).enumerated())
  }

  private static func run(
    _ batches: [[CraftedKind]], _ template: StoreTemplateCopy
  ) async throws -> [String] {
    var failures: [String] = []
    for kinds in batches {
      var run = try CraftedRun(template)
      failures += try await run.run(kinds)
    }
    return failures
  }
}

/// Kinds with a common property.
enum CraftedGroup: String, CaseIterable, Sendable {
  case values
  case foreign
  case schemas
  case headers
  case logs
  case entries
  case orders
  case files
  case records
  case thumbnails

  func kinds(_ template: StoreTemplateCopy) throws -> [CraftedKind] {
    switch self {
    case .values: try CraftedKinds.values(template)
    case .foreign: CraftedKinds.foreign
    case .schemas: CraftedKinds.schemas
    case .headers: CraftedKinds.headers
    case .logs: CraftedKinds.logs
    case .entries: CraftedKinds.entries
    case .orders: CraftedKinds.orders
    case .files: CraftedKinds.files
    case .records: CraftedKinds.records
    case .thumbnails: CraftedKinds.thumbnails
    }
  }
}

/// The kinds, by group.
enum CraftedKinds {}
