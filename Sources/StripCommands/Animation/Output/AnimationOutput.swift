// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import GallerySystem
import PageImaging
import StripRendering

/// A writer for the frames of an animation.
struct AnimationOutput {
  /// The files that must not be overwritten.
  let inputs: [InputFile]

  let size: PixelSize
  let framesPerSecond: Int
  let frameCount: Int

  /// The bits per color channel of an animated PNG.
  let colorBits: Int

  /// The times of the frames of a still image, in seconds, ascending; `nil` for an animation.
  let frameTimes: [Double]?

  /// Writes an animation whose frames are drawn by `draw`.
  func write(
    to destination: AnimationDestination, _ session: inout CommandSession,
    draw: (inout any FrameSink, inout CommandSession) throws -> Void
  ) throws {
    switch destination {
    case .file(let path):
      try writeFile(path, &session, draw)
    case .standardOutput:
      var sink: any FrameSink = VideoSink(
        session.output, size: size, framesPerSecond: framesPerSecond)
      try draw(&sink, &session)
    }
  }

  private func writeFile(
    _ path: Path, _ session: inout CommandSession,
    _ draw: (inout any FrameSink, inout CommandSession) throws -> Void
  ) throws {
    var inputs = InputGuard(inputs)
    guard !inputs.isInput(path) else { throw PathProblem(problem: .outputIsInput, path: path) }
    try StoreLocation.requireOutside(path.folder)
    TemporaryFiles.shared.removeAtTermination()
    do {
      let file = try UnfinishedFile(for: path)
      do {
        var sink = makeSink(file)
        try draw(&sink, &session)
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

  private func makeSink(_ file: UnfinishedFile) -> any FrameSink {
    if let frameTimes {
      let wanted = frameTimes.map { Int(($0 * Double(framesPerSecond)).rounded()) }
      return FilmStripSink(
        file.descriptor, wanted: wanted, frameCount: frameCount, colorBits: colorBits)
    }
    return AnimatedPNGSink(
      file.descriptor, size: size, framesPerSecond: framesPerSecond, colorBits: colorBits)
  }

  /// Reports the warnings about decoded pages.
  static func report(
    _ warnings: [(PageImageCache.Warning, Path)], _ session: inout CommandSession
  ) {
    for (remark, path) in warnings {
      switch remark {
      case .problem(let problem): session.reporter.report(problem, at: path)
      case .damage(let warningCount):
        session.reporter.note(DamageNote.text(warningCount: warningCount), at: path)
      }
    }
  }

  /// Runs `body` and translates its errors into those of the command line.
  static func translatingErrors<Result>(
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
