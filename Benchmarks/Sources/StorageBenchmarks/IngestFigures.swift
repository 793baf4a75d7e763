// SPDX-License-Identifier: Apache-2.0

import Foundation
import PageStorage

/// The cost of storing scans, compared with copying their files.
struct IngestFigures {
  static let pageCount = 1000
  let folder: String

  private func source(_ number: Int) -> String { "\(folder)/sources/\(number).jpg" }

  private var sources: [PageInput] { (0..<Self.pageCount).map { .file(source($0)) } }

  /// Writes the files to be stored.
  func makeSources() throws {
    try Files.makeFolder(folder + "/sources")
    let pages = try SamplePages()
    for number in 0..<Self.pageCount { try Files.write(pages.page(number), to: source(number)) }
    print("\(Self.pageCount) pages of \(pages.averageByteCount / 1000) kB on average")
    // Flush pending writes, which would slow down the first stage.
    Files.synchronizeAll()
  }

  func run(rounds: Int) async throws {
    try makeSources()
    let copy = "copy and sync each"
    try await StageTable.run(
      "a page of \(Self.pageCount)",
      [
        Stage(name: copy, peer: copy, count: Self.pageCount, prepare: prepare("copies")) {
          try copyAll(to: "\(folder)/copies-\($0)", syncsFolder: false)
        },
        Stage(
          name: "copy and sync each and its folder", peer: copy, count: Self.pageCount,
          prepare: prepare("safe")
        ) { try copyAll(to: "\(folder)/safe-\($0)", syncsFolder: true) },
        Stage(
          name: "append one by one", peer: copy, count: Self.pageCount, prepare: prepare("single"),
          work: appendAll),
        Stage(
          name: "ingest all in a call", peer: copy, count: Self.pageCount,
          prepare: prepare("batch"),
          work: ingestAll),
      ], rounds: rounds)
  }

  /// Creates an empty folder: pages that an earlier run has stored would be compared, not stored.
  private func prepare(_ name: String) -> (Int) throws -> Void {
    { round in
      let path = "\(folder)/\(name)-\(round)"
      if FileManager.default.fileExists(atPath: path) {
        try FileManager.default.removeItem(atPath: path)
      }
      try Files.makeFolder(path)
      Files.synchronizeAll()
    }
  }

  private func copyAll(to target: String, syncsFolder: Bool) throws {
    for number in 0..<Self.pageCount {
      try Files.copyDurably(source(number), to: "\(target)/\(number)")
      if syncsFolder { try Files.synchronizeFolder(target) }
    }
  }

  private func appendAll(round: Int) async throws {
    let (store, document) = try await emptyStore("single-\(round)")
    for source in sources { try await store.append(source, to: document) }
    await store.close()
  }

  private func ingestAll(round: Int) async throws {
    let (store, document) = try await emptyStore("batch-\(round)")
    for outcome in await store.ingest(sources, into: document) { _ = try outcome.get() }
    await store.close()
  }

  private func emptyStore(_ name: String) async throws -> (PageStore, DocumentID) {
    let store = try await PageStore.open(at: "\(folder)/\(name)")
    return (store, try await store.createDocument(title: name).id)
  }
}
