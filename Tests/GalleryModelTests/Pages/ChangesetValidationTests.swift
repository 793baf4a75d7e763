// SPDX-License-Identifier: Apache-2.0

import GalleryTestSupport
import Testing

@testable import GalleryModel

struct ChangesetValidationTests {
  private typealias Case = (Changeset, UpdateError?)

  private static let page = Page(id: 9)
  private static let badPage = Page(id: 9, contentVersion: .max)

  /// All cases apply to four pages.
  private static let cases: [Case] = [
    (Changeset(), nil),
    (Changeset(deletions: [0, 3]), nil),
    (Changeset(deletions: [4]), .indexOutOfRange(4, count: 4)),
    (Changeset(deletions: [-1]), .indexOutOfRange(-1, count: 4)),
    (Changeset(deletions: [1, 1]), .repeatedIndex(1)),
    (Changeset(moves: [.init(source: 4, destination: 0)]), .indexOutOfRange(4, count: 4)),
    (
      Changeset(deletions: [0], moves: [.init(source: 1, destination: 3)]),
      .destinationOutOfRange(3, count: 3)
    ),
    (
      Changeset(moves: [.init(source: 1, destination: 3), .init(source: 1, destination: 0)]),
      .repeatedIndex(1)
    ),
    (Changeset(deletions: [1], moves: [.init(source: 1, destination: 0)]), .repeatedIndex(1)),
    (
      Changeset(
        moves: [.init(source: 1, destination: 3)], replacements: [.init(index: 1, size: nil)]), nil
    ),
    (Changeset(deletions: [1], replacements: [.init(index: 1, size: nil)]), .repeatedIndex(1)),
    (Changeset(replacements: [.init(index: 9, size: nil)]), .indexOutOfRange(9, count: 4)),
    (Changeset(insertions: [.init(index: 4, page: page)]), nil),
    (Changeset(insertions: [.init(index: 5, page: page)]), .destinationOutOfRange(5, count: 5)),
    (
      Changeset(
        insertions: [.init(index: 2, page: page)], moves: [.init(source: 1, destination: 2)]),
      .repeatedDestination(2)
    ),
    (
      Changeset(insertions: [.init(index: 2, page: page), .init(index: 3, page: page)]),
      .duplicateID(9)
    ),
    (
      Changeset(insertions: [.init(index: 0, page: badPage)]), .invalidContentVersion(found: .max)
    ),
  ]

  @Test(arguments: cases)
  func ruleIsChecked(changeset: Changeset, error: UpdateError?) {
    #expect(Self.error(of: changeset, count: 4) == error)
  }

  @Test func countMayBeAnything() {
    let insertion = Changeset(insertions: [.init(index: 0, page: Self.page)])

    #expect(Self.error(of: insertion, count: .max) == .tooManyPages)
    #expect(Self.error(of: insertion, count: Int(UInt32.max)) == .tooManyPages)
    #expect(Self.error(of: insertion, count: Int(UInt32.max) - 1) == nil)
    #expect(Self.error(of: insertion, count: .min) == nil)
    #expect(Self.error(of: Changeset(deletions: [0]), count: .min) == .indexOutOfRange(0, count: 0))
  }

  @Test func brokenChangesGiveErrors() {
    var generator = SeededGenerator(seed: 5_000_000_000)
    var missed = 0
    for _ in 0..<1_000_000 {
      let count = Int.random(in: 0...4, using: &generator)
      let changeset = Self.broken(count: count, using: &generator)
      if Self.error(of: changeset, count: count) == nil { missed += 1 }
    }
    #expect(missed == 0)
  }

  /// Creates a change that violates one rule with certainty, and others by chance.
  private static func broken(count: Int, using generator: inout SeededGenerator) -> Changeset {
    let far = [-1, .min, .max, count + 8][Int(generator.next() % 4)]
    let near = Int.random(in: -1...5, using: &generator)
    let valid = Int.random(in: 0...max(0, count - 1), using: &generator)
    let insertion = Changeset.Insertion(index: near, page: page)
    let move = Changeset.Move(source: valid, destination: near)
    let replacement = Changeset.Replacement(index: valid, size: nil)
    switch generator.next() % 8 {
    case 0: return Changeset(deletions: [far, near], insertions: [insertion])
    case 1: return Changeset(deletions: [valid, valid], moves: [move])
    case 2: return Changeset(deletions: [valid], moves: [move])
    case 3: return Changeset(deletions: [valid], replacements: [replacement])
    case 4: return Changeset(insertions: [.init(index: far, page: page)], moves: [move])
    case 5: return Changeset(insertions: [insertion, insertion], replacements: [replacement])
    case 6: return Changeset(moves: [.init(source: valid, destination: far)])
    default: return Changeset(insertions: [insertion], moves: [move, move])
    }
  }

  private static func error(of changeset: Changeset, count: Int) -> UpdateError? {
    do throws(UpdateError) {
      try changeset.validate(count: count)
      return nil
    } catch {
      return error
    }
  }
}
