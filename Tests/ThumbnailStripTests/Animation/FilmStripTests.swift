// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import PageImaging
import Testing

@testable import StripCommands

/// Still images of moments of an animation.
struct FilmStripTests {
  private let example: AnimationExample

  init() throws { example = try AnimationExample() }

  private func strip(_ moments: String) throws -> Bitmap {
    let outcome = try example.workspace.program.run(
      "animate", "scans", "--script", "a.jsonl", "-o", "a.png", "--fps", "20", "--moments", moments)
    #expect(outcome == Program.Outcome(output: "", errors: "", status: 0))
    return try ImageDecoder.decode(ByteSource(try example.workspace.bytes("a.png"))).bitmap
  }

  @Test func momentsStandSideBySide() throws {
    let strip = try strip("0,0.21,0.3,0.45")
    let times = [0, 200, 300, 450].map { Duration.milliseconds($0) }
    #expect(strip.size == PixelSize(width: 4 * 60 + 3 * FilmStripSink.gap, height: 86))
    for (place, time) in times.enumerated() {
      let frame = try example.expectedFrame(at: time, scale: 1)
      let left = place * (60 + FilmStripSink.gap)
      #expect(strip.part(left: left, width: 60) == frame)
    }
    let white = Array(repeating: UInt8(255), count: 3 * FilmStripSink.gap * 86)
    #expect(strip.part(left: 60, width: FilmStripSink.gap) == white)
  }

  @Test func momentsAfterTheEndShowTheLastFrame() throws {
    let strip = try strip("50,59")
    let frame = try example.expectedFrame(at: .seconds(3), scale: 1)
    #expect(strip.part(left: 0, width: 60) == frame)
    #expect(strip.part(left: 60 + FilmStripSink.gap, width: 60) == frame)
  }

  /// The other frames are not drawn.
  @Test func framesBetweenMomentsAreNotNeeded() {
    let sink = FilmStripSink(-1, wanted: [0, 4, 4, 20, 99], frameCount: 10, colorBits: 8)
    #expect((0..<12).filter(sink.needs) == [0, 4, 9])
  }

  @Test(arguments: [
    "", "x", "1,", "1,1", "2,1", "-1", "nan", "inf", "61", "0,1,2,3,4,5,6,7,8,9,10,11,12",
  ])
  func badMomentsAreRefused(moments: String) throws {
    let outcome = try example.workspace.program.run(
      "animate", "scans", "--script", "a.jsonl", "-o", "a.png", "--moments=\(moments)")
    #expect(outcome.status == 64)
  }

  @Test func momentsAreNoVideo() throws {
    let outcome = try example.workspace.program.run(
      "animate", "scans", "--script", "a.jsonl", "-o", "-", "--moments", "1")
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains("--moments makes a PNG"))
  }
}

extension Bitmap {
  /// The red, green and blue values of some columns.
  fileprivate func part(left: Int, width: Int) -> [UInt8] {
    let colors = colors
    var part: [UInt8] = []
    for row in 0..<size.height {
      let start = 3 * (row * size.width + left)
      part += colors[start..<start + 3 * width]
    }
    return part
  }
}
