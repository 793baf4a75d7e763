// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryModel
import PageImaging
import Testing

@testable import PageStorage

/// The public encodings of the types of a store.
@Suite struct StorageCodingTests {
  private func text(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  private func expect<Value: Codable & Equatable>(
    _ value: Value, _ expected: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    #expect(try text(value) == expected, sourceLocation: sourceLocation)
    let read = try JSONDecoder().decode(Value.self, from: Data(expected.utf8))
    #expect(read == value, sourceLocation: sourceLocation)
  }

  private let digits = String(repeating: "0f", count: 32)

  private var header: PageHeader {
    get throws {
      try JSONDecoder().decode(PageHeader.self, from: Data(Self.header.utf8))
    }
  }

  private static let header =
    #"{"aspectRatio":0.5,"bitDepth":8,"colorModel":"yCbCr","density":{"unit":"inch","x":300,"y":300},"#
    + #""format":"jpeg","height":200,"isProgressive":false,"orientation":6,"width":100}"#

  @Test func headers() throws {
    let header = try header
    #expect(header.facts.storedSize == PixelSize(width: 100, height: 200))
    #expect(header.facts.orientation == .rightTop && header.facts.density?.unit == .inch)
    #expect(try text(header) == Self.header)
    for bad in [
      Self.header.replacing(#""width":100"#, with: #""width":0"#),
      Self.header.replacing(#""aspectRatio":0.5"#, with: #""aspectRatio":-1"#),
      Self.header.replacing(#""orientation":6"#, with: #""orientation":9"#),
      Self.header.replacing("jpeg", with: "gif"), Self.header.replacing("inch", with: "foot"),
      Self.header.replacing(#""x":300"#, with: #""x":0"#),
    ] {
      #expect(throws: DecodingError.self, "\(bad)") {
        try JSONDecoder().decode(PageHeader.self, from: Data(bad.utf8))
      }
    }
  }

  @Test func pagesAndDocuments() throws {
    let digest = try #require(ContentDigest(digits))
    let page = StoredPage(
      id: 17, document: DocumentID(1), digest: digest, byteCount: 5, header: try header,
      contentVersion: 2, rotation: .clockwise, damage: "cut off",
      created: Date(timeIntervalSince1970: 1_763_823_150),
      trash: .init(date: Date(timeIntervalSince1970: 1_763_823_153.25), index: 3))
    try expect(
      page,
      #"{"aspectRatio":2,"byteCount":5,"contentVersion":2,"created":1763823150,"damage":"cut off","#
        + #""digest":"\#(digits)","#
        + #""document":1,"header":\#(Self.header),"id":17,"rotation":90,"#
        + #""trash":{"date":1763823153.25,"index":3}}"#)
    let document = Document(
      id: DocumentID(1), title: "Lease", created: Date(timeIntervalSince1970: 1_763_823_153.123),
      modified: Date(timeIntervalSince1970: 0), metadata: ["a": "b"], revision: 3, pageCount: 2,
      trashed: nil)
    try expect(
      document,
      #"{"created":1763823153.123,"id":1,"metadata":{"a":"b"},"modified":0,"pageCount":2,"#
        + #""revision":3,"title":"Lease"}"#)
  }

  @Test func changesAndNames() throws {
    try expect(
      DocumentChange(
        document: DocumentID(1), revision: 4, changeset: Changeset(deletions: [0])),
      #"{"changeset":{"deletions":[0],"insertions":[],"moves":[],"replacements":[]},"#
        + #""document":1,"revision":4}"#)
    try expect(
      DocumentChange(document: DocumentID(1), revision: 4, changeset: nil),
      #"{"document":1,"revision":4}"#)
    try expect(
      StoreChange(version: 12, .renamed, DocumentID(1)),
      #"{"document":1,"kind":"renamed","version":12}"#)
    try expect(StoreChange(version: 13, .unknown), #"{"kind":"unknown","version":13}"#)
    #expect(DocumentID("17") == DocumentID(17) && "\(DocumentID(17))" == "17")
    #expect(DocumentID("-1") == nil && DocumentID("9223372036854775808") == nil)
    #expect(ContentDigest(digits)?.description == digits && ContentDigest("0f") == nil)
    try expect([QuarterTurns.none, .clockwise, .half, .counterclockwise], "[0,90,180,270]")
    for bad in ["[45]", "[360]", "[-90]"] {
      #expect(throws: DecodingError.self) {
        try JSONDecoder().decode([QuarterTurns].self, from: Data(bad.utf8))
      }
    }
  }

  @Test func errors() throws {
    let digest = try #require(ContentDigest(digits))
    let cases: [(PageStoreError, String)] = [
      (
        .notFound(.document(DocumentID(1))), #""code":"notFound","item":{"id":1,"kind":"document"}"#
      ),
      (.notFound(.page(2)), #""code":"notFound","item":{"id":2,"kind":"page"}"#),
      (.notFound(.trashedPage(2)), #""code":"notFound","item":{"id":2,"kind":"trashedPage"}"#),
      (
        .notFound(.trashedDocument(DocumentID(2))),
        #""code":"notFound","item":{"id":2,"kind":"trashedDocument"}"#
      ),
      (.notFound(.stagedPage(2)), #""code":"notFound","item":{"id":2,"kind":"stagedPage"}"#),
      (
        .notFound(.index(5, count: 3)),
        #""code":"notFound","item":{"count":3,"index":5,"kind":"index"}"#
      ),
      (.locked(waited: .milliseconds(1500)), #""code":"locked","waited":1.5"#),
      (.unreachable(reason: "r"), #""code":"unreachable","reason":"r""#),
      (.outcomeUnknown(reason: "r"), #""code":"outcomeUnknown","reason":"r""#),
      (.moved(path: "s"), #""code":"moved","path":"s""#),
      (.full(operation: "write"), #""code":"full","operation":"write""#),
      (.unfitLocation(reason: "r"), #""code":"unfitLocation","reason":"r""#),
      (.unsupported(operation: "a backup"), #""code":"unsupported","operation":"a backup""#),
      (
        .corrupted(.original(digest)),
        #""code":"corrupted","damage":{"digest":"\#(digits)","kind":"original"}"#
      ),
      (.corrupted(.page(2)), #""code":"corrupted","damage":{"id":2,"kind":"page"}"#),
      (
        .corrupted(.document(DocumentID(1))),
        #""code":"corrupted","damage":{"id":1,"kind":"document"}"#
      ),
      (.corrupted(.order(DocumentID(1))), #""code":"corrupted","damage":{"id":1,"kind":"order"}"#),
      (
        .corrupted(.records(path: "r")),
        #""code":"corrupted","damage":{"kind":"records","path":"r"}"#
      ),
      (
        .corrupted(.metadata(PageID(17))),
        #""code":"corrupted","damage":{"id":17,"kind":"metadata"}"#
      ),
      (
        .otherDigest(expected: digest, found: digest),
        #""code":"otherDigest","expected":"\#(digits)","found":"\#(digits)""#
      ),
      (.keyReused, #""code":"keyReused""#),
      (
        .corrupted(.receipt(number: 5)),
        #""code":"corrupted","damage":{"kind":"receipt","number":5}"#
      ),
      (.corrupted(.lostChanges), #""code":"corrupted","damage":{"kind":"lostChanges"}"#),
      (
        .corrupted(.catalog(message: "m")),
        #""code":"corrupted","damage":{"kind":"catalog","reason":"m"}"#
      ),
      (
        .limitExceeded(.pageByteCount, found: 3, allowed: 2),
        #""allowed":2,"code":"limitExceeded","found":3,"limit":"pageByteCount""#
      ),
      (.io(operation: "read", errno: 5), #""code":"io","errno":5,"operation":"read""#),
      (
        .inputFailed(operation: "open", errno: 2),
        #""code":"inputFailed","errno":2,"operation":"open""#
      ),
      (.versionTooNew(found: 3, supported: 2), #""code":"versionTooNew","found":3,"supported":2"#),
      (.notAStore(path: "/a"), #""code":"notAStore","path":"/a""#),
      (
        .irregularFile(path: "/a", kind: .symbolicLink),
        #""code":"irregularFile","kind":"symbolicLink","path":"/a""#
      ),
      (
        .unfitTarget(path: "/a", .isSource),
        #""code":"unfitTarget","path":"/a","reason":"isSource""#
      ),
      (
        .conflict(DocumentID(1), expected: 3, found: 4),
        #""code":"conflict","document":1,"expected":3,"found":4"#
      ),
      (.streamFailed(message: "m"), #""code":"streamFailed","reason":"m""#),
      (.busy(waiting: 7), #""code":"busy","waiting":7"#), (.cancelled, #""code":"cancelled""#),
      (.readOnly, #""code":"readOnly""#),
      (.closed, #""code":"closed""#),
    ]
    for (error, facts) in cases {
      let read = try JSONDecoder().decode(PageStoreError.self, from: Data("{\(facts)}".utf8))
      #expect(read == error)
      let again = try text(error)
      #expect(try JSONDecoder().decode(PageStoreError.self, from: Data(again.utf8)) == error)
      // All properties and the message, in alphabetical order.
      let message = #""message":\#(try text(error.description))"#
      #expect(again.utf8.count == facts.utf8.count + message.utf8.count + 3)
      #expect(again.contains(message))
    }
    #expect(
      try text(PageStoreError.invalidChange(.tooManyPages)).contains(
        #""error":{"code":"tooManyPages""#))
  }

  @Test func imagingErrors() throws {
    let cases: [(ImagingError, String)] = [
      (.emptyInput, #""code":"emptyInput""#),
      (.unrecognizedFormat(found: [1, 2]), #""code":"unrecognizedFormat","found":[1,2]"#),
      (.unsupportedFormat(name: "GIF"), #""code":"unsupportedFormat","name":"GIF""#),
      (.unsupported(feature: "f", offset: 1), #""code":"unsupported","feature":"f","offset":1"#),
      (.malformed(what: "w", offset: 1), #""code":"malformed","offset":1,"what":"w""#),
      (.truncated(offset: 512), #""code":"truncated","offset":512"#),
      (
        .invalidSize(width: 0, height: 1, offset: 2),
        #""code":"invalidSize","height":1,"offset":2,"width":0"#
      ),
      (.damaged(warningCount: 2, message: "m"), #""code":"damaged","reason":"m","warningCount":2"#),
      (.codec(message: "m", offset: 3), #""code":"codec","offset":3,"reason":"m""#),
      (.codec(message: "m", offset: nil), #""code":"codec","reason":"m""#),
      (
        .limitExceeded(limit: .pixelCount, found: 3, allowed: 2),
        #""allowed":2,"code":"limitExceeded","found":3,"limit":"pixelCount""#
      ),
      (.outOfMemory(byteCount: 9), #""byteCount":9,"code":"outOfMemory""#),
      (.notRegularFile(kind: "folder"), #""code":"notRegularFile","kind":"folder""#),
      (.io(operation: "read", errno: 5), #""code":"io","errno":5,"operation":"read""#),
      (.cancelled, #""code":"cancelled""#),
    ]
    for (error, facts) in cases {
      #expect(try JSONDecoder().decode(ImagingError.self, from: Data("{\(facts)}".utf8)) == error)
      let again = try text(error)
      #expect(try JSONDecoder().decode(ImagingError.self, from: Data(again.utf8)) == error)
      let message = #""message":\#(try text(error.description))"#
      #expect(again.utf8.count == facts.utf8.count + message.utf8.count + 3)
      let refused = try text(PageStoreError.refused(error))
      #expect(
        try JSONDecoder().decode(PageStoreError.self, from: Data(refused.utf8)) == .refused(error))
    }
  }
}
