// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import StripRendering

/// A built-in script.
///
/// Each one is written in the script language; a new demo needs a new entry in ``all``.
struct DemoScript: Sendable {
  /// The name on the command line.
  let name: String

  /// Writes the calls of the script, in order.
  private let play: @Sendable (inout DemoWriter) -> Void

  /// All scripts, in the order in which messages list them.
  static let all = [
    DemoScript(name: "scroll") { script in
      let turns = min(2, script.stage.pageCount - 1)
      for turn in 0..<max(1, turns) {
        script.swipe(
          "preview", from: 0.4 + Double(turn) * 0.9, lasting: 0.22,
          by: -0.45 * script.stage.width, velocity: -900)
      }
      let far = Double(min(8, script.stage.pageCount))
      script.swipe("strip", from: 2.4, lasting: 0.25, by: -60, velocity: -74 * far)
      script.call("goTo", at: 4.6, ["index": "0"])
      script.call("advance", at: 5.6)
    },
    DemoScript(name: "delete") { script in
      let last = script.stage.pageCount - 1
      script.call("goTo", at: 0.4, ["index": "\(min(2, last))"])
      script.call("deleteActive", at: 1.3)
      if last >= 1 { script.call("deleteActive", at: 2.1) }
      if last >= 2 { script.call("delete", at: 3, ["index": "0"]) }
      script.call("advance", at: 4)
    },
    DemoScript(name: "move") { script in
      let last = script.stage.pageCount - 1
      script.call("goTo", at: 0.4, ["index": "\(min(2, last))"])
      script.call("move", at: 1.3, ["index": "0", "to": "\(min(4, last))"])
      script.call("move", at: 2.3, ["index": "\(min(1, last))", "to": "\(min(4, last))"])
      script.call("advance", at: 3.4)
    },
    DemoScript(name: "rotate") { script in
      let far = Double(min(9, script.stage.pageCount))
      script.swipe("strip", from: 0.4, lasting: 0.25, by: -60, velocity: -74 * far)
      script.turn(from: 1, lasting: 0.4, toLandscape: true)
      script.swipe(
        "preview", from: 2.4, lasting: 0.2, by: 0.4 * script.stage.height, velocity: 900)
      script.turn(from: 3.5, lasting: 0.4, toLandscape: false)
      script.call("advance", at: 4.8)
    },
  ]

  /// Returns the lines of the script.
  func lines(_ stage: DemoStage) -> [String] {
    var writer = DemoWriter(stage)
    if stage.pageCount > 0 { play(&writer) }
    return writer.lines
  }
}

/// The content of an animation without a script.
enum Demo: ExpressibleByArgument, Sendable {
  /// A script that drives a gallery.
  case script(DemoScript)
  /// A demo of another model.
  case scene(SceneDemoName)

  init?(argument: String) {
    if let script = DemoScript.all.first(where: { $0.name == argument }) {
      self = .script(script)
    } else if let name = SceneDemoName(rawValue: argument) {
      self = .scene(name)
    } else {
      return nil
    }
  }

  static var allValueStrings: [String] {
    DemoScript.all.map(\.name) + SceneDemoName.allCases.map(\.rawValue)
  }
}

/// The layout of a demo: portrait, with the strip below the preview.
struct DemoStage: Sendable {
  let pageCount: Int
  let width: Double
  let height: Double

  /// The height of the strip.
  static let stripHeight = 66.0

  /// The height of everything except the preview.
  static let lowerHeight = stripHeight + 2 * FrameRenderer.defaultSurfaceSpacing

  /// Returns the keys of a viewport rotated from portrait (`turned` = 0) to landscape (`turned` =
  /// 1).
  fileprivate func viewport(turned: Double) -> KeyValuePairs<String, String> {
    let width = self.width + (height - self.width) * turned
    let height = self.height + (self.width - self.height) * turned
    return [
      "preview": "[\(width), \(height - Self.lowerHeight)]",
      "strip": "[\(width), \(Self.stripHeight)]",
    ]
  }
}

/// A writer for the lines of a demo script.
struct DemoWriter {
  let stage: DemoStage

  /// The lines so far; the first one creates the gallery.
  private(set) var lines: [String]

  // The sampling rate of touches, equal to the usual refresh rate of a screen.
  private static let stepsPerSecond = 60.0

  fileprivate init(_ stage: DemoStage) {
    self.stage = stage
    let pages = (0..<stage.pageCount).map { "{\"id\": \($0)}" }.joined(separator: ", ")
    let viewport = Self.members(stage.viewport(turned: 0))
    lines = ["{\"gallery\": {\"pages\": [\(pages)], \"viewport\": {\(viewport)}}}"]
  }

  /// Adds a call.
  mutating func call(
    _ name: String, at time: Double, _ arguments: KeyValuePairs<String, String> = [:]
  ) {
    let members = arguments.isEmpty ? "" : ", " + Self.members(arguments)
    lines.append("{\"at\": \(time), \"call\": \"\(name)\"\(members)}")
  }

  /// Adds a swipe: a finger that accelerates and lifts.
  mutating func swipe(
    _ surface: String, from start: Double, lasting duration: Double, by distance: Double,
    velocity: Double
  ) {
    call("beginDrag", at: start, ["surface": "\"\(surface)\""])
    forEachStep(from: start, lasting: duration) { script, time, progress in
      script.call("drag", at: time, ["translation": "\(distance * progress * progress)"])
    }
    call("endDrag", at: start + duration, ["velocity": "\(velocity)"])
  }

  /// Adds a rotation of the device.
  mutating func turn(from start: Double, lasting duration: Double, toLandscape: Bool) {
    forEachStep(from: start, lasting: duration) { script, time, progress in
      let eased = progress * progress * (3 - 2 * progress)
      let viewport = script.stage.viewport(turned: toLandscape ? eased : 1 - eased)
      script.call("setViewport", at: time, viewport)
    }
  }

  private func steps(in duration: Double) -> Int {
    max(1, Int((duration * Self.stepsPerSecond).rounded()))
  }

  private mutating func forEachStep(
    from start: Double, lasting duration: Double,
    _ body: (inout DemoWriter, _ time: Double, _ progress: Double) -> Void
  ) {
    let count = steps(in: duration)
    for step in 1...count {
      let progress = Double(step) / Double(count)
      body(&self, start + duration * progress, progress)
    }
  }

  private static func members(_ values: KeyValuePairs<String, String>) -> String {
    values.map { "\"\($0.key)\": \($0.value)" }.joined(separator: ", ")
  }
}
