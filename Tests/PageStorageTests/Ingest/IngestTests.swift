// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation
import GalleryModel
import PageImaging
import Synchronization
import Testing

@testable import PageStorage

@Suite struct IngestTests {
  let folder: TestFolder

  init() throws { folder = try TestFolder() }

  @Test func manyPagesKeepTheirOrderAndReportProgress() async throws {
    let store = try await folder.open()
    let document = try await store.createDocument(title: "").id
    // More than are committed at a time, and one that is refused.
    var inputs = (0..<600).map { TestPage.input($0) }
    inputs[300] = .bytes([1])
    let reported = Mutex<[Int]>([])
    let outcomes = await store.ingest(inputs, into: document) { count in
      reported.withLock { $0.append(count) }
    }
    #expect(reported.withLock { $0.sorted() } == Array(1...600))
    let stored = outcomes.compactMap { try? $0.get() }
    #expect(stored.count == 599)
    #expect(try await store.ids(of: document) == stored.map(\.id))
    #expect(try await store.bytes(of: stored[300].id) == TestPage.png(301))
    #expect(try await store.isSound())
  }

  /// Something in the place of one original, which cannot be replaced.
  @Test func aPageThatCannotBeStoredFailsAlone() async throws {
    let store = try await folder.open()
    let document = try await store.createDocument(title: "").id
    let digest = ContentDigest(SHA256.hash(data: TestPage.png(1))).description
    let root = TestEngine.isServed ? folder.objects : folder.store
    let place = "\(root)/blobs/\(digest.prefix(2))/\(digest.dropFirst(2))"
    try FileManager.default.createDirectory(
      atPath: place + "/notes", withIntermediateDirectories: true)
    let outcomes = await store.ingest((0..<3).map { TestPage.input($0) }, into: document)
    // A folder of the store's own has room to set such a thing aside.
    let failed = TestEngine.isServed ? 1 : nil
    #expect(outcomes.map { (try? $0.get()) != nil } == (0..<3).map { $0 != failed })
    #expect(try await store.ids(of: document).count == (failed == nil ? 3 : 2))
    guard let failed, case .failure(let error) = outcomes[failed] else { return }
    switch error {
    case .corrupted(.original(let found)): #expect(found.description == digest)
    case .irregularFile(let path, _): #expect(path.hasSuffix(String(digest.dropFirst(2))))
    default: Issue.record("\(error)")
    }
  }

  @Test func cancellationEndsBetweenPortions() async throws {
    let store = try await folder.open()
    let document = try await store.createDocument(title: "").id
    let inputs = (0..<1_000).map { TestPage.input($0) }
    let task = Task {
      await store.ingest(inputs, into: document) { count in
        if count == 10 { withUnsafeCurrentTask { $0?.cancel() } }
      }
    }
    task.cancel()
    let outcomes = await task.value
    let stored = outcomes.count { (try? $0.get()) != nil }
    #expect(outcomes[stored...].allSatisfy { $0 == .failure(.cancelled) } && stored < 1_000)
    #expect(try await store.ids(of: document).count == stored)
    #expect(folder.files(below: "incoming").isEmpty)
  }

  @Test func aStreamIsAskedForItsNextPieceWhenTheOneBeforeIsWritten() async throws {
    let store = try await folder.open()
    let document = try await store.createDocument(title: "").id
    let bytes = TestPage.png(5)
    let pieces = CountedPieces(bytes: bytes, folder: folder)
    let page = try await store.append(.stream(pieces), to: document)
    #expect(try await store.bytes(of: page.id) == bytes)
    #expect(pieces.writtenCounts.withLock(\.self) == Array(0...bytes.count))
  }

  /// A stream of single bytes that checks how much the store has written.
  private final class CountedPieces: AsyncSequence, Sendable {
    let bytes: [UInt8]
    let folder: TestFolder
    let writtenCounts = Mutex<[Int]>([])

    init(bytes: [UInt8], folder: TestFolder) {
      (self.bytes, self.folder) = (bytes, folder)
    }

    struct Iterator: AsyncIteratorProtocol {
      let pieces: CountedPieces
      var next = 0

      mutating func next() async -> [UInt8]? {
        let files = pieces.folder.files(below: "incoming")
        let written = files.reduce(0) { sum, file in
          let size = try? FileManager.default.attributesOfItem(atPath: file)[.size] as? Int
          return sum + (size ?? 0)
        }
        pieces.writtenCounts.withLock { $0.append(written) }
        guard next < pieces.bytes.count else { return nil }
        defer { next += 1 }
        return [pieces.bytes[next]]
      }
    }

    func makeAsyncIterator() -> Iterator { Iterator(pieces: self) }
  }

  @Test(arguments: [1, 6, 8]) func theUsersRotationIsOnTopOfThatOfTheFile(_ exif: Int) async throws
  {
    let fixtures = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../Fixtures/jpeg/valid")
    let store = try await folder.open()
    let document = try await store.createDocument(title: "").id
    let file = fixtures.appendingPathComponent("orientation-\(exif).jpg").standardized.path
    let page = try await store.append(.file(file), to: document)
    let header = try #require(page.header)
    #expect(header.facts.orientation.rawValue == UInt8(exif))
    let stored = Double(header.facts.storedSize.width) / Double(header.facts.storedSize.height)
    let upright = exif == 1 ? stored : 1 / stored
    #expect(page.aspectRatio == upright)
    try await store.rotate(page.id, by: .clockwise)
    #expect(try await store.aspectRatio(of: page.id) == 1 / upright)
    try await store.rotate(page.id, by: .clockwise)
    #expect(try await store.aspectRatio(of: page.id) == upright)
    #expect(
      try await store.bytes(of: page.id) == Array(Data(contentsOf: URL(fileURLWithPath: file))))
  }
}
