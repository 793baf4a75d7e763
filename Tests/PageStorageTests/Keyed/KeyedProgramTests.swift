// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryPages
import GalleryTestSupport
import Testing

@testable import PageStorage

/// Random programs of keyed edits, compared with a dictionary.
@Suite struct KeyedProgramTests {
  enum Step {
    /// A request with a key, the byte of its digest, and the time since the one before.
    case request(Int, UInt8, hours: Double)
    /// A request that fails.
    case refuse(Int)
    /// An edit without a key.
    case plain
    case reopen
  }

  /// What the oracle knows of a receipt.
  private struct Receipt {
    var number: UInt8
    var hours: Double
    var response: String
  }

  @Test func programsEndLikeThoseOnADictionary() async {
    await checkProperty(
      seed: 1_107, runs: 24,
      generate: { random in
        (0..<Int.random(in: 1...60, using: &random)).map { _ in Self.step(&random) }
      }, check: { await problem(after: $0) })
  }

  private static func step(_ random: inout SeededGenerator) -> Step {
    let key = Int.random(in: 0..<12, using: &random)
    switch Int.random(in: 0..<20, using: &random) {
    case 0: return .reopen
    case 1: return .plain
    case 2..<4: return .refuse(key)
    default:
      let hours = random.chance(0.2) ? Double.random(in: 0...30, using: &random) : 0.1
      return .request(key, UInt8(random.chance(0.8) ? 1 : 2), hours: hours)
    }
  }

  private func problem(after steps: [Step]) async -> String? {
    do {
      let keyed = try await KeyedStore()
      var (store, hours, revision) = (keyed.store, 0.0, 1)
      var receipts: [Int: Receipt] = [:]
      for (place, step) in steps.enumerated() {
        switch step {
        case .reopen:
          await store.close()
          store = try await keyed.folder.open()
        case .plain:
          try await store.rotate(keyed.pages[0], by: .clockwise)
          revision += 1
        case .refuse(let key):
          let request = try KeyedStore.request("\(key)", 3, hours: hours)
          let isKnown = receipts[key].map { hours - $0.hours <= 24 } ?? false
          let found = await outcome { () throws in
            _ = try await store.perform(.delete([PageID(99)]), once: request) { _, _ in [] }
            return ""
          }
          guard found == (isKnown ? "keyReused" : "notFound") else {
            return "\(found) at step \(place)"
          }
        case .request(let key, let number, let later):
          hours += later
          let request = try KeyedStore.request("\(key)", number, hours: hours)
          let found = await outcome { () throws in try await keyed.rotate(request, in: store) }
          var expected = "\(revision + 1)"
          if let known = receipts[key], hours - known.hours <= 24 {
            expected = known.number == number ? "repeated \(known.response)" : "keyReused"
          } else {
            revision += 1
            receipts[key] = Receipt(number: number, hours: hours, response: expected)
          }
          guard found == expected else { return "\(found), not \(expected), at step \(place)" }
        }
      }
      guard try await store.document(keyed.document).revision == revision else {
        return "another number of edits"
      }
      let isSound = try await store.isSound()
      await store.close()
      return isSound ? nil : "damage"
    } catch {
      return "threw \(error)"
    }
  }

  private func outcome(_ body: () async throws -> String) async -> String {
    do {
      return try await body()
    } catch {
      return (error as? PageStoreError)?.code ?? "\(error)"
    }
  }
}
