// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import GalleryReplay

/// Plays a script on a gallery and shows it at even times.
///
/// A copy plays the same again.
struct AnimationPlayer {
  /// A call that the gallery refused because it came too late, or too many waited.
  struct Refusal {
    /// One sentence.
    let reason: String
    let line: Int
  }

  private var host: ReplayHost

  /// The name of the script.
  private let path: Path

  /// Takes what a replay would print.
  private var printer = ReplayPrinter(format: .text)

  private var steps: ArraySlice<AnimationScript.Step>
  private let end: Duration
  private let framesPerSecond: Int
  private var frameNumber = 0
  private var isOver = false

  /// The calls that were refused so far.
  private(set) var refusals: [Refusal] = []

  /// Sets the gallery of a script up.
  ///
  /// - Throws: `ScriptProblem` if there is no such gallery.
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
  /// It is over at the first frame after the last call at which nothing moves any more, and after
  /// the longest time that an animation has.
  ///
  /// - Returns: Whether there was a frame.
  /// - Throws: `ScriptProblem` if a call asks for what can never be.
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
