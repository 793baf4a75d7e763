// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import GalleryModel
import StripRendering

/// The command `thumbnail-strip animate`, which draws an animated gallery.
struct AnimateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "animate",
    abstract: "Draw a scripted gallery as an animation.",
    discussion: HelpText.animate
  )

  @OptionGroup var inputs: InputOptions

  @Option(help: "A script as for replay, or '-' for standard input.", completion: .file())
  var script: PathArgument?

  @Option(help: "A built-in script.")
  var demo: Demo?

  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp(
      "The animation, .png or .apng; '-' for raw video.",
      valueName: "file"), completion: .file())
  var output: PathArgument

  @Option(parsing: .unconditional, help: "Frames per second, 1 to 60.")
  var fps = 30

  @Option(parsing: .unconditional, help: "Pixels per point.")
  var scale = 1.0

  @Option(parsing: .unconditional, help: "The width of a demo in points. (default: 360)")
  var width: Double?

  @Option(
    parsing: .unconditional,
    help: "The height with the strip in points. (default: 584)")
  var height: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The background, as for render. (default: #D5D5DA)", valueName: "color"))
  var background: ColorArgument?

  @Option(parsing: .unconditional, help: "The bits per color of a PNG, 3 to 8. (default: 8)")
  var colorBits: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Draw a still picture of these seconds, side by side.",
      valueName: "times"))
  var moments: FrameTimesArgument?

  // The size at which an A4 page fills the preview.
  private static let defaultWidth = 360.0
  private static let defaultHeight = 584.0

  func validate() throws {
    try require(script != nil || demo != nil, "Either --script or --demo must be given.")
    try require(script == nil || demo == nil, "--script and --demo are mutually exclusive.")
    try require((1...60).contains(fps), "--fps must be in 1...60.")
    try require((3...8).contains(colorBits ?? 8), "--color-bits must be in 3...8.")
    try require(scale > 0 && scale.isFinite, "--scale must be a positive number.")
    let least = DemoStage.lowerHeight
    for (name, value) in [("--width", width), ("--height", height)] {
      try require(
        value.map { $0 > least && $0.isFinite } ?? true,
        "\(name) must be more than \(Int(least)): the strip needs this height.")
    }
    try require(
      script == nil || (width == nil && height == nil),
      "--width and --height are for --demo; a script has its own viewport.")
    try inputs.list.requireList(in: inputs.input)
    let standardInput = Path.standardInput
    try require(
      scriptPath != standardInput
        || !inputs.input.flatMap(\.paths).contains(standardInput),
      InputOptions.onlyOneStandardInput)
    let destination = try destination()
    try require(
      colorBits == nil || destination != .standardOutput,
      "--color-bits is for a PNG; a video encoder reduces colors itself.")
    try require(
      moments == nil || destination != .standardOutput,
      "--moments makes a PNG: give its path instead of '-'.")
  }

  private func require(_ condition: Bool, _ message: String) throws {
    guard condition else { throw ValidationError(message) }
  }

  func run() async throws {
    let destination = try destination()
    try await inputs.perform { session in
      do {
        let pages = try await inputs.pages()
        if case .scene(let name) = demo {
          return try sceneMaker(name, pages).make(destination, session: &session)
        }
        let script = try loadScript(pageCount: pages.count)
        let plan = try AnimationPlan(script, inputs: pages, framesPerSecond: fps) {
          renderer(axis: $1).size(of: $0)
        }
        let maker = AnimationMaker(
          plan: plan, renderer: renderer(axis: plan.axis), framesPerSecond: fps,
          colorBits: colorBits ?? 8, frameTimes: moments?.seconds, script: script)
        try maker.make(destination, session: &session)
        await pages.rememberDamage()
      } catch let problem as ScriptProblem {
        session.reporter.report(problem)
      }
    }
  }

  private func destination() throws -> AnimationDestination {
    try AnimationDestination(output: output.path)
  }

  private var scriptPath: Path? { script?.path }

  private func loadScript(pageCount: Int) throws -> AnimationScript {
    guard case .script(let demo) = demo else {
      return try AnimationScript(scriptPath ?? Path(""))
    }
    let stage = DemoStage(
      pageCount: pageCount, width: width ?? Self.defaultWidth,
      height: height ?? Self.defaultHeight)
    return try AnimationScript(name: "--demo \(demo.name)", lines: demo.lines(stage))
  }

  private func sceneMaker(_ name: SceneDemoName, _ pages: InputPages) -> SceneMaker {
    SceneMaker(
      demo: name, pages: pages,
      size: Size(width: width ?? Self.defaultWidth, height: height ?? Self.defaultHeight),
      renderer: SceneRenderer(
        scale: scale,
        backgroundColor: background?.color ?? StripRenderer.defaultBackgroundColor),
      framesPerSecond: fps, colorBits: colorBits ?? 8, frameTimes: moments?.seconds)
  }

  private func renderer(axis: Axis) -> FrameRenderer {
    FrameRenderer(
      scale: scale, axis: axis,
      backgroundColor: background?.color ?? StripRenderer.defaultBackgroundColor)
  }
}
