// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import GalleryModel
import PageImaging
import StripRendering

/// The command `thumbnail-strip render`, which draws an image of a strip.
struct RenderCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "render",
    abstract: "Draw the thumbnail strip of a document. The default command.",
    discussion: HelpText.render
  )

  @OptionGroup var inputs: InputOptions

  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp("The picture, .png or .jpg.", valueName: "file"),
    completion: .file())
  var output: PathArgument?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The active page: first, last or a number from 1.", valueName: "page"))
  var active = ActivePage.first

  @Option(
    parsing: .unconditional, help: "The width in points. (default: 640, or the terminal)")
  var width: Double?

  @Option(parsing: .unconditional, help: "The height in points.")
  var height = 66.0

  @Option(parsing: .unconditional, help: "The pixels per point of a picture.")
  var scale = 2.0

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The background: #RGB, #RRGGBB, black, dimgray, gray, silver, whitesmoke or white. "
        + "(default: #D5D5DA)", valueName: "color"))
  var background: ColorArgument?

  @Flag(help: "Print the cells as JSON instead of drawing them.")
  var layout = false

  func validate() throws {
    for (name, value) in [("--width", width ?? 1), ("--height", height), ("--scale", scale)] {
      guard value > 0, value.isFinite else {
        throw ValidationError("\(name) must be a positive number.")
      }
    }
    guard !layout || output == nil else {
      throw ValidationError("--layout prints JSON instead of a picture: leave out -o.")
    }
    // A missing input is a more helpful message than a missing destination.
    if !inputs.areMissing { _ = try destination() }
    try inputs.list.requireList(in: inputs.input)
  }

  func run() async throws {
    try await inputs.perform { session in
      let pages = try await inputs.pages()
      if inputs.areMissing { try session.requireReachablePage(pages) }
      let destination = try destination()
      let plan = try StripPlan(
        pages: pages, activeIndex: try activeIndex(pageCount: pages.count),
        frame: destination.frame(width: width, height: height, scale: scale))
      try await StripMaker(plan: plan, renderer: renderer(for: plan))
        .make(destination, session: &session)
      await pages.rememberDamage()
    }
  }

  private func destination() throws -> StripDestination {
    try StripDestination(
      output: output?.path, isLayout: layout)
  }

  private func activeIndex(pageCount: Int) throws -> Int {
    guard let index = active.index(pageCount: pageCount) else {
      let pages = pageCount == 1 ? "is 1 page" : "are \(pageCount) pages"
      throw Problem.usage("There is no page \(active): there \(pages).")
    }
    return index
  }

  private func renderer(for plan: StripPlan) -> StripRenderer {
    StripRenderer(
      scale: plan.frame.scale,
      backgroundColor: background?.color ?? StripRenderer.defaultBackgroundColor)
  }
}
