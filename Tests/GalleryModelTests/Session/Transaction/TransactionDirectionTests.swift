// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import GalleryTestSupport
import Testing

/// A change is symmetric in all directions, at every stage.
struct TransactionDirectionTests {
  /// The outcome of a change, and a time in milliseconds.
  struct Case: Sendable, CustomStringConvertible {
    var stage: UpdateStage
    var time: Int
    var answer: CommitAnswer? = .success
    var description: String { "\(stage) at \(time)" }
  }

  private static let failure = CommitAnswer.failure(.sourceFailed(code: 1))

  /// The host is called after 450 ms.
  ///
  /// A rollback takes 300 ms, and then 150 ms.
  static let cases: [Case] = [
    Case(stage: .collapse, time: 0), Case(stage: .collapse, time: 50),
    Case(stage: .close, time: 150), Case(stage: .close, time: 180),
    Case(stage: .close, time: 300), Case(stage: .close, time: 440),
    Case(stage: .waiting, time: 450, answer: nil), Case(stage: .waiting, time: 10_000, answer: nil),
    Case(stage: .grow, time: 450), Case(stage: .grow, time: 500), Case(stage: .none, time: 600),
    Case(stage: .rollback, time: 460, answer: failure),
    Case(stage: .rollback, time: 600, answer: failure),
    Case(stage: .rollback, time: 720, answer: failure),
    Case(stage: .rollback, time: 800, answer: failure),
    Case(stage: .none, time: 900, answer: failure),
  ]

  @Test(arguments: cases, 0..<6)
  func mirroredGalleryIsTheMirrorImage(test: Case, active: Int) throws {
    let example = GalleryExample(activeIndex: active)
    var mirrored = example
    mirrored.configuration.direction = .rightToLeft

    let frame = try Self.frame(of: example, test)
    let other = try Self.frame(of: mirrored, test)

    #expect(frame.stage == test.stage)
    #expect(frame.strip.count >= 2)
    #expect(other == frame.mirrored)
  }

  @Test(arguments: cases, 0..<6)
  func verticalGalleryIsTheTranspose(test: Case, active: Int) throws {
    let example = GalleryExample(activeIndex: active)
    var vertical = example
    vertical.configuration.axis = .vertical
    vertical.viewport = example.viewport.transposed
    vertical.aspectRatios = example.aspectRatios.map { $0.map { 1 / $0 } }

    let frame = try Self.frame(of: example, test)
    let other = try Self.frame(of: vertical, test)

    #expect(other.isApproximately(frame.transposed, tolerance: 1e-9))
  }

  /// A deletion, a move and an insertion, and half of their rollback if the host refuses them.
  private static func frame(of example: GalleryExample, _ test: Case) throws -> GalleryFrame {
    var session = try example.session()
    session.enqueue(
      .batch([.delete(.index(1)), .move(.index(0), to: 3), .insert(Page(id: 900), at: 2)]),
      at: .zero)
    let time = Duration.milliseconds(test.time)
    _ = session.advance(to: time)
    if let answer = test.answer, let id = session.waitingTransaction {
      session.resolveCommit(id, answer, at: session.time)
    }
    _ = session.advance(to: time)
    return session.frame(at: time)
  }
}
