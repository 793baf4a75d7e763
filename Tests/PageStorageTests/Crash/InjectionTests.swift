// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// One change after the other, stopped or failed at each of its system calls.
@Suite struct InjectionTests {
  static let changes = [
    "append 9", "append 200", "ingest 9 5", "new 9 3", "delete 1", "move 1 2",
    "replace 2 9", "purge",
    // A failed change must not reappear with a later successful one.
    "append 9 then move 1 2",
  ]

  @Test(arguments: changes) func aKillAtEachCallLosesNothing(change: String) async throws {
    try await strike(change, .kill)
  }

  @Test(arguments: changes, [Injection.Kind.noRoom, .badDisk])
  func anErrorAtEachCallIsReported(change: String, kind: Injection.Kind) async throws {
    try await strike(change, kind)
  }

  @Test(arguments: ["append 9", "purge"]) func aDiskThatBecomesReadOnlyIsReportedAsSuch(
    change: String
  ) async throws {
    try await strike(change, .readOnlyDisk)
  }

  /// Makes a change repeatedly, each time with a fault at another call.
  private func strike(_ change: String, _ kind: Injection.Kind) async throws {
    let template = try await FaultInjectionStore()
    let count = try await template.callCount(change)
    // Opening the store is the same for all changes.
    let start = change == Self.changes[0] ? 0 : try await template.callCount("")
    var struck: [String: Int] = [:]
    var writesOfPages: Set<String> = []
    for number in start + 1...count {
      let call = try await template.strike(change, Injection(kind: kind, number: number))
      guard let call else { continue }
      struck[call.name, default: 0] += 1
      if call.isWriteOfPage { writesOfPages.insert(call.name) }
    }
    // Threads may need a call more or less.
    #expect(struck.values.reduce(0, +) >= count - start - 2, "\(change): \(struck)")
    #expect(Set(struck.keys).isSuperset(of: Self.needed(by: change)), "\(change): \(struck)")
    #expect(writesOfPages == Self.writesOfPages(by: change), "\(change): \(writesOfPages)")
  }

  /// The calls that a change needs to succeed.
  private static func needed(by change: String) -> [String] {
    switch change.split(separator: " ").first {
    case "append", "ingest", "new", "replace":
      ["open", "pwrite", "fsync", "fdatasync", "link", "unlink"]
    case "purge": ["pwrite", "fsync", "fdatasync", "unlink"]
    default: ["pwrite", "fdatasync"]
    }
  }

  /// The calls that write the bytes of a change's pages: a page that is announced as large bypasses the
  /// page cache.
  private static func writesOfPages(by change: String) -> Set<String> {
    switch change.split(separator: " ").first {
    case "append": change == "append 200" ? ["pwrite"] : ["write"]
    case "ingest", "new", "replace": ["write"]
    default: []
    }
  }
}
