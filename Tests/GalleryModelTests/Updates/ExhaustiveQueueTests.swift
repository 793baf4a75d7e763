// SPDX-License-Identifier: Apache-2.0

import GalleryTestSupport
import Testing

@testable import GalleryModel

/// All programs of up to three requests over up to three pages.
struct ExhaustiveQueueTests {
  @Test func upToTwoRequestsInAllCourses() {
    withEvery("count", in: 0...3) { count in
      for first in edits(count, name: 10, spaces: [.presented]) {
        check(count, [first], courses: 0..<QueueScenario.count)
        for second in edits(count, name: 11) {
          check(count, [first, second], courses: 0..<QueueScenario.count)
        }
      }
    }
  }

  @Test func threeRequestsInTurningCourses() {
    var course = 0
    withEvery("count", in: 0...3) { count in
      for first in edits(count, name: 10, spaces: [.presented]) {
        for second in edits(count, name: 11) {
          for third in edits(count, name: 12) {
            // The number of edits is coprime to that of the courses.
            course = (course + 1) % QueueScenario.count
            check(count, [first, second, third], courses: course..<course + 1)
          }
        }
      }
    }
  }

  private func check(_ count: Int, _ edits: [PageEdit], courses: Range<Int>) {
    for course in courses {
      let program = QueueScenario.program(course, count: count, edits.map { .edit($0) })
      let difference = QueueRun.difference(in: program)
      #expect(difference == nil, "\(program)")
    }
  }

  /// All edits, including those with an index one past the end.
  private func edits(
    _ count: Int, name: UInt64, spaces: [IndexSpace] = IndexSpace.allCases
  ) -> [PageEdit] {
    spaces.flatMap { space -> [PageEdit] in
      let limit = space == .presented ? count : count + 1
      let deletions = (0..<limit).map { PageEdit.delete(.index($0, in: space)) }
      let page = Page(id: PageID(name))
      let insertions = (0...limit).map { PageEdit.insert(page, at: $0, in: space) }
      let moves = (0..<limit).flatMap { source in
        (0..<limit).map { PageEdit.move(.index(source, in: space), to: $0, in: space) }
      }
      return deletions + insertions + moves + [.replace(.index(0, in: space), with: nil)]
    }
  }
}

/// A sequence in which requests begin and end.
enum QueueScenario {
  static let count = 13

  static func program(
    _ course: Int, count: Int, _ requests: [UpdateRequest]
  ) -> QueueProgram {
    let accepts = requests.map { QueueProgram.Call.accept($0) }
    let policy: UpdateConfiguration.Policy = course == 12 ? .serial : .coalesce
    return QueueProgram(
      count: count, configuration: UpdateConfiguration(policy: policy),
      calls: calls(course, accepts: accepts))
  }

  private static func calls(_ course: Int, accepts: [QueueProgram.Call]) -> [QueueProgram.Call] {
    let rest = Array(accepts.dropFirst())
    let one: [QueueProgram.Call] = [.begin, .commit, .finish]
    let failing: [QueueProgram.Call] = [.begin, .fail, .finish]
    switch course {
    case 0: return accepts
    case 1: return [accepts[0], .begin] + rest
    case 2: return accepts + failing
    case 3: return accepts + failing + failing + one + one
    case 4: return accepts + failing + one + failing + one
    case 5: return accepts + failing + one + one + failing
    case 6: return accepts + [.cancel(number: 1, isStoppable: true)]
    case 7: return accepts + [.cancel(number: 2, isStoppable: true)]
    case 8: return accepts + [.begin, .cancel(number: 3, isStoppable: true)]
    case 9: return [accepts[0], .begin] + rest + [.fail]
    case 10: return [accepts[0], .begin] + rest + [.cancel(number: 1, isStoppable: true)]
    case 11: return [accepts[0], .begin, .commit] + rest + [.finish, .begin, .fail]
    default: return accepts + one + failing
    }
  }
}
