// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import GalleryModel

struct UpdateQueueLimitTests {
  private let limits = UpdateConfiguration(policy: .serial, softLimit: 2, hardLimit: 3)

  @Test func fullQueueRefusesAndStaysTheSame() {
    var letters = LetterQueue("ABCDEF", limits)
    for index in 0..<3 { letters.accept(.delete(.index(index))) }
    var expected = letters.queue
    expected.lastNumber += 1

    let ticket = letters.accept(.delete(.index(3)))

    #expect(letters.outcome(ticket) == .rejected(.queueFull(limit: 3)))
    #expect(letters.queue == expected)
    _ = letters.begin()
    let retried = letters.outcome(of: .delete(.index(3)))
    #expect(retried == nil)
  }

  @Test func defaultLimitIs1024() {
    var letters = LetterQueue("")
    for number in 0..<1024 {
      letters.accept(.insert(Page(id: PageID(UInt64(number))), at: number, in: .logical))
    }

    let ticket = letters.accept(.insert(Page(id: 2000), at: 0))

    #expect(letters.outcome(ticket) == .rejected(.queueFull(limit: 1024)))
    letters.drain()
    #expect(letters.order.ids == Array(0..<1024))
  }

  @Test func manyWaitingRequestsHurryUntilAllIsDone() {
    var letters = LetterQueue("ABCDEF", limits)
    letters.accept(.delete(.index(0)))
    #expect(letters.queue.durationScale == 1)
    letters.accept(.delete(.index(1)))

    let first = letters.begin()
    letters.succeed(first)
    let second = letters.begin()
    #expect(first?.durationScale == 0.25)
    #expect(second?.durationScale == 0.25)
    letters.succeed(second)

    letters.accept(.delete(.index(0)))
    let third = letters.begin()
    #expect(third?.durationScale == 1)
  }

  @Test func sixteenWaitingRequestsHurryByDefault() {
    var letters = LetterQueue("")
    for number in 0..<15 {
      letters.accept(.insert(Page(id: PageID(UInt64(number))), at: 0))
    }
    #expect(letters.queue.durationScale == 1)

    letters.accept(.insert(Page(id: 99), at: 0))

    let transaction = letters.begin()
    #expect(transaction?.durationScale == 0.25)
  }

  @Test func limitsAreAtLeastOne() {
    var letters = LetterQueue("AB", UpdateConfiguration(softLimit: -5, hardLimit: -5))

    let first = letters.accept(.delete(.index(0)))
    let second = letters.accept(.delete(.index(1)))

    #expect(letters.outcome(first) == nil)
    #expect(letters.outcome(second) == .rejected(.queueFull(limit: 1)))
  }
}
