// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import GalleryModel

struct UpdateQueueCancellationTests {
  @Test func waitingRequestEndsAtOnceAndOnce() {
    var letters = LetterQueue("ABCD")
    letters.accept(.insert("X", at: 2))
    let ticket = letters.accept(.delete(.index(1)))
    letters.accept(.insert("Y", at: 2))

    letters.cancel(ticket)

    #expect(letters.outcome(ticket) == .cancelled)
    #expect(letters.logical == "ABXYCD")
    let answer = letters.queue.cancel(ticket, isStoppable: true)
    #expect(answer == .refused)
  }

  @Test func requestsForAPageThatWasTakenBackEnd() {
    var letters = LetterQueue("ABCD")
    let insertion = letters.accept(.insert("X", at: 2))
    let move = letters.accept(.move(.letter("X"), to: 0))

    letters.cancel(insertion)

    #expect(letters.outcome(insertion) == .cancelled)
    #expect(letters.outcome(move) == .dependencyFailed)
    #expect(letters.queue.isEmpty)
  }

  @Test func middleMoveOfThreeIsTakenBack() {
    var letters = LetterQueue("ABCD")
    letters.accept(.move(.letter("A"), to: 1))
    let second = letters.accept(.move(.letter("A"), to: 3))
    let third = letters.accept(.move(.letter("A"), to: 2))
    #expect(letters.logical == "BCAD")

    letters.cancel(second)
    #expect(letters.logical == "BCAD")
    letters.cancel(third)

    #expect(letters.logical == "BACD")
    letters.drain()
    #expect(letters.presented == "BACD")
  }

  @Test func runningRequestRollsBack() {
    var letters = LetterQueue("ABCD")
    let ticket = letters.accept(.delete(.index(1)))
    _ = letters.begin()

    let answers = [
      letters.queue.cancel(ticket, isStoppable: false),
      letters.queue.cancel(ticket, isStoppable: true),
      letters.queue.cancel(ticket, isStoppable: true),
    ]
    let ended = letters.queue.finish()
    let late = letters.queue.cancel(ticket, isStoppable: true)

    #expect(answers == [.refused, .rollsBack, .rollingBack])
    #expect(ended == [UpdateCompletion(ticket: ticket, outcome: .cancelled)])
    #expect(late == .refused)
    #expect(letters.logical == "ABCD")
  }

  @Test func requestThatRunsWithOthersGoesOn() {
    var letters = LetterQueue("ABCD")
    let ticket = letters.accept(.delete(.index(1)))
    letters.accept(.delete(.index(0)))
    _ = letters.begin()

    let answer = letters.queue.cancel(ticket, isStoppable: true)
    #expect(answer == .refused)
  }

  @Test func committedRequestGoesOn() {
    var letters = LetterQueue("ABCD")
    let ticket = letters.accept(.delete(.index(1)))
    _ = letters.begin()
    letters.queue.commit(at: .zero)

    let answer = letters.queue.cancel(ticket, isStoppable: true)
    #expect(answer == .refused)
  }

  @Test func unknownTicketIsRefused() {
    var letters = LetterQueue("ABCD")

    let answer = letters.queue.cancel(UpdateTicket(number: 9), isStoppable: true)
    #expect(answer == .refused)
  }
}
