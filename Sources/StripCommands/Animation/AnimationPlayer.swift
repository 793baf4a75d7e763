// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import GalleryReplay

/// A player that runs a script on a gallery and shows frames at regular intervals.
///
/// A copy plays the same frames again.
struct AnimationPlayer {
  /// A call that the gallery refused because it came too late or because the queue was full.
  struct Refusal {
    /// The reason as one sentence.
    let reason: String
    let line: Int
  }

  private var host: ReplayHost

  /// The path of the script.
  private let path: Path

  /// Receives what a replay would print.
  private var printer = ReplayPrinter(format: .text)

  private var steps: ArraySlice<AnimationScript.Step>
  private let end: Duration
  private let framesPerSecond: Int
  private var frameNumber = 0
  private var isOver = false

  /// The calls that were refused so far.
  private(set) var refusals: [Refusal] = []

  /// Creates the gallery of a script.
  ///
  /// - Throws: `ScriptProblem` if the gallery is invalid.
  init(_ script: AnimationScript, framesPerSecond: Int) throws(ScriptProblem) {
    do throws(ScriptMistake) {
      host = ReplayHost(try script.gallery.makeSession())
    } catch {
      throw ScriptProblem(mistake: error, path: script.path, line: script.galleryLine)
    }
    path = script.path
    self.framesPerSecond = framesPerSecond
    steps = script.steps[...]
    end = script.steps.last?.call.time.duration ?? .zero
  }

  /// Writes the next frame, unless the animation is over.
  ///
  /// The animation ends at the first frame after the last call at which nothing moves anymore, and
  /// at the latest after the maximum length of an animation.
  ///
  /// - Returns: Whether there was a frame.
  /// - Throws: `ScriptProblem` if a call asks for something impossible.
  mutating func next(_ frame: inout GalleryFrame) throws(ScriptProblem) -> Bool {
    guard !isOver else { return false }
    let time = Duration.nanoseconds(frameNumber * 1_000_000_000 / framesPerSecond)
    while let step = steps.first, step.call.time.duration <= time {
      try perform(step)
      steps.removeFirst()
    }
    host.letTimePass(to: time, &printer)
    printer.removeAll()
    host.session.frame(at: time, into: &frame)
    let isResting = steps.isEmpty && time >= end && host.isResting
    isOver = isResting || frameNumber >= AnimationScript.longestSeconds * framesPerSecond
    frameNumber += 1
    return true
  }

  private mutating func perform(_ step: AnimationScript.Step) throws(ScriptProblem) {
    do throws(ScriptMistake) {
      guard let refusal = try host.play(step.call, &printer) ?? host.rejection else { return }
      guard !refusal.isMistake else { throw ScriptMistake(refusal.reason) }
      refusals.append(Refusal(reason: refusal.reason, line: step.line))
    } catch {
      throw ScriptProblem(mistake: error, path: path, line: step.line)
    }
  }
}
