// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryModel
import GalleryTestSupport
import PageImaging
import StripRendering
import Testing

@testable import StripCommands

/// Animations of small galleries, compared with frames that are drawn individually.
struct AnimateTests {
  private let example: AnimationExample

  init() throws { example = try AnimationExample() }

  @Test(arguments: [(1.0, 30), (1.5, 10)])
  func everyFrameIsWhatTheGalleryShows(scale: Double, fps: Int) throws {
    let outcome = try example.workspace.program.run(
      "animate", "scans", "--script", "a.jsonl", "-o", "a.png", "--scale", "\(scale)", "--fps",
      "\(fps)")

    #expect(outcome == Program.Outcome(output: "", errors: "", status: 0))
    let reader = try example.reader("a.png")
    #expect(reader.width == Int(60 * scale) && reader.height == Int(86 * scale))
    #expect(reader.playCount == 0)
    var number = 0
    for (frame, picture) in zip(reader.frames, try example.pictures(reader)) {
      let time = Duration.nanoseconds(number * 1_000_000_000 / fps)
      #expect(picture == (try example.expectedFrame(at: time, scale: scale)))
      #expect(frame.ticksPerSecond == fps)
      number += frame.delay
    }
    // Nothing moves before the drag, and the swipe ends within a second.
    #expect(reader.frames.first?.delay ?? 0 > fps / 10)
    #expect((Int(0.3 * Double(fps))...2 * fps).contains(number))
  }

  @Test(arguments: ["rtl", "vertical"])
  func directionAndAxisAreThoseOfTheScript(kind: String) throws {
    var configuration = GalleryConfiguration()
    let member: String
    if kind == "rtl" {
      configuration.direction = .rightToLeft
      member = #", "direction": "rtl""#
    } else {
      configuration.axis = .vertical
      member = #", "axis": "vertical""#
    }
    try example.workspace.add("b.jsonl", AnimationExample.script.replacing("AXIS", with: member))

    let outcome = try example.workspace.program.run(
      "animate", "scans", "--script", "b.jsonl", "-o", "b.apng", "--fps", "20")

    #expect(outcome.status == 0)
    let reader = try example.reader("b.apng")
    var number = 0
    for (frame, picture) in zip(reader.frames, try example.pictures(reader)) {
      let time = Duration.milliseconds(50 * number)
      #expect(
        picture == (try example.expectedFrame(at: time, scale: 1, configuration: configuration)))
      number += frame.delay
    }
  }

  @Test func fewerBitsAreRounded() throws {
    let outcome = try example.workspace.program.run(
      "animate", "scans", "--script", "a.jsonl", "-o", "a.png", "--color-bits", "3")

    #expect(outcome.status == 0)
    let picture = try #require(try example.pictures(try example.reader("a.png")).first)
    let levels = Set((0...7).map { UInt8((Double($0) * 255 / 7).rounded()) })
    #expect(Set(picture).isSubset(of: levels))
  }

  @Test func backgroundIsBehindThePages() throws {
    let outcome = try example.workspace.program.run(
      "animate", "scans", "--script", "a.jsonl", "-o", "a.png", "--background", "#f00")

    #expect(outcome.status == 0)
    let picture = try #require(try example.pictures(try example.reader("a.png")).first)
    #expect(Array(picture.prefix(3)) == [255, 0, 0])
  }

  @Test func videoHasAllFrames() throws {
    let process = example.workspace.program.makeProcess(
      ["animate", "scans", "--script", "a.jsonl", "-o", "-", "--fps", "10"])
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let bytes = Array(try output.fileHandleForReading.readToEnd() ?? Data())
    process.waitUntilExit()
    _ = try example.workspace.program.run(
      "animate", "scans", "--script", "a.jsonl", "-o", "a.png", "--fps", "10")

    let header = Array("YUV4MPEG2 W60 H86 F10:1 Ip A1:1 C444 XCOLORRANGE=LIMITED\n".utf8)
    let count = try example.reader("a.png").frames.map(\.delay).reduce(0, +)
    #expect(bytes.starts(with: header))
    #expect(bytes.count == header.count + count * (6 + 3 * 60 * 86))
    for frame in 0..<count {
      let start = header.count + frame * (6 + 3 * 60 * 86)
      #expect(bytes[start..<start + 6].elementsEqual("FRAME\n".utf8))
    }
    let first = try example.expectedFrame(at: .zero, scale: 1).prefix(3).map(Int.init)
    let luminance = 16 + (66 * first[0] + 129 * first[1] + 25 * first[2] + 128) / 256
    #expect(abs(Int(bytes[header.count + 6]) - luminance) <= 1)
  }
}
