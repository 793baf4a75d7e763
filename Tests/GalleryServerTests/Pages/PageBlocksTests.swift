// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryPages
import GalleryTestSupport
import HTTPTypes
import NIOCore
import PageStorage
import Testing

@testable import GalleryServer

/// The binary columns of a document.
struct PageBlocksTests {
  private static func bytes(_ blocks: PageBlocks) -> [UInt8] {
    var (bytes, position) = ([UInt8](), PageBlocks.start)
    while !blocks.isEnd(position) {
      var buffer = ByteBuffer()
      blocks.write(from: &position, to: &buffer)
      bytes += Array(buffer.readableBytesView)
    }
    return bytes
  }

  private static func blocks(_ pages: [ListedPage], at cuts: [Int] = []) -> PageBlocks {
    var blocks = PageBlocks()
    let bounds = [0] + cuts.sorted() + [pages.count]
    for (start, end) in zip(bounds, bounds.dropFirst()) where start < end || pages.isEmpty {
      blocks.append(
        PagesPortion(
          pages: Array(pages[start..<end]), pageCount: pages.count, revision: 9, knowledge: 0))
    }
    return blocks
  }

  private static func pages(_ count: Int, _ random: inout SeededGenerator) throws -> [ListedPage] {
    var ids: Set<UInt64> = []
    return try (0..<count).map { index in
      var id = UInt64(index + 1)
      while !ids.insert(id).inserted || Int.random(in: 0...3, using: &random) == 0 {
        id = UInt64.random(in: 1..<1 << 53, using: &random)
      }
      let letters = (0..<10).map { _ in "Aa0-_z".randomElement(using: &random) ?? "A" }
      return ListedPage(
        id: PageID(id),
        aspectRatio: [nil, 0.75, Double.random(in: 0.1...9, using: &random)][
          Int.random(in: 0...2, using: &random)],
        key: try #require(PageKey(String(letters) + "E")),
        contentVersion: Int.random(in: 0...2, using: &random) == 0 ? Int(Int32.max) : 0,
        isDamaged: Int.random(in: 0...4, using: &random) == 0)
    }
  }

  // The tests of the viewer read the same bytes.
  @Test func theExampleOfTheViewerIsWritten() throws {
    let key = { (text: String) in try #require(PageKey(text)) }
    let pages = [
      ListedPage(id: 7, aspectRatio: 0.75, key: try key("AAAAAAAAAAE")),
      ListedPage(
        id: 74, aspectRatio: nil, key: try key("AgMEBQYHCAk"), contentVersion: 2, isDamaged: true),
      ListedPage(id: 78, aspectRatio: 0.75, key: try key("__________4"), contentVersion: 2),
    ]
    let text = """
      UEdDMQAAAAAAAAAAAAAIQAAAAAAAACJAAwAAAAIAAAACAAAAAAAAAAAAAAECAwQFBgcICf/////////+AAAAAAAA6D8AAAAAAAD4\
      fwABAA6GAQgBAAAABQAAAAIAAAAEAAAA
      """
    #expect(Data(Self.bytes(Self.blocks(pages))).base64EncodedString() == text)
  }

  @Test(arguments: [0, 1, 2, 5, 300, 2_000]) func nothingIsLost(count: Int) throws {
    var random = SeededGenerator(seed: UInt64(count))
    let pages = try Self.pages(count, &random)
    for _ in 0..<6 {
      let cuts = (0..<Int.random(in: 0...4, using: &random)).map { _ in
        Int.random(in: 0...count, using: &random)
      }
      let found = try DecodedBlocks(Self.bytes(Self.blocks(pages, at: cuts)))
      #expect(found.revision == 9 && found.pages == pages)
    }
  }

  @Test func copiesOfFewImagesTakeTenBytes() throws {
    let key = try #require(PageKey("AAAAAAAAAAE"))
    let pages = (0..<1_024).map {
      ListedPage(id: PageID(UInt64($0 + 1)), aspectRatio: $0 % 2 == 0 ? 0.7 : nil, key: key)
    }
    #expect(Self.bytes(Self.blocks(pages)).count == 24 + 12 + 16 + 1_024 * 10)
  }

  @Test func theServerSendsThemAsTheyAre() async throws {
    try await TestServer.run { server in
      let document = try await server.document(pages: 3)
      let path = "/api/v1/documents/\(document.rawValue)/columns"
      let type = "application/vnd.page-gallery.columns"
      var tags: Set<String> = []
      for number in 0..<3 {
        let stored = try await server.store.pages(of: document)
        for _ in 0..<2 {
          let answer = try await server.get(path, [.accept: type])
          #expect(answer.status == 200 && answer.headers[.contentType] == type)
          #expect(try DecodedBlocks(answer.bytes).pages == stored.map(ListedPage.init))
          let tag = try #require(answer.headers[.eTag])
          #expect(try await server.get(path, [.ifNoneMatch: tag]).status == 304)
          tags.insert(tag)
        }
        switch number {
        case 0: try await server.store.rotate(stored[0].id, by: .clockwise)
        case 1: try await server.store.markDamaged([stored[1].digest: "ends early"])
        default: try await server.store.deleteDocument(document)
        }
      }
      #expect(tags.count == 3)
      #expect(try await server.get(path).status == 404)
    }
  }
}

/// Binary columns, read as their description says, and apart from what writes them.
private struct DecodedBlocks {
  private(set) var revision = 0.0
  private(set) var pages: [ListedPage] = []

