// SPDX-License-Identifier: Apache-2.0

import Foundation
import PageGallery
import Testing

/// The declarations of the libraries state the errors that can be thrown.
@Suite struct TypedErrorTests {
  private static let libraries = [
    "GalleryModel", "PageImaging", "PageStorage", "StripRendering", "PageGallery",
  ]

  /// The declarations with untyped `throws`, and the reasons.
  private static let exceptions: [(words: String, reason: String)] = [
    ("init(from decoder: any Decoder) throws", "`Decodable` of the standard library"),
    ("encode(to encoder: any Encoder) throws", "`Encodable` of the standard library"),
    (
      "static func stream<Chunks: AsyncSequence & Sendable>(",
      "the closure of the caller hands bytes on with functions of other libraries that rethrow"
    ),
  ]

  private static var sources: URL {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Sources")
  }

  private static func files() throws -> [(path: String, text: String)] {
    try libraries.flatMap { library in
      let folder = sources.appendingPathComponent(library)
      let names = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String }
      return try #require(names).filter { $0.hasSuffix(".swift") }.map { name in
        let text = try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
        return ("\(library)/\(name)", text)
      }
    }
  }

  @Test func publicDeclarationsThrowTypedErrors() throws {
    let files = try Self.files()
    #expect(files.count > 300, "the sources were not found")
    var used: Set<String> = []
    for file in files {
      for declaration in PublicDeclarations(file.text).all where declaration.throwsAnything {
        let exception = Self.exceptions.first { declaration.words.contains($0.words) }
        if let exception { used.insert(exception.words) }
        #expect(exception != nil, "\(file.path): \(declaration.words)")
      }
    }
    #expect(used.count == Self.exceptions.count, "an exception is not needed any more")
  }

  @Test(arguments: [
    ("public func a() throws -> Int { 1 }", 1), ("public func a() throws(E) -> Int { 1 }", 0),
    ("public func a(_ b: () throws -> Void) rethrows {}", 1), ("func a() throws {}", 0),
    ("public var a: Int {\n    get async throws { 1 }\n  }", 1),
    ("public protocol P {\n  func a() throws\n}", 1),
    ("public protocol P {\n  func a() throws(E)\n}\nfunc b() throws {}", 0),
    ("// public func a() throws {}\n/* public func a() throws */", 0),
    ("public let a = \"throws { \"\nfunc b() throws {}", 0),
    ("public func a(\n  _ b: Int\n) async throws -> [Int: Int]\nwhere T: U {\n}", 1),
    ("package func a() throws {}", 0),
    ("public func a() -> AsyncThrowingStream<Int, any Error> {}", 1),
    ("public extension A {\n  func b() throws {}\n}", 1),
  ])
  func scannerFindsWhatThrows(text: String, count: Int) {
    #expect(PublicDeclarations(text).all.filter(\.throwsAnything).count == count)
  }

  @Test func sequencesFailWithTypedErrors() {
    #expect(StoredDocumentChanges.Failure.self == PageSourceError.self)
    #expect(DocumentChanges.Failure.self == PageStoreError.self)
    #expect(StoreChanges.Failure.self == PageStoreError.self)
    #expect(OriginalBytes.Failure.self == PageStoreError.self)
    #expect(GalleryFrames.Failure.self == Never.self)
    #expect(GalleryUpdates.Failure.self == Never.self)
  }

  @Test func noOtherSequenceIsPublic() throws {
    let found = try Self.files().flatMap { PublicDeclarations($0.text).all }.map(\.words)
      .filter { $0.contains(": AsyncSequence") && $0.contains("struct ") }
    #expect(found.count == 6, "\(found)")
  }
}

/// The signatures of the public declarations of a source file, found by their keywords.
private struct PublicDeclarations {
  struct Declaration {
    /// The signature, with single spaces.
    var words: String

    /// Whether it may throw any error.
    var throwsAnything: Bool {
      let isUntyped = words.firstMatch(of: /\b(re)?throws\b(?!\s*\()/) != nil
      return isUntyped || words.contains("AsyncThrowingStream")
        || words.contains("Result<")
          && words.contains("any Error")
    }
  }

  private(set) var all: [Declaration] = []
  private let text: [Character]

  init(_ source: String) {
    let code = source.replacing(/\/\*(.|\n)*?\*\//, with: "").replacing(/\/\/[^\n]*/, with: "")
      .replacing(/"(\\.|[^"\\\n])*"/, with: "\"\"")
    text = Array(code)
    for match in code.matches(of: /\bpublic (?!import)/) {
      add(from: code.distance(from: code.startIndex, to: match.range.lowerBound))
    }
  }

  /// Adds the declaration that begins at a position.
  private mutating func add(from start: Int) {
    let end = headEnd(from: start)
    let head = words(start..<end)
    let isOpen = end < text.count && text[end] == "{"
    if isOpen, head.contains(/\b(protocol|extension)\b/) {
      // The members are public too.
      all.append(Declaration(words: words(start..<blockEnd(from: end))))
    } else if isOpen, head.contains(/\b(var|subscript)\b/) {
      let block = words(end..<blockEnd(from: end))
      let accessor =
        block.firstMatch(of: /\bget( async)?( throws)?/).map { " \($0.output.0)" } ?? ""
      let isTyped = block.contains(/\bget( async)? throws\(/)
      all.append(Declaration(words: head + (isTyped ? "" : accessor)))
    } else {
      all.append(Declaration(words: head))
    }
  }

  private func words(_ range: Range<Int>) -> String {
    String(text[range]).split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// Returns the start of the body, or of the next line that does not continue the signature.
  private func headEnd(from start: Int) -> Int {
    var depth = 0
    var place = start
    while place < text.count {
      switch text[place] {
      case "(", "[", "<": depth += 1
      case ")", "]": depth -= 1
      case ">" where text[place - 1] != "-": depth -= 1
      case "{" where depth == 0: return place
      case "\n" where depth <= 0:
        let next = words(place..<min(place + 200, text.count))
        if !next.hasPrefix("where ") && !next.hasPrefix("{") && !next.hasPrefix(")") {
          return place
        }
      default: break
      }
      place += 1
    }
    return place
  }

  private func blockEnd(from start: Int) -> Int {
    var depth = 0
    for place in start..<text.count {
      if text[place] == "{" { depth += 1 }
      if text[place] == "}" { depth -= 1 }
      if depth == 0 { return place + 1 }
    }
    return text.count
  }
}
