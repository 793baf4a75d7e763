// SPDX-License-Identifier: Apache-2.0

import GalleryTestSupport
import Testing

@testable import GalleryModel

struct UpdateRejectionTests {
  private typealias Case = (UpdateRequest, UpdateError)

  private static let cases: [Case] = [
    (.delete(.index(3)), .indexOutOfRange(3, count: 3)),
    (.delete(.index(-1)), .indexOutOfRange(-1, count: 3)),
    (.delete(.index(2, in: .logical)), .indexOutOfRange(2, count: 2)),
    (.delete(.letter("?")), .unknownPage(PageID(letter: "?"))),
    (.replace(.index(.max), with: nil), .indexOutOfRange(.max, count: 3)),
    (.insert("X", at: 4), .gapOutOfRange(4, count: 3)),
    (.insert("X", at: 3, in: .logical), .gapOutOfRange(3, count: 2)),
    (.insert("A", at: 0), .duplicateID(PageID(letter: "A"))),
    (.insert("C", at: 0), .duplicateID(PageID(letter: "C"))),
    (.insert(Page(id: 9, contentVersion: -1), at: 0), .invalidContentVersion(found: -1)),
    (.move(.letter("A"), to: 3), .destinationOutOfRange(3, count: 3)),
    (.move(.letter("A"), to: -1), .destinationOutOfRange(-1, count: 3)),
    (.move(.letter("A"), to: 2, in: .logical), .destinationOutOfRange(2, count: 2)),
    (.move(.index(7), to: 0), .indexOutOfRange(7, count: 3)),
  ]

  /// One of three pages is being deleted.
  @Test(arguments: cases)
  func badRequestIsRefused(request: UpdateRequest, error: UpdateError) {
    var letters = LetterQueue("ABC")
    letters.accept(.delete(.letter("C")))
    var expected = letters.queue
    expected.lastNumber += 1

    let ticket = letters.accept(request)

    #expect(letters.outcome(ticket) == .rejected(error))
    #expect(letters.queue == expected)
  }

  @Test func waitingPageKeepsItsName() {
    var letters = LetterQueue("ABC")
    letters.accept(.insert("X", at: 0))

    let second = letters.accept(.insert("X", at: 1))

    #expect(letters.outcome(second) == .rejected(.duplicateID(PageID(letter: "X"))))
  }

  @Test func badPartRefusesTheWholeBatch() {
    var letters = LetterQueue("ABC")
    letters.accept(.insert("Y", at: 1))
    var expected = letters.queue
    expected.lastNumber += 1

    let ticket = letters.accept(
      .batch([
        .delete(.index(0)), .insert(Page(letter: "X"), at: 0), .move(.index(1), to: 0),
        .delete(.index(9)),
      ]))

    #expect(letters.outcome(ticket) == .rejected(.indexOutOfRange(9, count: 3)))
    #expect(letters.queue == expected)
  }

  @Test func batchReadsItsEditsInOrder() {
    var letters = LetterQueue("ABC")

    letters.accept(
      .batch([
        .insert(Page(letter: "X"), at: 0), .move(.index(0, in: .logical), to: 3, in: .logical),
        .delete(.index(0)),
      ]))

    letters.drain()
    #expect(letters.presented == "BCX")
  }

  @Test func requestsWithoutWorkEndAtOnce() {
    var letters = LetterQueue("ABC")
    let done = UpdateOutcome.success(commitTime: .seconds(1))

    let early = [
      letters.outcome(of: .batch([])),
      letters.outcome(of: .move(.index(1), to: 1)),
      letters.outcome(of: .batch([.move(.letter("A"), to: 0)])),
    ]
    letters.accept(.delete(.index(0)))
    let move = letters.outcome(of: .move(.letter("B"), to: 0, in: .logical))
    let deletion = letters.outcome(of: .batch([.delete(.index(0))]))

    #expect(early == [done, done, done])
    #expect(move == done)
    #expect(deletion == .alreadyRemoved)
    #expect(letters.queue.requests.count == 1)
  }

  @Test func emptyGalleryTakesInsertionsOnly() {
    var letters = LetterQueue("")

    let deletion = letters.accept(.delete(.index(0)))
    letters.accept(.insert("X", at: 0))
    letters.drain()

    #expect(letters.outcome(deletion) == .rejected(.indexOutOfRange(0, count: 0)))
    #expect(letters.presented == "X")
  }
}
