// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import GalleryTestSupport
import Testing

/// A change of the viewport affects neither the position nor the times of a change.
struct TransactionViewportTests {
  private static let request = UpdateRequest.batch([
    .delete(.index(2)), .insert(Page(id: 900), at: 5), .replace(.index(3), with: nil),
  ])

  /// A time at which nothing is visible for a while, and one at which the change is in progress.
  @Test(
    arguments: [
      (50, UpdateStage.collapse), (200, .close), (290, .close), (300, .grow), (350, .grow),
      (420, .grow),
    ])
  func noAreaDoesNotDisturb(time: Int, stage: UpdateStage) throws {
    try expectNoDisturbance(at: time, stage, answer: nil, end: 440)
  }

  /// The gap opens again until 450 ms, and then the deleted page grows until 600 ms.
  @Test(arguments: [300, 310, 400, 440, 470, 580])
  func noAreaDoesNotDisturbARollback(time: Int) throws {
    try expectNoDisturbance(at: time, .rollback, answer: .sourceFailed(code: 1), end: 599)
  }

  private func expectNoDisturbance(
    at time: Int, _ stage: UpdateStage, answer: UpdateError?, end: Int
  ) throws {
    let example = GalleryExample(activeIndex: 2)
    var session = try example.session()
    var source = ArraySource(pages: example.pages, answers: [answer])
    var (calm, other) = (session, source)
    session.enqueue(Self.request, at: .zero)
    calm.enqueue(Self.request, at: .zero)

    _ = try session.advance(to: .milliseconds(time), source: &source)
    try session.setViewport(.zero, at: .milliseconds(time))
    let empty = session.frame(at: .milliseconds(time))
    #expect(empty.strip.isEmpty && empty.preview.isEmpty)
    #expect(empty.stage == stage)
    _ = try session.advance(to: .milliseconds(time + 15), source: &source)
    try session.setViewport(example.viewport, at: .milliseconds(time + 15))

    _ = try calm.advance(to: .milliseconds(end), source: &other)
    _ = try session.advance(to: .milliseconds(end), source: &source)
    #expect(calm.frame(at: .milliseconds(end)).isAnimating)
    #expect(session.frame(at: .milliseconds(end)) == calm.frame(at: .milliseconds(end)))
    _ = try calm.advance(to: .seconds(2), source: &other)
    _ = try session.advance(to: .seconds(2), source: &source)
    #expect(session.frame(at: .seconds(2)) == calm.frame(at: .seconds(2)))
  }
}
