// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import PageStorage

extension FullDisk {
  /// Creates a document with more pages than there is space for.
  func makeDocument(_ store: PageStore, byteCount: Int) async {
    await makeDocument(
      store, of: (0..<Self.manyCount).map { .bytes(Self.bytes($0, byteCount)) })
  }

  /// Creates a document whose first pages include one that does not fit, damaged ones and a stream.
  func makeUnlikePages(_ store: PageStore) async {
    var inputs = (0..<Self.manyCount).map { PageInput.bytes(Self.bytes($0, 16_000)) }
    inputs[3] = .bytes(Self.bytes(3, 2_900_000))
    inputs[5] = .stream(AsyncThrowingStream<[UInt8], any Error> { $0.finish(throwing: Broken()) })
    inputs[6] = .stream(
      AsyncStream<[UInt8]> { stream in
        stream.yield(Self.bytes(6, 16_000))
        stream.finish()
      })
    inputs[7] = .bytes([1])
    await makeDocument(store, of: inputs)
  }

  private struct Broken: Error {}

  private func makeDocument(_ store: PageStore, of inputs: [PageInput]) async {
    let (document, outcomes) = await store.ingest(inputs, intoNewDocumentTitled: "many")
    if let document { StoreChild.say("made \(document.id.rawValue) \(document.pageCount)") }
    report(outcomes, numbers: Array(0..<Self.manyCount))
  }

  /// Ingests the pages that did not fit before.
  func addRest(_ store: PageStore) async throws(PageStoreError) {
    let document = try await store.documents()[0]
    let last = try await store.pages(
      in: document.pageCount - 1..<document.pageCount, of: document.id)[0]
    let start = Int(try await store.bytes(of: last.id).last ?? 0) + 1
    let numbers = Array(start..<Self.manyCount)
    let outcomes = await store.ingest(
      numbers.map { .bytes(Self.bytes($0, 16_000)) }, into: document.id)
    report(outcomes, numbers: numbers)
  }

  private static let manyCount = 250

  private func report(_ outcomes: [PageStore.IngestOutcome], numbers: [Int]) {
    for (number, outcome) in zip(numbers, outcomes) {
      switch outcome {
      case .success(let page): StoreChild.say("stored \(page.id.rawValue) \(number)")
      case .failure(let error): StoreChild.say("\(error.code) \(number)")
      }
    }
  }
}
