// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import GalleryReplay

/// A player that runs a script on a gallery and shows frames at regular intervals.
///
/// A copy plays the same frames again.
struct AnimationPlayer {
  /// A call that the gallery refused because it came too late or because the queue was full.
  struct RefusedCall {
    /// The reason as one sentence.
    let reason: String
    let line: Int
  }

  private var gallery: ReplayedGallery

  /// The path of the script.
  private let path: Path

  private var steps: ArraySlice<AnimationScript.Step>
  private let end: Duration
  private let framesPerSecond: Int
  private var frameNumber = 0
  private var isOver = false

  /// The calls that were refused so far.
  private(set) var refusals: [RefusedCall] = []

  /// Creates the gallery of a script.
  ///
  /// - Throws: `ScriptProblem` if the gallery is invalid.
  init(_ script: AnimationScript, framesPerSecond: Int) throws(ScriptProblem) {
    do throws(ScriptMistake) {
      gallery = try ReplayedGallery(script.gallery)
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
    gallery.advance(to: time)
    gallery.session.frame(at: time, into: &frame)
    let isResting = steps.isEmpty && time >= end && gallery.isResting
    isOver = isResting || frameNumber >= AnimationScript.longestSeconds * framesPerSecond
    frameNumber += 1
    return true
  }

  private mutating func perform(_ step: AnimationScript.Step) throws(ScriptProblem) {
    do throws(ScriptMistake) {
      let refusal = try gallery.perform(step.call)
      gallery.advance(to: step.call.time.duration)
      guard let refusal = refusal ?? gallery.rejection else { return }
      guard !refusal.isMistake else { throw ScriptMistake(refusal.reason) }
      refusals.append(RefusedCall(reason: refusal.reason, line: step.line))
    } catch {
      throw ScriptProblem(mistake: error, path: path, line: step.line)
    }
  }
}
