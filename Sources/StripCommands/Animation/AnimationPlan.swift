// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import GalleryReplay
import StripRendering

/// What an animation will show, known before anything is drawn.
struct AnimationPlan {
  /// The pages in the order of the script, first those at the beginning.
  let pages: [InputFile]

  /// The names that the script has for them; there may be more if inputs are missing.
  let pageIDs: [PageID]

  /// The gallery at its beginning.
  let player: AnimationPlayer

  /// The scroll axis.
  let axis: Axis

  /// The number of frames.
  let frameCount: Int

  /// The room for all frames, in points.
  let canvasSize: Size

  /// The calls that the gallery refuses.
  let refusals: [AnimationPlayer.Refusal]

  /// Plays a script without drawing it.
  ///
  /// - Throws: `Problem.usage` if there are fewer inputs than pages in the script, `ScriptProblem`
  ///   if there is no such gallery, or if the script asks for what can never be.
  init(
    _ script: AnimationScript, inputs: some Collection<InputFile>, framesPerSecond: Int,
    sizeOfGallery: (GalleryViewport, Axis) -> Size
  ) throws {
    let count = script.gallery.pages.count
    guard inputs.count >= count else {
      throw Problem.usage(
        "The script shows \(count) pages, but the inputs have \(inputs.count).")
    }
    pageIDs = script.pageIDs
    pages = Array(inputs.prefix(pageIDs.count))
    axis = script.gallery.configuration.axis
    var script = script
    script.adoptShapes(of: pages)
    player = try AnimationPlayer(script, framesPerSecond: framesPerSecond)
    var rehearsal = player
    var frame = GalleryFrame()
    var (frameCount, canvasSize) = (0, Size.zero)
    while try rehearsal.next(&frame) {
      frameCount += 1
      let size = sizeOfGallery(frame.viewport, axis)
      canvasSize.width = max(canvasSize.width, size.width)
      canvasSize.height = max(canvasSize.height, size.height)
    }
    self.frameCount = frameCount
    self.canvasSize = canvasSize
    refusals = rehearsal.refusals
  }
}

extension PagePictures {
  /// Creates the images of an animation.
  convenience init(_ plan: AnimationPlan, renderer: FrameRenderer, byteLimit: Int = byteLimit) {
    self.init(
      pages: Dictionary(zip(plan.pageIDs, plan.pages)) { first, _ in first },
      placeholder: renderer.placeholder, byteLimit: byteLimit)
  }
}
