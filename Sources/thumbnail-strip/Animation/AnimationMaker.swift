// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import GalleryModel
import PageImaging
import StripRendering

/// Draws the frames of an animation and takes them where they go.
struct AnimationMaker {
  let plan: AnimationPlan
  let renderer: FrameRenderer
  let framesPerSecond: Int

  /// The bits of a color in an animated PNG.
  let colorBits: Int

  /// The script, which must not be written over.
  let script: AnimationScript

  /// Makes the animation.
  func make(_ destination: AnimationDestination, session: inout CommandSession) throws {
    let size = try translatingErrors { () throws(StripRenderingError) in
      try renderer.pixelSize(of: plan.canvasSize)
    }
    if !plan.pages.isEmpty { try session.requireReachablePage(plan.pages) }
    for refusal in plan.refusals {
      session.reporter.note(refusal.reason, at: script.path, line: refusal.line)
    }
    switch destination {
    case .file(let path):
      try makeFile(path, size: size, &session)
    case .standardOutput:
      let sink = VideoSink(session.output, size: size, framesPerSecond: framesPerSecond)
      try draw(into: sink, &session)
    }
  }

  private func makeFile(_ path: Path, size: PixelSize, _ session: inout CommandSession) throws {
    var inputs = InputGuard(plan.pages + [InputFile(path: script.path, origin: .named)])
    guard !inputs.isInput(path) else { throw PathProblem(problem: .outputIsInput, path: path) }
    TemporaryFiles.shared.removeAtTermination()
    do {
      let file = try UnfinishedFile(for: path)
      do {
        let sink = AnimatedPNGSink(
          file.descriptor, size: size, framesPerSecond: framesPerSecond, colorBits: colorBits)
        try draw(into: sink, &session)
      } catch {
        file.discard()
        throw error
      }
      try file.finish()
    } catch let error as SystemError {
      throw PathProblem(problem: .system(error), path: path)
    } catch let error as ImagingError {
      throw PathProblem(problem: .unencodable(error), path: path)
    } catch let problem as Problem where problem.concernsOutput {
      throw PathProblem(problem: problem, path: path)
    }
  }

  private func draw(into sink: some FrameSink, _ session: inout CommandSession) throws {
    var (sink, player, frame) = (sink, plan.player, GalleryFrame())
    var last: (frame: GalleryFrame, bitmap: Bitmap)?
    let pictures = PagePictures(plan, renderer: renderer)
    session.reporter.progress = ProgressBar(total: plan.frameCount, unit: "frames")
    defer { session.reporter.progress?.clear() }
    var count = 0
    while player.next(&frame) {
      // Only what is shown counts: a frame at another time may look the same.
      frame.time = .zero
      let bitmap =
        if let last, last.frame == frame { last.bitmap } else { try bitmap(of: frame, pictures) }
      last = (frame, bitmap)
      report(pictures.takeRemarks(), &session)
      try sink.add(bitmap)
      count += 1
      session.reporter.progress?.update(done: count)
    }
    try sink.finish()
  }

  private func bitmap(of frame: GalleryFrame, _ pictures: PagePictures) throws -> Bitmap {
    try translatingErrors { () throws(StripRenderingError) in
      try renderer.bitmap(
        of: frame, canvasSize: plan.canvasSize, picture: pictures.picture)
    }
  }

  private func report(
    _ remarks: [(PagePictures.Remark, Path)], _ session: inout CommandSession
  ) {
    for (remark, path) in remarks {
      switch remark {
      case .problem(let problem): session.reporter.report(problem, at: path)
      case .damage(let warningCount):
        session.reporter.note(DamageNote.text(warningCount: warningCount), at: path)
      }
    }
  }

  private func translatingErrors<Result>(
    _ body: () throws(StripRenderingError) -> Result
  ) throws(Problem) -> Result {
    do {
      return try body()
    } catch .imaging(let cause) {
      throw .page(cause)
    } catch {
      throw .usage(error.description)
    }
  }
}
