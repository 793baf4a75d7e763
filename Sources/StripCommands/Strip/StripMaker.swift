// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import GalleryModel
import GalleryReplay
import GallerySystem
import PageImaging
import StripRendering

/// A renderer that decodes the visible pages of a strip, draws it and writes it to its destination.
struct StripMaker {
  let plan: StripPlan
  let renderer: StripRenderer

  // High enough to keep text sharp; the files are small anyway.
  private static let jpegQuality = 90

  /// Makes the strip.
  func make(_ destination: StripDestination, session: inout CommandSession) async throws {
    try session.requireReachablePage(plan.pages)
    switch destination {
    case .layout:
      try session.output.write(layout(&session))
    case .terminal:
      try session.output.write(Self.text(of: await bitmap(&session)))
    case .file(let path, let format):
      try requireNoInput(at: path)
      try StoreLocation.requireOutside(path.folder)
      TemporaryFiles.shared.removeAtTermination()
      let bitmap = try await bitmap(&session)
      try write(bitmap, to: path, format)
    }
  }

  /// Returns the image in a form that the terminal can show.
  private static func text(of bitmap: Bitmap) -> [UInt8] {
    TerminalKind.isDumb || TerminalKind.hasNoColors
      ? ASCIIShading.text(of: bitmap) : HalfBlocks.text(of: bitmap)
  }

  private func requireNoInput(at path: Path) throws {
    var inputs = InputGuard(plan.pages.files)
    guard inputs.isInput(path) else { return }
    throw PathProblem(problem: .outputIsInput, path: path)
  }

  // MARK: - Layout

  private func layout(_ session: inout CommandSession) -> [UInt8] {
    let cells = plan.cells.map { attributes in
      LayoutCell(
        attributes: attributes, path: plan.pages[attributes.index].path,
        aspectRatio: aspectRatio(at: attributes.index, &session))
    }
    var json = JSONWriter()
    json.layout(
      viewportSize: plan.frame.viewportSize, itemCount: plan.pages.count,
      activeIndex: plan.activeIndex, cells: cells)
    return json.bytes
  }

  private func aspectRatio(at index: Int, _ session: inout CommandSession) -> Double? {
    let page = plan.pages[index]
    do {
      return try page.header().aspectRatio
    } catch {
      session.reporter.report(error, at: page.path)
      return nil
    }
  }

  // MARK: - Image

  private func bitmap(_ session: inout CommandSession) async throws -> Bitmap {
    do {
      // Check the size of the strip before decoding pages for it.
      _ = try renderer.pixelSize(of: plan.frame.viewportSize)
      let cells = try await decodedCells(&session)
      return try renderer.bitmap(of: cells, viewportSize: plan.frame.viewportSize)
    } catch let error as StripRenderingError {
      if case .imaging(let cause) = error { throw Problem.page(cause) }
      throw Problem.usage(error.description)
    }
  }

  private func decodedCells(_ session: inout CommandSession) async throws -> [StripItem] {
    let work = try plan.cells.map { attributes in
      CellTask(
        page: plan.pages[attributes.index], size: try renderer.pixelRect(of: attributes).size)
    }
    var cells: [StripItem] = []
    session.startProgress(total: work.count)
    try await OrderedWork(jobs: SystemCalls.processorCount).run(work) {
      $0.perform()
    } receive: {
      index, result in
      let picture = report(result, of: work[index].page, to: &session)
      cells.append(StripItem(attributes: plan.cells[index], picture: picture))
      session.reporter.progress?.update(done: index + 1)
    }
    session.reporter.progress?.clear()
    return cells
  }

  private func report(
    _ result: Result<DecodedImage?, Problem>, of page: InputFile, to session: inout CommandSession
  ) -> Bitmap? {
    switch result {
    case .success(let image):
      if let image, image.isDamaged {
        session.reporter.note(
          DamageNote.text(warningCount: image.warningCount), at: page.path)
      }
      return image?.bitmap
    case .failure(let problem):
      session.reporter.report(problem, at: page.path)
      return nil
    }
  }

  private func write(_ bitmap: Bitmap, to path: Path, _ format: ThumbnailFormat) throws {
    do {
      let bytes = try bitmap.encoded(as: format.encoding(quality: Self.jpegQuality))
      try OutputFile.write(bytes, to: path)
    } catch let problem as Problem {
      throw PathProblem(problem: problem, path: path)
    } catch let error as ImagingError {
      throw PathProblem(problem: .unencodable(error), path: path)
    }
  }
}

/// A page to decode for a cell.
private struct CellTask: Sendable {
  let page: InputFile
  let size: PixelSize

  /// Decodes the page at exactly the size of its cell; `nil` if the cell covers no pixel.
  func perform() -> Result<DecodedImage?, Problem> {
    guard size.pixelCount > 0 else { return .success(nil) }
    return Result { () throws(Problem) in
      try page.decode(DecodingOptions(target: .fill(size), allowsUpscaling: true))
    }
  }
}
