// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import GalleryReplay
import PageStorage

/// The command `thumbnail-strip store verify`, which checks that the data is as it was stored.
struct StoreVerifyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Read everything, and report damage.",
    discussion: HelpText.storeVerify
  )

  @OptionGroup var options: StoreOptions

  @Flag(help: "Also decode all images, and mark damaged ones.")
  var decode = false

  @OptionGroup var limiting: LimitOptions

  @Flag(help: "Print JSON, one object per line.")
  var json = false

  func validate() throws {
    _ = try options.location
  }

  func run() async throws {
    let location = try options.location
    try await location.perform(access, limits: limiting.limits) { store, session in
      let progress = GrowingProgress(unit: "originals", session.messages)
      defer { progress.clear() }
      let report = try await store.verify(decoding: decode) {
        progress.update(done: $0, total: $1)
      }
      progress.clear()
      var lines = JSONWriter()
      for (problem, place) in report.problems.inNaturalOrder(in: location) {
        session.reporter.report(problem.problem, at: place)
        lines.line(problem.problem, path: place)
      }
      if report.unlistedProblemCount > 0 {
        session.reporter.note(
          "\(report.unlistedProblemCount) more problems are counted, but not listed.",
          at: location.namedPath)
      }
      lines.line(report)
      guard !json else { return try session.output.write(lines.bytes) }
      try session.tell(Array((Self.summary(of: report) + "\n").utf8))
    }
  }

  /// The access to the store, which must be writable to record results.
  private var access: PageStoreConfiguration.Access {
    get throws {
      try decode && options.location.isWritable() ? .readWrite : .readOnly
    }
  }

  private static func summary(of report: VerificationReport) -> String {
    let pages = report.pageCount == 1 ? "1 page" : "\(report.pageCount) pages"
    let originals =
      report.originalCount == 1 ? "1 original" : "\(report.originalCount) originals"
    let count = report.problemCount
    let verdict = count == 0 ? "all sound" : count == 1 ? "1 problem" : "\(count) problems"
    return "\(pages), \(originals): \(verdict)" + images(of: report)
  }

  /// Returns a description of the images whose bytes are as they were stored.
  private static func images(of report: VerificationReport) -> String {
    switch report.damagedImageCount {
    case 0: ""
    case 1: "; the image of 1 page is damaged"
    case let count: "; the images of \(count) pages are damaged"
    }
  }
}

extension [VerificationReport.Problem] {
  /// Returns the problems with their subjects, in the natural order of these: page-5 before page-45.
  func inNaturalOrder(in store: StoreLocation) -> [(problem: Element, place: Path)] {
    map { ($0, Path($0.place(in: store))) }
      .sorted { NaturalOrder.areInIncreasingOrder($0.place.bytes, $1.place.bytes) }
  }
}

extension VerificationReport.Problem {
  /// Returns the subject of the problem.
  func place(in store: StoreLocation) -> String {
    switch self {
    case .original(let page, _), .page(let page), .metadata(let page), .image(let page, _),
      .unreadable(let page, _, _):
      StoreName.page(page)
    case .order(let document), .document(let document): StoreName.document(document)
    case .orphan(let path), .records(let path): path
    case .catalog, .missingIndex, .lostChanges, .receipt:
      store.isServed ? "database" : StoreFileNames.catalog
    }
  }

  /// The problem as an error of a command.
  var problem: Problem {
    switch self {
    case .original(_, let digest): .store(.corrupted(.original(digest)))
    case .unreadable(_, _, let errno): .store(.io(operation: "read", errno: errno))
    case .page(let page): .store(.corrupted(.page(page)))
    case .metadata(let page): .store(.corrupted(.metadata(page)))
    case .receipt(let number): .store(.corrupted(.receipt(number: number)))
    case .order(let document): .store(.corrupted(.order(document)))
    case .document(let document): .store(.corrupted(.document(document)))
    case .orphan: .damage("The file does not belong to a page.")
    case .records(let path): .store(.corrupted(.records(path: path)))
    case .lostChanges: .store(.corrupted(.lostChanges))
    case .image(_, let message): .damage(message)
    case .catalog(let message): .store(.corrupted(.catalog(message: message)))
    case .missingIndex(let name, let statement): .missingIndex(name: name, statement: statement)
    }
  }
}

extension JSONWriter {
  /// Writes the counts of a verification on a line of its own.
  fileprivate mutating func line(_ report: VerificationReport) {
    object { json in
      json.key("pageCount")
      json.value(report.pageCount)
      json.key("originalCount")
      json.value(report.originalCount)
      json.key("damagedImageCount")
      json.value(report.damagedImageCount)
      json.key("problemCount")
      json.value(report.problemCount)
    }
    finishLine()
  }
}
