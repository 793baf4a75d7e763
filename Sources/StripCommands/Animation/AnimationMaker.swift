// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import GalleryModel
import PageImaging
import StripRendering

/// A renderer that draws the frames of an animation and writes them to their destination.
struct AnimationMaker {
  let plan: AnimationPlan
  let renderer: FrameRenderer
  let framesPerSecond: Int

  /// The bits per color channel of an animated PNG.
  let colorBits: Int

  /// The times of the frames of a still image, in seconds, ascending; `nil` for an animation.
  let frameTimes: [Double]?

  /// The script, whose file must not be overwritten.
  let script: AnimationScript

  /// Makes the animation.
  func make(_ destination: AnimationDestination, session: inout CommandSession) throws {
    let size = try AnimationOutput.translatingErrors { () throws(StripRenderingError) in
      try renderer.pixelSize(of: plan.canvasSize)
    }
    if !plan.pages.isEmpty { try session.requireReachablePage(plan.pages) }
    for refusal in plan.refusals {
      session.reporter.note(refusal.reason, at: script.path, line: refusal.line)
    }
    let files = plan.pages.filter { $0.stored == nil }
    let output = AnimationOutput(
      inputs: files + [InputFile(path: script.path, origin: .named)], size: size,
      framesPerSecond: framesPerSecond, frameCount: plan.frameCount, colorBits: colorBits,
      frameTimes: frameTimes)
    try output.write(to: destination, &session) { sink, session in
      try draw(into: &sink, &session)
    }
  }

  private func draw(into sink: inout any FrameSink, _ session: inout CommandSession) throws {
    var (player, frame) = (plan.player, GalleryFrame())
    var last: (frame: GalleryFrame, bitmap: Bitmap)?
    let pictures = PageImageCache(plan, renderer: renderer)
    session.startProgress(total: plan.frameCount, unit: "frames")
    defer { session.reporter.progress?.clear() }
    var count = 0
    while try player.next(&frame) {
      defer {
        count += 1
        session.reporter.progress?.update(done: count)
      }
      guard sink.needs(count) else { continue }
      // Compare only what is shown: a frame at another time may look the same.
      frame.time = .zero
      let bitmap =
        if let last, last.frame == frame { last.bitmap } else { try bitmap(of: frame, pictures) }
      last = (frame, bitmap)
      AnimationOutput.report(pictures.takeWarnings(), &session)
      try sink.add(bitmap)
    }
    try sink.finish()
  }

  private func bitmap(of frame: GalleryFrame, _ pictures: PageImageCache) throws -> Bitmap {
    try AnimationOutput.translatingErrors { () throws(StripRenderingError) in
      try renderer.bitmap(
        of: frame, canvasSize: plan.canvasSize, picture: pictures.picture)
    }
  }
}
