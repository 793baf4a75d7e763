// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import GalleryTestSupport
import Testing

/// Known frames of galleries whose pages change.
struct TransactionVectorTests {
  struct Vector: Sendable, CustomStringConvertible {
    var name: String
    var active: Int
    var request: UpdateRequest
    /// Milliseconds, and the centers of the pages by index.
    var frames: [(Int, [Int: Double])]
    var endPosition: Double
    var description: String { name }
  }

  private static let square = Page(id: 900, size: try? PageShape(aspectRatio: 1))

  static let vectors: [Vector] = [
    Vector(
      name: "delete the active page", active: 1, request: .delete(.index(1)),
      frames: [
        (75, [0: 107.5, 1: 187.5, 2: 267.5, 3: 304.5, 4: 341.5]),
        (150, [0: 107.5, 2: 267.5, 3: 304.5]),
        (225, [0: 120.5829, 2: 227.5, 3: 272.9171, 4: 309.9171, 5: 346.9171]),
        (300, [0: 133.6657, 1: 187.5, 2: 241.3343, 3: 278.3343, 4: 315.3343]),
      ], endPosition: 1),
    Vector(
      name: "delete the last page", active: 5, request: .delete(.index(5)),
      frames: [
        (225, [2: 15.7, 3: 52.7, 4: 89.75]),
        (300, [0: 39.4, 1: 76.4, 2: 113.4, 3: 150.4, 4: 187.5]),
      ], endPosition: 4),
    Vector(
      name: "delete before the active page", active: 3, request: .delete(.index(0)),
      frames: [
        (225, [1: 76.0011, 2: 113.0011, 3: 187.5, 4: 261.9989, 5: 298.9989]),
        (300, [2: 187.5, 3: 261.9989]),
      ], endPosition: 2),
    Vector(
      name: "delete two", active: 1,
      request: .batch([.delete(.index(1)), .delete(.index(2))]),
      frames: [
        (225, [0: 110.2506, 3: 246, 4: 301.7495, 5: 338.7495]),
        (300, [0: 113.0011, 1: 187.5, 2: 261.9989, 3: 298.9989]),
      ], endPosition: 1),
    Vector(
      name: "insert before", active: 3, request: .insert(square, at: 1),
      frames: [
        (0, [0: 39.0011]), (75, [0: 20.5011, 1: 76.0011, 3: 187.5]),
        (150, [0: 2.0011, 4: 187.5]), (300, [0: 2.0011, 4: 187.5]),
      ], endPosition: 4),
    Vector(
      name: "insert after", active: 3, request: .insert(square, at: 4),
      frames: [
        (75, [3: 187.5, 4: 280.4989, 5: 317.4989]),
        (225, [3: 187.5, 4: 261.9989, 5: 298.9989, 6: 335.9989]),
        (300, [4: 261.9989]),
      ], endPosition: 3),
    Vector(
      name: "move across the active page", active: 2, request: .move(.index(0), to: 4),
      frames: [
        (150, [0: 206, 1: 133.6657, 2: 187.5, 3: 241.3343, 4: 278.3343, 5: 333.8343]),
        (300, [4: 315.3343, 0: 133.6657, 1: 187.5, 2: 241.3343, 3: 278.3343, 5: 352.3343]),
      ], endPosition: 1),
    Vector(
      name: "move the active page", active: 2, request: .move(.index(2), to: 4),
      frames: [
        (150, [0: 59.6657, 1: 96.6657, 2: 187.5, 3: 169, 4: 206, 5: 278.3343]),
        (300, [0: 22.6657, 1: 59.6657, 4: 187.5, 2: 96.6657, 3: 133.6657, 5: 241.3343]),
      ], endPosition: 4),
  ]

  @Test(arguments: vectors)
  func frameIsTheKnownOne(vector: Vector) throws {
    var example = GalleryExample(activeIndex: vector.active)
    example.aspectRatios = StripCase.document
    var session = try example.session()
    var source = ArraySource(pages: example.pages)
    session.enqueue(vector.request, at: .zero)

    for (milliseconds, centers) in vector.frames {
      let time = Duration.milliseconds(milliseconds)
      _ = try session.advance(to: time, source: &source)
      let frame = session.frame(at: time)
      for (index, center) in centers {
        let found = try #require(frame.strip.first { $0.index == index }?.center.x)
        #expect(found.isApproximately(center, tolerance: 6e-5), "page \(index) at \(milliseconds)")
      }
    }
    _ = try session.advance(to: .seconds(2), source: &source)
    #expect(session.frame(at: .seconds(2)).position == vector.endPosition)
    #expect(session.pageIDs == source.pages.map(\.id))
    #expect(!session.frame(at: .seconds(2)).isAnimating)
  }
}
