// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import PageImaging
import PageStorage
import Synchronization
import Testing

/// Pages that arrive in many kinds of pieces.
@Suite struct PageStreamTests {
  let folder: TestFolder

  init() throws { folder = try TestFolder() }

  /// Noncontiguous bytes, as in a network library.
  final class Buffer: Sendable {
    private let bytes: [UInt8]
    init(_ bytes: [UInt8]) { self.bytes = bytes }
    func withBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
      try bytes.withUnsafeBytes(body)
    }
  }

  /// A sequence of pieces that counts the requested ones.
  final class Pieces<Piece: Sendable>: AsyncSequence, Sendable {
    typealias Element = Piece
    let pieces: [Piece]
    let taken = Mutex(0)
    init(_ pieces: [Piece]) { self.pieces = pieces }

    struct Iterator: AsyncIteratorProtocol {
      let base: Pieces
      func next() async -> Piece? {
        base.taken.withLock { taken in
          guard taken < base.pieces.count else { return nil }
          defer { taken += 1 }
          return base.pieces[taken]
        }
      }
    }

    func makeAsyncIterator() -> Iterator { Iterator(base: self) }
    var takenCount: Int { taken.withLock(\.self) }
  }

  private static func cut<Piece>(_ bytes: [UInt8], _ make: (ArraySlice<UInt8>) -> Piece) -> [Piece]
  {
    stride(from: 0, to: bytes.count, by: 7).map { make(bytes[$0..<min($0 + 7, bytes.count)]) }
  }

  /// The same bytes, stored in reverse.
  private static func backwards(_ bytes: ArraySlice<UInt8>) -> ReversedCollection<[UInt8]> {
    let backwards = Array(bytes.reversed())
    return backwards.reversed()
  }

  @Test func piecesOfAnyKindAreTaken() async throws {
    let store = try await folder.open()
    let document = try await store.createDocument(title: "").id
    let bytes = TestPage.png(4)
    let inputs: [PageInput] = [
      .stream(Pieces(Self.cut(bytes) { Array($0) })),
      .stream(Pieces(Self.cut(bytes) { $0 }), byteCount: bytes.count),
      .stream(Pieces(Self.cut(bytes) { ContiguousArray($0) })),
      // Not contiguous.
      .stream(Pieces(Self.cut(bytes, Self.backwards))),
      .stream(Pieces(Self.cut(bytes) { Buffer(Array($0)) })) { buffer, take in
        try buffer.withBytes(take)
      },
    ]
    for input in inputs {
      let page = try await store.append(input, to: document)
      #expect(try await store.bytes(of: page.id) == bytes)
    }
  }

  @Test func whatIsNoImageIsRefusedByItsFirstBytes() async throws {
    let store = try await folder.open()
    let pieces = Pieces((0..<1_000).map { _ in Array("%PDF-1.7\n".utf8) })
    await #expect(throws: PageStoreError.refused(.unsupportedFormat(name: "PDF"))) {
      try await store.stage(.stream(pieces))
    }
    #expect(pieces.takenCount == 2, "16 bytes tell it")
    let kept = Pieces((0..<10).map { _ in Array("%PDF-1.7\n".utf8) })
    let page = try await store.stage(.stream(kept), unreadable: .keepAsDamaged)
    #expect(page.byteCount == 90 && page.damage != nil)
    // Too few bytes to detect the format are checked at the end.
    await #expect(throws: PageStoreError.self) {
      try await store.stage(.stream(Pieces([[0x89 as UInt8]])))
    }
  }

  @Test func imagesThatExceedALimitAreRefusedByTheirHeader() async throws {
    let store = try await folder.open { $0.limits.pixelCount = 5 }
    let bytes = TestPage.png(0) + [UInt8](repeating: 0, count: 100_000)
    let pieces = Pieces((0..<100).map { Array(bytes[1_000 * $0..<1_000 * ($0 + 1)]) })
    let error = PageStoreError.refused(.limitExceeded(limit: .pixelCount, found: 6, allowed: 5))
    await #expect(throws: error) { try await store.stage(.stream(pieces)) }
    #expect(pieces.takenCount == 5, "4 KiB tell it")
    let kept = Pieces([bytes])
    #expect(try await store.stage(.stream(kept), unreadable: .keepAsDamaged).damage != nil)
    #expect(folder.files(below: "incoming").isEmpty)
  }

  @Test func anotherLengthThanAnnouncedIsRefused() async throws {
    let store = try await folder.open { $0.maximumPageByteCount = 10_000 }
    let bytes = TestPage.png(4)
    let huge = Pieces([bytes])
    await #expect(
      throws: PageStoreError.limitExceeded(.pageByteCount, found: 10_001, allowed: 10_000)
    ) { try await store.stage(.stream(huge, byteCount: 10_001)) }
    #expect(huge.takenCount == 0, "nothing is read")
    for count in [bytes.count + 1, bytes.count - 1, 0] {
      await #expect {
        try await store.stage(.stream(Pieces(Self.cut(bytes) { Array($0) }), byteCount: count))
      } throws: { error in
        guard case PageStoreError.streamFailed(let message) = error else { return false }
        return message.hasPrefix("\(count) bytes were expected")
      }
    }
    #expect(try await store.stage(.stream(Pieces([bytes]), byteCount: bytes.count)).damage == nil)
    #expect(folder.files(below: "incoming").count <= 1, "nothing is left behind")
  }

  /// Without the missing bytes, the page would be stored as if it were complete.
  @Test func failureThatAPieceKeepsToItselfEndsThePage() async throws {
    let bytes = TestPage.png(4)
    let limit = bytes.count - 3
    let store = try await folder.open { $0.maximumPageByteCount = limit }
    // One byte too many, and then one that would fit.
    let pieces = [bytes.prefix(limit - 1), bytes.suffix(4), bytes.suffix(1)].map(Array.init)
    let error = PageStoreError.limitExceeded(.pageByteCount, found: limit + 3, allowed: limit)
    await #expect(throws: error) {
      try await store.stage(
        .stream(Pieces(pieces)) { piece, take in try? piece.withUnsafeBytes(take) })
    }
    struct Other: Error {}
    await #expect(throws: error) {
      try await store.stage(
        .stream(Pieces(pieces)) { piece, take in
          do { try piece.withUnsafeBytes(take) } catch { throw Other() }
        })
    }
    #expect(folder.files(below: "incoming").count <= 1, "nothing is left behind")
  }

  @Test func pieceThatFailsIsTold() async throws {
    struct Broken: Error {}
    let store = try await folder.open()
    await #expect(throws: PageStoreError.streamFailed(message: "Broken()")) {
      try await store.stage(.stream(Pieces([1])) { _, _ in throw Broken() })
    }
  }
}
