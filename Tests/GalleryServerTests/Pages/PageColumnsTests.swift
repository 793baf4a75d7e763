// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryPages
import GalleryTestSupport
import NIOCore
import Testing

@testable import GalleryServer
@testable import PageStorage

/// The columns of a document, which are sent while they are read.
struct PageColumnsTests {
  /// Pages with all kinds of entries.
  private static func pages(_ count: Int, _ random: inout SeededGenerator) throws -> [StoredPage] {
    var pages: [StoredPage] = []
    for index in 0..<count {
      let bytes = (0..<32).map { _ in UInt8.random(in: 0...255, using: &random) }
      let digest = try #require(ContentDigest(bytes))
      let isDamaged = Int.random(in: 0...3, using: &random) == 0
      pages.append(
        StoredPage(
          id: PageID(UInt64(index * 3 + 1)), document: DocumentID(1), digest: digest, byteCount: 10,
          header: nil, contentVersion: Int.random(in: 0...2, using: &random), rotation: .none,
          damage: isDamaged ? "ends early" : nil, created: nil, trash: nil))
    }
    return pages
  }

  private static func portions(_ pages: [StoredPage], at cuts: [Int]) -> [PagesPortion] {
    let bounds = [0] + cuts.sorted() + [pages.count]
    return zip(bounds, bounds.dropFirst()).map { start, end in
      PagesPortion(
        pages: pages[start..<end].map(ListedPage.init), pageCount: pages.count, revision: 9,
        knowledge: 0)
    }
  }

  /// Returns the text of a reading, and the sizes of its portions.
  private static func text(
    of reading: PageListReading<PageColumns>
  ) async throws(PageStoreError) -> (text: String, sizes: [Int]) {
    var (text, sizes, position) = ("", [Int](), PageColumns.Position())
    while let portion = try await reading.portion(at: &position) {
      sizes.append(portion.readableBytes)
      text += String(buffer: portion)
    }
    return (text, sizes)
  }

  private struct Columns: Decodable {
    var revision: Int
    var ids: [UInt64]
    var aspectRatios: [Double?]
    var keys: [String]
    var damaged: [Int]
    var contentVersions: [String: Int]
  }

  @Test(arguments: [0, 1, 2, 3, 100, 3000])
  func theTextDoesNotDependOnThePortions(count: Int) async throws {
    var random = SeededGenerator(seed: UInt64(count))
    let pages = try Self.pages(count, &random)
    var texts: Set<String> = []
    for _ in 0..<8 {
      let cuts = (0..<Int.random(in: 0...5, using: &random)).map { _ in
        Int.random(in: 0...count, using: &random)
      }
      let portions = Self.portions(pages, at: cuts)
      let reading = try await PageListReading<PageColumns>.begin { take in
        for portion in portions {
          guard take(portion) else { return }
          await Task.yield()
        }
      }
      let (text, sizes) = try await Self.text(of: reading)
      #expect(sizes.allSatisfy { $0 > 0 && $0 < 17 << 10 })
      texts.insert(text)
    }
    let text = try #require(texts.count == 1 ? texts.first : nil, "\(texts.count) texts")
    let found = try JSONDecoder().decode(Columns.self, from: Data(text.utf8))
    #expect(found.revision == 9)
    #expect(found.ids == pages.map(\.id.rawValue))
    #expect(found.aspectRatios.count == count && found.aspectRatios.allSatisfy { $0 == nil })
    #expect(found.keys == pages.map { "\($0.key)" })
    #expect(found.damaged == pages.indices.filter { pages[$0].isDamaged })
    let changed = pages.filter { $0.contentVersion > 0 }
    #expect(
      found.contentVersions
        == Dictionary(
          uniqueKeysWithValues: changed.map { ("\($0.id.rawValue)", $0.contentVersion) }))
  }

  @Test func pagesAreSentBeforeAllAreRead() async throws {
    var random = SeededGenerator(seed: 1)
    let portions = Self.portions(try Self.pages(10, &random), at: [4])
    let (rest, release) = AsyncStream<Void>.makeStream()
    let reading = try await PageListReading<PageColumns>.begin { take in
      _ = take(portions[0])
      for await _ in rest { break }
      _ = take(portions[1])
    }
    var position = PageColumns.Position()
    let first = try #require(try await reading.portion(at: &position))
    #expect(String(buffer: first) == "{\"revision\":9,\"ids\":[1,4,7,10")
    release.yield()
    let second = try #require(try await reading.portion(at: &position))
    #expect(String(buffer: second).hasPrefix(",13,16,19,22,25,28],\"aspectRatios\":[null,"))
  }

  @Test func aFailureComesAfterWhatWasReadBefore() async throws {
    var random = SeededGenerator(seed: 1)
    let portions = Self.portions(try Self.pages(10, &random), at: [4])
    let reading = try await PageListReading<PageColumns>.begin {
      (take) async throws(PageStoreError) in
      _ = take(portions[0])
      throw .corrupted(.page(PageID(13)))
    }
    var position = PageColumns.Position()
    #expect(try await reading.portion(at: &position) != nil)
    await #expect(throws: PageStoreError.corrupted(.page(PageID(13)))) {
      _ = try await reading.portion(at: &position)
    }
    await #expect(throws: PageStoreError.notFound(.document(DocumentID(1)))) {
      _ = try await PageListReading<PageColumns>.begin { (_) async throws(PageStoreError) in
        throw .notFound(.document(DocumentID(1)))
      }
    }
  }

  @Test func theReaderEndsWhenNobodyNeedsThePages() async throws {
    var random = SeededGenerator(seed: 1)
    let portion = Self.portions(try Self.pages(10, &random), at: [4])[0]
    let (ends, end) = AsyncStream<Int>.makeStream()
    var reading: PageListReading<PageColumns>? = try await PageListReading<PageColumns>.begin {
      take in
      var count = 0
      while take(portion) {
        count += 1
        await Task.yield()
      }
      end.yield(count)
    }
    #expect(reading?.tag == "\"r9\"")
    reading = nil
    for await count in ends {
      #expect(count > 0)
      break
    }
  }
}
