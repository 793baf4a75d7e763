// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import GalleryReplay
import StripRendering

/// The content of an animation, determined before anything is drawn.
struct AnimationPlan {
  /// The pages in the order of the script, starting with those of the initial gallery.
  let pages: [InputFile]

  /// The IDs of the pages in the script; there are more IDs than pages if inputs are missing.
  let pageIDs: [PageID]

  /// The gallery in its initial state.
  let player: AnimationPlayer

  /// The scroll axis.
  let axis: Axis

  /// The number of frames.
  let frameCount: Int

  /// The size that fits all frames, in points.
  let canvasSize: Size

  /// The calls that the gallery refuses.
  let refusals: [AnimationPlayer.RefusedCall]

  /// Plays a script without drawing it.
  ///
  /// - Throws: `Problem.usage` if there are fewer inputs than pages in the script, `ScriptProblem`
  ///   if the gallery is invalid or the script asks for something impossible.
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

extension PageImageCache {
  /// Creates the image cache of an animation.
  convenience init(_ plan: AnimationPlan, renderer: FrameRenderer, byteLimit: Int = byteLimit) {
    self.init(
      pages: Dictionary(zip(plan.pageIDs, plan.pages)) { first, _ in first },
      placeholder: renderer.placeholder, byteLimit: byteLimit)
  }
}
