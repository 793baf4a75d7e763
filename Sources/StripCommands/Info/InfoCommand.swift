// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import GalleryReplay
import PageImaging

/// The command `thumbnail-strip info`, which prints the headers of pages.
struct InfoCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "info",
    abstract: "Show the sizes, orientation and aspect ratio of pages.",
    discussion: HelpText.info
  )

  @OptionGroup var inputs: InputOptions

  @Flag(help: "Print JSON, one object per line.")
  var json = false

  /// The number of objects whose headers are read at the same time.
  private static let requestLimit = 16

  func validate() throws {
    try inputs.list.requireList(in: inputs.input)
  }

  func run() async throws {
    try await inputs.perform { session in
      var report = InfoReport(isJSON: json)
      let files = try await inputs.files()
      if files.includeObjects {
        try await OrderedAsyncWork(jobs: Self.requestLimit).run(Array(files)) { file in
          (file, await InfoReport.facts(ofObjectOrFile: file))
        } receive: { file, facts in
          try report.add(file, facts, to: &session)
        }
      } else {
        for file in files { try report.add(file, InfoReport.facts(of: file), to: &session) }
      }
      try report.finish(files.noPages, &session)
    }
  }
}

/// A report with the header facts of each file.
struct InfoReport {
  private let isJSON: Bool
  private var table = InfoTable()
  private var json = JSONWriter()
  private var isEmpty = true

  init(isJSON: Bool) {
    self.isJSON = isJSON
  }

  /// Adds one file, unless it was found in a folder and is not a page.
  ///
  /// The header is read without checking the signature first: most files are pages, and a separate
  /// check would open every file twice.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - facts: What ``facts(of:)`` returns for it.
  ///   - session: The command's session.
  /// - Throws: `OutputError` if the output cannot be written.
  mutating func add(
    _ file: InputFile, _ facts: Result<PageFacts, Problem>?, to session: inout CommandSession
  ) throws(OutputError) {
    guard let facts else { return }
    switch facts {
    case .success(let facts):
      if isJSON {
        json.line(facts, of: file)
      } else {
        for note in facts.notes { session.reporter.note(note.description, at: file.path) }
        table.add(facts, path: file.path)
      }
    case .failure(let problem):
      session.reporter.report(problem, at: file.path)
      if isJSON { json.line(problem, of: file) }
    }
    isEmpty = false
    try session.output.write(json.bytes)
    json.removeAll()
    // Objects may take long, and a program that reads this may be waiting for the line.
    if isJSON, case .remote = file.origin { try session.output.flush() }
  }

  /// Reads the header of a page in an object store, or of any other one.
  static func facts(ofObjectOrFile file: InputFile) async -> Result<PageFacts, Problem>? {
    guard case .remote(let remote) = file.origin else { return facts(of: file) }
    do throws(Problem) {
      return .success(try await remote.header(file.limits))
    } catch {
      return .failure(error)
    }
  }

  /// Reads the header of a page; returns `nil` if the file was found in a folder and is not a page.
  static func facts(of file: InputFile) -> Result<PageFacts, Problem>? {
    let facts = Result { () throws(Problem) in try file.header() }
    guard case .failure(let problem) = facts else { return facts }
    guard let page = file.asPage() else { return nil }
    return .failure(page.failure.map(Problem.input) ?? problem)
  }

  /// Writes the output that depends on the last file.
  ///
  /// - Parameters:
  ///   - noPages: The problem to report if there was no page.
  ///   - session: The command's session.
  /// - Throws: `OutputError` if the output cannot be written.
  func finish(_ noPages: Problem, _ session: inout CommandSession) throws(OutputError) {
    if isEmpty { session.reporter.report(noPages, at: nil) }
    try session.output.write(Array(table.text.utf8))
  }
}
