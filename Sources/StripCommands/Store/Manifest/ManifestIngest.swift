// SPDX-License-Identifier: Apache-2.0

import PageStorage

/// An operation that recreates the documents of a manifest.
struct ManifestIngest {
  let store: PageStore
  let location: StoreLocation
  let policy: UnreadablePagePolicy
  let isJSON: Bool
  /// The maximum size of the manifest in bytes.
  let byteCountLimit: Int

  /// Ingests everything; invalid entries are reported and do not affect the others.
  ///
  /// - Parameters:
  ///   - path: The manifest.
  ///   - session: The session that receives the reports.
  /// - Throws: `PathProblem` if there is no manifest, and the errors that stop an ingest.
  func run(_ path: Path, _ session: inout CommandSession) async throws {
    let manifest = try Manifest(reading: path, byteCountLimit: byteCountLimit)
    for problem in manifest.problems { try report(problem, &session) }
    for document in manifest.documents {
      try await take(withoutWatch(document, &session), &session)
    }
    guard manifest.isComplete else {
      let words =
        "The manifest is not complete: pages, documents or metadata could not be"
        + " exported. Export the store again if possible."
      return try report(PathProblem(problem: .damage(words), path: path), &session)
    }
  }

  /// Removes the metadata that marks a document as that of a watched folder.
  ///
  /// The mark belongs to another store, perhaps on another machine. Here, a watch of that folder
  /// would add pages to this document, possibly instead of the document that the folder already
  /// has.
  private func withoutWatch(
    _ document: Manifest.Document, _ session: inout CommandSession
  ) -> Manifest.Document {
    var document = document
    document.metadata[WatchMetadata.arrivalKey] = nil
    guard let folder = document.metadata.removeValue(forKey: WatchMetadata.folderKey) else {
      return document
    }
    session.reporter.note(
      "The document belonged to the watched folder '\(Path(folder).displayText)', but not in this"
        + " store; use 'watch --document' to continue it.", at: document.place)
    return document
  }

  private func take(
    _ document: Manifest.Document, _ session: inout CommandSession
  ) async throws {
    let count = document.metadata.reduce(document.title.utf8.count) {
      $0 + $1.key.utf8.count + $1.value.utf8.count
    }
    let limit = PageStore.maximumMetadataByteCount
    guard count <= limit else {
      let error = PageStoreError.limitExceeded(.metadataByteCount, found: count, allowed: limit)
      return try report(PathProblem(problem: Problem(error), path: document.place), &session)
    }
    guard !document.pages.isEmpty else {
      let document = try await store.createDocument(
        title: document.title, metadata: document.metadata)
      return try session.announce(document, isJSON: isJSON)
    }
    var sources: [IngestSource] = []
    for page in document.pages {
      switch page {
      case .page(let file): sources.append(.manifest(file))
      case .bad(let problem): try report(problem, &session)
      }
    }
    guard !sources.isEmpty else { return try reportMissing(document, &session) }
    var ingest = Ingest(
      store: store, location: location,
      target: .newDocument(title: document.title, metadata: document.metadata), policy: policy,
      isJSON: isJSON)
    try await ingest.run(IngestSources(sources), &session)
    if !ingest.hasDocument { try reportMissing(document, &session) }
  }

  /// Reports a document that is not created because none of its pages could be ingested.
  private func reportMissing(
    _ document: Manifest.Document, _ session: inout CommandSession
  ) throws {
    let problem = Problem.damage("The document was not created: none of its pages could be stored.")
    try report(PathProblem(problem: problem, path: document.place), &session)
  }

  private func report(_ problem: PathProblem, _ session: inout CommandSession) throws {
    session.reporter.report(problem.problem, at: problem.path)
    if isJSON { try session.output.write(StoreLines.json(problem.problem, at: problem.path)) }
  }
}
