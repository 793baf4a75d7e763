// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import GalleryModel

struct MergedListTests {
  struct Example: CustomTestStringConvertible {
    var requests: [UpdateRequest]
    var result: String
    var testDescription: String { result }
  }

  @Test(arguments: [
    Example(
      requests: [.delete(.index(3)), .insert("X", at: 4), .insert("Y", at: 3)], result: "ABCYX"),
    Example(requests: [.insert("X", at: 1), .insert("Y", at: 1)], result: "AXYBCD"),
    Example(
      requests: [.insert("X", at: 4), .insert("Y", at: 4), .insert("Z", at: 4)],
      result: "ABCDXYZ"),
    Example(requests: [.delete(.index(1)), .delete(.index(1))], result: "ACD"),
    Example(
      requests: [.delete(.index(1, in: .logical)), .delete(.index(1, in: .logical))], result: "AD"),
    Example(requests: [.move(.letter("A"), to: 2), .insert("X", at: 0)], result: "XBCAD"),
    Example(requests: [.delete(.index(1)), .insert("Y", at: 2)], result: "AYCD"),
    Example(requests: [.move(.index(0), to: 3), .move(.index(3), to: 0)], result: "DBCA"),
    Example(requests: [.move(.index(0), to: 3), .delete(.index(0))], result: "BCD"),
    Example(
      requests: [.insert("X", at: 4), .move(.letter("X"), to: 0), .delete(.letter("A"))],
      result: "XBCD"),
    Example(
      requests: [.insert("X", at: 0), .insert("Y", at: 1, in: .logical)], result: "XYABCD"),
  ])
  func requestsMerge(_ example: Example) {
    for policy in UpdateConfiguration.Policy.allCases {
      var letters = LetterQueue("ABCD", policy: policy)

      for request in example.requests { letters.accept(request) }
      let merged = letters.logical
      letters.drain()

      #expect(merged == example.result)
      #expect(letters.presented == example.result)
      #expect(letters.queue.isEmpty)
    }
  }

  @Test func secondDeletionOfAPresentedPageIsAlreadyDone() {
    var letters = LetterQueue("ABCD")

    letters.accept(.delete(.index(1)))
    let second = letters.accept(.delete(.index(1)))

    #expect(letters.outcome(second) == .alreadyRemoved)
  }

  @Test func failedDeletionLeavesThePageInItsPlace() {
    var letters = LetterQueue("ABCD", policy: .serial)

    let deletion = letters.accept(.delete(.index(1)))
    letters.accept(.insert("Y", at: 2))
    _ = letters.begin()
    letters.fail()
    letters.drain()

    #expect(letters.presented == "ABYCD")
    #expect(letters.outcome(deletion) == .failed(.sourceFailed(code: 7)))
  }

  @Test func failedMoveLeavesALaterDeletion() {
    var letters = LetterQueue("ABCD", policy: .serial)
    letters.accept(.move(.index(0), to: 3))
    letters.accept(.delete(.letter("A")))

    _ = letters.begin()
    letters.fail()

    #expect(letters.logical == "BCD")
    letters.drain()
    #expect(letters.presented == "BCD")
  }

  @Test func moveThatIsUndoneByAnotherOneIsNoWork() {
    var letters = LetterQueue("ABC")
    let first = letters.accept(.move(.index(0), to: 2))
    let second = letters.accept(.move(.letter("A"), to: 0, in: .logical))

    let transaction = letters.begin()

    #expect(transaction == nil)
    #expect(letters.outcome(first) == .success(commitTime: .seconds(2)))
    #expect(letters.outcome(second) == .success(commitTime: .seconds(2)))
    #expect(letters.queue.isEmpty)
  }

  @Test func movesThatLeadNowhereAreLeftOut() throws {
    var letters = LetterQueue("ABC")
    letters.accept(.move(.index(0), to: 2))
    letters.accept(.move(.letter("A"), to: 0, in: .logical))
    letters.accept(.delete(.letter("C")))

    let begun = letters.begin()

    let transaction = try #require(begun)
    #expect(transaction.changeset == Changeset(deletions: [2]))
    #expect(transaction.tickets.count == 3)
  }

  @Test func indexesCountInTheirSpace() {
    var letters = LetterQueue("ABCD")
    letters.accept(.insert("X", at: 0))
    letters.accept(.delete(.letter("B")))
    letters.accept(.move(.letter("D"), to: 1, in: .logical))

    #expect(letters.logical == "XDAC")
    letters.accept(.delete(.index(1, in: .logical)))
    letters.accept(.delete(.index(0, in: .presented)))
    #expect(letters.logical == "XC")
    #expect(letters.queue.logicalIndex(of: PageID(letter: "C"), in: letters.order) == 1)
    #expect(letters.queue.logicalIndex(of: PageID(letter: "D"), in: letters.order) == nil)
    #expect(letters.queue.logicalIndex(of: PageID(letter: "?"), in: letters.order) == nil)
  }
}
