// SPDX-License-Identifier: Apache-2.0

import Foundation
import PageStorage

/// The time that a store of 10,000 pages takes to open.
struct ReopeningFigures {
  private static let pageCount = 10_000
  let folder: String

  private var path: String { folder + "/reopened" }

  func run(rounds: Int) async throws {
    try await fill()
    let sqlite = "open the database alone"
    try await StageTable.run(
      "a store of \(Self.pageCount) pages",
      [
        Stage(name: sqlite, peer: sqlite) { _ in
          let database = try Database(path: path + "/catalogue.sqlite")
          try database.first("SELECT pageCount FROM document WHERE id = ?", 1) { _ in }
        },
        Stage(name: "open after a close", peer: sqlite) { _ in try await open() },
        Stage(name: "open after kill -9", peer: sqlite, prepare: kill) { _ in try await open() },
      ], rounds: rounds)
  }

  private func fill() async throws {
    let store = try await PageStore.open(at: path)
    guard try await store.documents().isEmpty else { return await store.close() }
    let document = try await store.createDocument(title: "reopened").id
    let inputs = try (0..<Self.pageCount).map { PageInput.bytes(try SamplePages.small($0)) }
    for outcome in await store.ingest(inputs, into: document) { _ = try outcome.get() }
    await store.close()
  }

  private func open() async throws {
    let store = try await PageStore.open(at: path)
    guard try await store.documents()[0].pageCount == Self.pageCount else {
      throw CallFailure(name: "open")
    }
    await store.close()
  }

  /// Starts another process that stores pages, and kills it meanwhile.
  private func kill(round: Int) throws {
    let (process, output) = try Children.start(["endless", path])
    _ = try output.read(upToCount: 1)
    usleep(UInt32(20_000 * (round + 1)))
    Foundation.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }
}
