// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import GalleryModel
import GalleryReplay
import PageImaging
import PageStorage

/// The command `thumbnail-strip store describe`, which prints and changes the metadata of pages.
struct StoreDescribeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "describe",
    abstract: "Print or change the metadata of pages.",
    discussion: HelpText.storeDescribe
  )

  @OptionGroup var options: StoreOptions

  @OptionGroup var pages: RequiredPageOptions

  @Option(parsing: .unconditional, help: "The original file name.")
  var fileName: String?

  @Option(parsing: .unconditional, help: "The source of the pages.")
  var source: String?

  @Option(
    help: ArgumentHelp(
      "The time of capture, such as 2024-05-01T10:30:00+02:00; the time zone is optional.",
      valueName: "time"))
  var captured: String?

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("A custom field. Repeatable.", valueName: "key=value"))
  var set: [String] = []

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("A custom field to remove. Repeatable.", valueName: "key"))
  var unset: [String] = []

  @Flag(help: "Print JSON, one object per line.")
  var json = false

  func validate() throws {
    _ = try change
  }

  /// The changes given by the options; an empty text removes a field.
  private var change: MetadataChange {
    get throws {
      var change = MetadataChange()
      change.fileName = try fileName.map { try text(of: $0, option: "--file-name") }
      change.source = try source.map { try text(of: $0, option: "--source") }
      if let captured, !captured.isEmpty {
        guard let time = CaptureTime(captured) else {
          throw ValidationError(
            "'\(captured)' is not a time; write it as 2024-05-01T10:30:00+02:00.")
        }
        change.captured = .some(time)
      } else if captured != nil {
        change.captured = .some(nil)
      }
      for word in set {
        let pair = try text(of: word, option: "--set")
        guard let sign = pair.firstIndex(of: "="), sign != pair.startIndex else {
          throw ValidationError("--set needs KEY=VALUE.")
        }
        change.fields[String(pair[..<sign])] = .some(String(pair[pair.index(after: sign)...]))
      }
      for word in unset { change.fields[try text(of: word, option: "--unset")] = .some(nil) }
      return change
    }
  }

  func run() async throws {
    let (ids, change) = (try pages.ids(), try change)
    // Without a change, the store is opened read-only.
    try await options.location.perform(change.isEmpty ? .readOnly : .readWrite) { store, session in
      var found: [PageID: PageMetadata]
      if change.isEmpty {
        found = try await store.metadata(of: ids)
      } else {
        found = try await Self.update(ids, change, in: store)
      }
      for id in ids { try print(id, found[id] ?? PageMetadata(), &session) }
    }
  }

  /// Changes the metadata of pages.
  ///
  /// - Throws: `Problem.usage` if the given metadata are too long.
  private static func update(
    _ ids: [PageID], _ change: MetadataChange, in store: PageStore
  ) async throws -> [PageID: PageMetadata] {
    do throws(PageStoreError) {
      return try await store.updateMetadata(of: ids) { change.apply(to: &$0) }
    } catch {
      guard case .limitExceeded(.pageMetadataByteCount, _, _) = error else { throw error }
      throw Problem.usage(error.description)
    }
  }

  private func print(
    _ page: PageID, _ metadata: PageMetadata, _ session: inout CommandSession
  ) throws {
    var line = JSONWriter()
    if json {
      line.object { json in
        json.key("page")
        json.value(page.rawValue)
        json.key("metadata")
        json.value(metadata)
      }
      line.finishLine()
      return try session.output.write(line.bytes)
    }
    try session.output.write(
      Array(([StoreName.page(page)] + metadata.words).joined(separator: "  ").utf8) + [0x0A])
  }
}

/// A change of metadata; `nil` leaves a value unchanged.
struct MetadataChange: Sendable {
  var fileName: String?
  var source: String?
  var captured: CaptureTime??
  /// The new texts by field; `nil` removes a field.
  var fields: [String: String?] = [:]

  var isEmpty: Bool {
    fileName == nil && source == nil && captured == nil && fields.isEmpty
  }

  func apply(to metadata: inout PageMetadata) {
    if let fileName { metadata.fileName = fileName.isEmpty ? nil : fileName }
    if let source { metadata.source = source.isEmpty ? nil : source }
    if let captured { metadata.captured = captured }
    for (key, value) in fields { metadata.fields[key] = value }
  }
}

extension PageMetadata {
  /// A human-readable description of the known metadata.
  fileprivate var words: [String] {
    let known = [
      ("file", fileName), ("source", source), ("captured", captured?.description),
    ].compactMap { name, text in text.map { (name, $0) } }
    let own = fields.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    return (known + own).map { "\(Path($0.0).displayText)=\(Path($0.1).displayText)" }
  }
}