  private struct IsTooShort: Error {}

  private static func present<Value>(_ value: Value?) throws -> Value {
    guard let value else { throw IsTooShort() }
    return value
  }

  init(_ bytes: [UInt8]) throws {
    var buffer = ByteBuffer(bytes: bytes)
    func word() throws -> Int {
      Int(try Self.present(buffer.readInteger(endianness: .little, as: UInt32.self)))
    }
    func double() throws -> Double {
      Double(
        bitPattern: try Self.present(buffer.readInteger(endianness: .little, as: UInt64.self)))
    }
    #expect(buffer.readString(length: 4) == "PGC1")
    #expect(try word() == 0)
    let count = try double()
    revision = try double()
    var last: Int64 = 0
    while Double(pages.count) < count {
      let (pageCount, ratioCount, noteCount) = (try word(), try word(), try word())
      let keys = try (0..<pageCount).map { _ in
        let data = Data(try Self.present(buffer.readBytes(length: 8)))
        let text = data.base64EncodedString().prefix(11)
        return try Self.present(
          PageKey(
            text.replacingOccurrences(of: "+", with: "-")
              .replacingOccurrences(of: "/", with: "_")))
      }
      var ratios = try (0..<ratioCount).map { _ in try double() }
      if ratioCount != pageCount {
        let places = try Self.present(buffer.readBytes(length: pageCount))
        ratios = places.map { ratios[Int($0)] }
      }
      let ids = try (0..<pageCount).map { _ in
        var (code, shift) = (UInt64(0), UInt64(0))
        while true {
          let byte = try Self.present(buffer.readInteger(as: UInt8.self))
          code += UInt64(byte & 127) << shift
          shift += 7
          if byte < 128 { break }
        }
        last += code % 2 == 0 ? Int64(code / 2) : -Int64(code / 2) - 1
        return PageID(UInt64(last))
      }
      var notes: [Int: Int] = [:]
      for _ in 0..<noteCount { notes[try word()] = try word() }
      for place in 0..<pageCount {
        let note = notes[place] ?? 0
        pages.append(
          ListedPage(
            id: ids[place], aspectRatio: ratios[place].isNaN ? nil : ratios[place],
            key: keys[place], contentVersion: note / 2, isDamaged: note % 2 == 1))
      }
    }
    #expect(buffer.readableBytes == 0)
  }
}
