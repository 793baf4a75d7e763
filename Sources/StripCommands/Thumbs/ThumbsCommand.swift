// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import GalleryModel
import GallerySystem
import PageImaging
import PageStorage

/// The command `thumbnail-strip thumbs`, which makes one thumbnail per page.
struct ThumbsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "thumbs",
    // Otherwise ArgumentParser first checks for a completion-script request.
    _superCommandName: "thumbnail-strip",
    abstract: "Make one thumbnail for each page.",
    discussion: HelpText.thumbs
  )

  @OptionGroup var inputs: InputOptions

  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp("The folder for the thumbnails.", valueName: "dir"), completion: .directory)
  var output: PathArgument

  @Option(
    parsing: .unconditional,
    help: "The height in pixels. (default: 132)")
  var height: Int?

  @Option(parsing: .unconditional, help: "The longer side in pixels instead of the height.")
  var longSide: Int?

  @Option(help: "The format of the thumbnails.")
  var format = ThumbnailFormat.jpeg

  @Option(parsing: .unconditional, help: "The JPEG quality, 1 to 100. (default: 80)")
  var quality: Int?

  @Option(
    parsing: .unconditional,
    help: "The number of parallel jobs. (default: all cores)")
  var jobs: Int?

  @Flag(help: "Use the thumbnail inside a camera's JPEG if it fits.")
  var embedded = false

  @Flag(help: "Reject damaged pages.")
  var strict = false

  @Flag(help: "Also make thumbnails that are up to date.")
  var force = false

  @Flag(help: "Replace images that are no thumbnails of this program.")
  var overwrite = false

  @Flag(help: "Print JSON, one object per line.")
  var json = false

  // 66 points, the default height of a strip, at two pixels per point.
  private static let defaultHeight = 132
  private static let defaultQuality = 80

  func validate() throws {
    try Self.require(
      height == nil || longSide == nil, "--height and --long-side are mutually exclusive.")
    try Self.require(
      (height ?? longSide ?? 1) >= 1, "The side of a thumbnail must be at least 1 pixel.")
    try Self.require(
      (height ?? longSide ?? 1) <= Self.longestSide,
      "The side of a thumbnail must be at most \(Self.longestSide) pixels.")
    try Self.require((1...100).contains(quality ?? 1), "--quality must be in 1...100.")
    try Self.require(quality == nil || format == .jpeg, "--quality is for --format jpeg.")
    try Self.require((jobs ?? 1) >= 1, "--jobs must be at least 1.")
    try Self.require(!output.isEmpty, "--output needs a folder.")
    try Self.require(
      !output.isStandardStream, "--output needs a folder; write './-' for a folder named '-'.")
    if json { try inputs.list.requireList(in: inputs.input) }
  }

  // The limit of JPEG and libjpeg; a page too wide for its height gets a lower thumbnail.
  private static let longestSide = 65_500

  // The largest blocks of ordinary pages are those of interlaced images, of 9 MB.
  private static let keptByteCount: Int32 = 16 << 20

  private static func require(_ condition: Bool, _ message: String) throws {
    guard condition else { throw ValidationError(message) }
  }

  func run() async throws {
    try await inputs.perform { session in
      let pages = try await inputs.pages(.readOnlyKeepingThumbnails)
      var maker = try maker(of: pages, &session)
      let jobs = jobs ?? SystemCalls.processorCount
      if pages.includeObjects {
        try await maker.runWithObjects(OrderedAsyncWork(jobs: jobs), &session)
      } else {
        try await maker.run(OrderedWork(jobs: jobs), &session)
      }
      await pages.rememberDamage()
    }
  }

  /// Whether the work is a single thumbnail or sequential, and all pages are files.
  ///
  /// A list on standard input may contain objects, and an input may be one.
  var needsOneThread: Bool {
    inputs.document == nil
      && !inputs.input.contains {
        $0.isStandardStream || $0.paths.contains(where: \.isObjectLocation)
      }
      && (jobs == 1 || inputs.isOneFile)
  }

  /// Makes the thumbnails sequentially.
  ///
  /// - Precondition: ``needsOneThread``.
  func runOnThisThread() throws {
    try CommandRun.perform(inputs.messages) { session in
      var maker = try maker(of: inputs.namedPages(), &session)
      try maker.runOnThisThread(&session)
    }
  }

  private func maker(
    of pages: InputPages, _ session: inout CommandSession
  ) throws -> ThumbnailWriter {
    session.output.isDispensable = true
    let maker = try ThumbnailWriter(
      pages: pages, folder: folder, settings: settings,
      options: .init(
        fileExtension: format.fileExtension, isForced: force, replacesFiles: overwrite,
        isJSON: json,
        list: inputs.list))
    try maker.makeFolder()
    TemporaryFiles.shared.removeAtTermination()
    ThisProcess.keepFreedMemory(Self.keptByteCount)
    return maker
  }

  private var folder: Path { output.path }

  /// The box that a thumbnail must fit into.
  private var target: PixelSize {
    if let longSide { return PixelSize(width: longSide, height: longSide) }
    return PixelSize(width: Self.longestSide, height: height ?? Self.defaultHeight)
  }

  private var settings: ThumbnailSettings {
    ThumbnailSettings(
      options: DecodingOptions(
        target: .fit(target), limits: inputs.limits,
        damagePolicy: strict ? .strict : .tolerant, allowsEmbeddedThumbnail: embedded),
      encoding: format.encoding(quality: quality ?? Self.defaultQuality))
  }
}
