// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import PageStorage

@Suite struct PollingScheduleTests {
  @Test func checksBecomeLessFrequentAndEnd() throws {
    var schedule = PollingSchedule()
    var look = schedule.noteWrite()
    var delays: [Duration] = []
    while let due = look {
      #expect(schedule.isDue(due))
      delays.append(due.delay)
      look = schedule.next(after: due)
    }
    #expect(delays == [.milliseconds(10), .milliseconds(100), .seconds(1), .seconds(5)])
  }

  /// Regression: observers were notified up to five seconds late of a write during the previous
  /// poll.
  @Test(arguments: 1...3) func aWriteReplacesADistantCheck(step: Int) throws {
    var schedule = PollingSchedule()
    let first = schedule.noteWrite()
    var far = try #require(first)
    for _ in 0..<step {
      let next = schedule.next(after: far)
      far = try #require(next)
    }
    let replacement = schedule.noteWrite()
    let soon = try #require(replacement)
    #expect(soon.delay == .milliseconds(10))
    #expect(!schedule.isDue(far) && schedule.isDue(soon))
    let other = schedule.next(after: far)
    #expect(other == nil, "two chains of looks")
    let next = schedule.next(after: soon)
    #expect(next?.delay == .milliseconds(100))
  }

  @Test func manyWritesShareOneCheck() throws {
    var schedule = PollingSchedule()
    let first = schedule.noteWrite()
    let look = try #require(first)
    for _ in 0..<1_000 {
      let other = schedule.noteWrite()
      #expect(other == nil)
    }
    // The last of them may be readable only after that poll.
    let next = schedule.next(after: look)
    #expect(next?.delay == .milliseconds(10))
  }

  @Test func aWriteAfterTheLastCheckRestartsTheSchedule() throws {
    var schedule = PollingSchedule()
    var look = schedule.noteWrite()
    while let due = look { look = schedule.next(after: due) }
    look = schedule.noteWrite()
    #expect(look?.delay == .milliseconds(10))
  }
}
