// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import GalleryModel

struct UpdateQueueTests {
  private let failure = UpdateOutcome.failed(.sourceFailed(code: 7))

  @Test func requestsRunTogether() throws {
    var letters = LetterQueue("ABCD")
    let tickets = [
      letters.accept(.delete(.index(0))), letters.accept(.insert("X", at: 4)),
      letters.accept(.move(.letter("D"), to: 0)),
    ]
    let begun = letters.begin()

    let transaction = try #require(begun)
    #expect(transaction.tickets == tickets)
    #expect(
      transaction.changeset
        == Changeset(
          deletions: [0], insertions: [.init(index: 3, page: Page(letter: "X"))],
          moves: [.init(source: 3, destination: 0)]))
    letters.succeed(transaction)
    #expect(letters.presented == "DBCX")
    #expect(tickets.allSatisfy { letters.outcome($0) == .success(commitTime: .seconds(3)) })
  }

  @Test func transactionTakesAtMost256Requests() {
    var letters = LetterQueue("")
    for number in 0..<300 {
      letters.accept(.insert(Page(id: PageID(UInt64(number))), at: 0))
    }

    let first = letters.begin()
    letters.succeed(first)
    let second = letters.begin()

    #expect(first?.tickets.count == 256)
    #expect(second?.tickets.count == 44)
  }

  @Test func serialPolicyTakesOneRequest() {
    var letters = LetterQueue("ABC", policy: .serial)
    letters.accept(.delete(.index(0)))
    letters.accept(.delete(.index(1)))

    let transaction = letters.begin()

    #expect(transaction?.changeset == Changeset(deletions: [0]))
    let second = letters.begin()
    #expect(second == nil)
  }

  @Test func requestRunsAlone() {
    var letters = LetterQueue("ABCDE")
    let tickets = [
      letters.accept(.delete(.letter("A"))), letters.accept(.delete(.letter("B"))),
      letters.accept(.delete(.letter("C")), alone: true),
      letters.accept(.delete(.letter("D")), alone: true),
      letters.accept(.delete(.letter("E"))), letters.accept(.insert("X", at: 5)),
    ]
    var parts: [[UpdateTicket]] = []
    while let transaction = letters.begin() {
      parts.append(transaction.tickets)
      letters.succeed(transaction)
    }
    #expect(parts == [Array(tickets[..<2]), [tickets[2]], [tickets[3]], Array(tickets[4...])])
    #expect(letters.presented == "X")
  }

  @Test func requestWithoutWorkLeavesOthersTogether() {
    var letters = LetterQueue("ABC")
    letters.accept(.delete(.letter("A")))
    letters.accept(.delete(.letter("A")), alone: true)
    letters.accept(.delete(.letter("B")))
    let transaction = letters.begin()
    #expect(transaction?.tickets.count == 2)
  }

  @Test func onlyTheCulpritFails() {
    var letters = LetterQueue("ABC")
    let tickets = [
      letters.accept(.delete(.index(0))), letters.accept(.insert("X", at: 1)),
      letters.accept(.delete(.letter("X"))), letters.accept(.insert("Y", at: 1)),
    ]
    _ = letters.begin()
    letters.accept(.insert("Z", at: 3))
    letters.fail()

    #expect(letters.ended.keys.sorted() == [2, 3])
    letters.succeed(letters.begin())
    _ = letters.begin()
    letters.fail()
    letters.drain()

    #expect(letters.presented == "BCZ")
    #expect(letters.outcome(tickets[0]) == .success(commitTime: .seconds(3)))
    #expect(letters.outcome(tickets[1]) == .cancelledOut)
    #expect(letters.outcome(tickets[2]) == .cancelledOut)
    #expect(letters.outcome(tickets[3]) == failure)
  }

  @Test func requestsForAPageThatNeverCameFail() {
    var letters = LetterQueue("ABC", policy: .serial)
    let insertion = letters.accept(.insert("X", at: 1))
    let batch = letters.accept(
      .batch([.replace(.letter("X"), with: nil), .insert(Page(letter: "Y"), at: 0)]))
    let deletion = letters.accept(.delete(.letter("Y")))
    let other = letters.accept(.insert("Z", at: 1, in: .logical))

    _ = letters.begin()
    letters.fail()

    #expect(letters.outcome(insertion) == failure)
    #expect(letters.outcome(batch) == .dependencyFailed)
    #expect(letters.outcome(deletion) == .dependencyFailed)
    #expect(letters.outcome(other) == nil)
    letters.drain()
    #expect(letters.presented == "AZBC")
  }

  @Test func pageThatComesAndGoesNeverReachesTheSource() {
    var letters = LetterQueue("ABC")
    let insertion = letters.accept(.insert("X", at: 1))
    let move = letters.accept(.move(.letter("X"), to: 0))
    let deletion = letters.accept(.delete(.letter("X")))

    let transaction = letters.begin()

    #expect(transaction == nil)
    #expect([insertion, move, deletion].allSatisfy { letters.outcome($0) == .cancelledOut })
    #expect(letters.logical == "ABC")
  }

  @Test func lastPictureWins() throws {
    var letters = LetterQueue("ABC")
    let sizes = try [1, 2, 3].map { try PageShape(aspectRatio: $0) }
    let tickets = sizes.map { letters.accept(.replace(.index(1), with: $0)) }
    letters.accept(.insert("X", at: 0))
    letters.accept(.replace(.letter("X"), with: sizes[0]))

    let begun = letters.begin()
    let transaction = try #require(begun)
    letters.succeed(transaction)

    #expect(transaction.changeset.replacements == [.init(index: 1, size: sizes[2])])
    let inserted = Page(id: PageID(letter: "X"), size: sizes[0], contentVersion: 1)
    #expect(letters.order.pages[0] == inserted)
    #expect(letters.outcome(tickets[0]) == .superseded)
    #expect(letters.outcome(tickets[1]) == .superseded)
    #expect(letters.outcome(tickets[2]) == .success(commitTime: .seconds(3)))
  }

  @Test func endsComeAfterTheAnimationInOrder() {
    var letters = LetterQueue("ABC")
    letters.accept(.delete(.index(0)))
    letters.accept(.delete(.index(2)))
    let transaction = letters.begin()

    let early = letters.queue.finish()
    letters.queue.commit(at: .seconds(5))
    let next = letters.begin()
    let ended = letters.queue.finish()
    let late = letters.queue.finish()

    #expect(ended.map(\.ticket) == transaction?.tickets)
    #expect(ended.allSatisfy { $0.outcome == .success(commitTime: .seconds(5)) })
    #expect(next == nil)
    #expect(early.isEmpty && late.isEmpty)
  }

  @Test func firstNewPageThatAsksForTheFocusGetsIt() {
    var letters = LetterQueue("ABC")
    letters.accept(.insert("X", at: 3))
    letters.accept(.insert("Y", at: 3, focus: .inserted))
    letters.accept(.insert("Z", at: 0, focus: .inserted))

    let transaction = letters.begin()

    #expect(transaction?.focus == PageID(letter: "Y"))
  }

  @Test func lostSourceFailsEverything() {
    var letters = LetterQueue("ABC", policy: .serial)
    letters.accept(.delete(.index(0)))
    letters.accept(.delete(.index(1)))
    _ = letters.begin()
    letters.queue.commit(at: .zero)

    letters.record(letters.queue.failAll(.sourceInconsistent))

    #expect(letters.ended == [1: .failed(.sourceInconsistent), 2: .failed(.sourceInconsistent)])
    #expect(letters.queue.isEmpty)
  }

  @Test func discardTakesEverythingBack() {
    var letters = LetterQueue("ABC", policy: .serial)
    letters.accept(.delete(.index(0)))
    letters.accept(.delete(.index(1)))
    _ = letters.begin()

    letters.record(letters.queue.discard())

    #expect(letters.ended == [1: .cancelled, 2: .cancelled])
    #expect(letters.logical == "ABC")
    #expect(letters.queue.isEmpty)
  }

  @Test func deletingTheActivePageTwiceDeletesTwoPages() {
    var letters = LetterQueue("ABC")
    for expected in ["B", "C", "A"] {
      let active = letters.queue.logicalActivePage(for: PageID(letter: "B"), in: letters.order)
      #expect(active?.letter == expected)
      if let active { letters.accept(.delete(.id(active))) }
    }

    #expect(letters.queue.logicalActivePage(for: PageID(letter: "B"), in: letters.order) == nil)
    letters.drain()
    #expect(letters.presented.isEmpty)
  }
}
