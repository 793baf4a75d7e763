// SPDX-License-Identifier: Apache-2.0

import GalleryTestSupport
import Testing

@testable import GalleryServer

/// Requests of which the boundaries are known, whole and in parts.
struct RequestFramingTests {
  private static let get = "GET / HTTP/1.1\r\nHost: a\r\n"
  private static let chunked = "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"

  @Test(arguments: [
    get + "\r\n",
    "\r\n\r\n" + get + "\r\n",
    get + "Empty:\r\nTab:\ta\tb \r\nText: \u{e9}\r\n\r\n",
    get + "Content-Length: 0\r\n\r\n",
    get + "content-length:  5 \r\n\r\nabcde",
    get + "Content-Length: 00005\r\n\r\nab\0\r\n" + get + "\r\n",
    "GET / HTTP/1.0\r\nHost: a\r\nConnection: Keep-Alive\r\n\r\n" + get + "\r\n",
    chunked + "0\r\n\r\n",
    chunked + "A\r\n0123456789\r\n00\r\n\r\n" + get + "\r\n",
    chunked + "1;a=\"b\"\r\nx\r\n1;c\r\ny\r\n0;d\r\nDigest: z\r\nHost: q\r\n\r\n",
    chunked.replacing("chunked", with: "  CHUNKED\t") + "0\r\n\r\n",
    get + "\r\n" + get + "\r\n" + chunked + "0\r\n\r\n" + get + "\r\n",
    get + "Connection: close\r\nContent-Length: 2\r\n\r\nab",
  ])
  func accepts(text: String) {
    let parts = FramingOracle.requests(in: Array(text.utf8))

    checkAllSplits(text, FramedBytes(requests: parts, rejection: nil))
    #expect(!parts.isEmpty)
  }

  @Test(
    arguments: [
      (get + "A: b\r\n c\r\n\r\n", FramingError.foldedLine),
      ("GET / HTTP/1.1\r\n Host: a\r\n\r\n", .foldedLine),
      (get + "A: b\rc\r\n\r\n", .bareLineEnd), (get + "A: b\n\r\n", .bareLineEnd),
      ("GET / HTTP/1.1\nHost: a\n\n", .bareLineEnd), ("\n", .bareLineEnd), ("\rG", .bareLineEnd),
      (get + "\r\r", .bareLineEnd), (get + "A\n", .bareLineEnd), ("GET\n", .bareLineEnd),
      (get + "A: \0\r\n\r\n", .nul), ("GET /\0 HTTP/1.1\r\n", .nul), (get + "A\0: b\r\n\r\n", .nul),
      (get + "A: \u{1}\r\n\r\n", .controlCharacter), (get + "A: \u{7f}\r\n", .controlCharacter),
      ("GET HTTP/1.1\r\n", .malformedRequestLine), ("GET  / HTTP/1.1\r\n", .malformedRequestLine),
      (" GET / HTTP/1.1\r\n", .malformedRequestLine), ("GET /\r\n", .malformedRequestLine),
      ("GET / HTTP/2.0\r\n", .malformedRequestLine), ("GET / HTTP/1.1 \r", .malformedRequestLine),
      ("GET / http/1.1\r\n", .malformedRequestLine), ("G@T / HTTP/1.1\r", .malformedRequestLine),
      ("GET / HTTP/1\r\n", .malformedRequestLine), ("GET /\t HTTP/1.1\r", .malformedRequestLine),
      ("CONNECT a:1 HTTP/1.1\r\n", .tunnel),
      ("get / HTTP/1.1\r\n", .unknownMethod), ("FOO / HTTP/1.1\r\n", .unknownMethod),
      ("DELETE1 / HTTP/1.1\r\n", .unknownMethod), ("PRI * HTTP/2.0\r\n", .malformedRequestLine),
      (get + "A : b\r\n\r\n", .malformedFieldName), (get + ": b\r\n\r\n", .malformedFieldName),
      (get + "A b: c\r\n\r\n", .malformedFieldName), (get + "A\r\n\r\n", .malformedFieldName),
      ("GET / HTTP/1.1\r\n\r\n", .missingHost), ("GET / HTTP/1.0\r\n\r\n", .missingHost),
      (get + "HOST: a\r\n\r\n", .repeatedHost),
      (get + "Content-Length: -1\r\n\r\n", .malformedContentLength),
      (get + "Content-Length: +1\r\n\r\n", .malformedContentLength),
      (get + "Content-Length:\r\n\r\n", .malformedContentLength),
      (get + "Content-Length: 1, 1\r\n\r\n", .malformedContentLength),
      (get + "Content-Length: 0x1\r\n\r\n", .malformedContentLength),
      (get + "Content-Length: 9999999999999999999\r\n\r\n", .malformedContentLength),
      (get + "Content-Length: 1\r\nContent-length: 1\r\n\r\n", .repeatedContentLength),
      (chunked.dropLast(1) + "Content-Length: 1\r\n\r\n", .contradictoryLength),
      (get + "Transfer-Encoding: gzip, chunked\r\n\r\n", .unsupportedTransferEncoding),
      (get + "Transfer-Encoding: identity\r\n\r\n", .unsupportedTransferEncoding),
      (get + "Transfer-Encoding:\r\n\r\n", .unsupportedTransferEncoding),
      (chunked.dropLast(1) + "Transfer-Encoding: chunked\r\n", .unsupportedTransferEncoding),
      (chunked.replacing("HTTP/1.1", with: "HTTP/1.0"), .unsupportedTransferEncoding),
      (chunked + "\r\n", .malformedChunk), (chunked + "g\r\n", .malformedChunk),
      (chunked + "-1\r\n", .malformedChunk), (chunked + "0x1\r\n", .malformedChunk),
      (chunked + " 1\r\n", .malformedChunk), (chunked + "1 \r\n", .malformedChunk),
      (chunked + "1\r\nab", .malformedChunk), (chunked + "0000000000000001", .malformedChunk),
      (chunked + "ffffffffffffffff\r\n", .malformedChunk),
      (chunked + "1\n", .bareLineEnd), (chunked + "1;a\n", .bareLineEnd),
      (chunked + "1\r\na\rb", .bareLineEnd), (chunked + "1;\0\r\n", .nul),
      (chunked + "1;\u{1}", .controlCharacter),
      (chunked + "0\r\nA : b\r\n", .malformedFieldName), (chunked + "0\r\n a\r\n", .foldedLine),
      (get + "\r\n" + get + "A: \0", .nul),
    ] as [(String, FramingError)])
  func rejects(text: String, reason: FramingError) {
    let whole = FramedBytes(reading: [Array(text.utf8)])

    #expect(whole.rejection == reason)
    checkAllSplits(text, whole)
  }

  @Test func limitsTheHeader() {
    let limits = FramingLimits(headerByteCount: 60, fieldCount: 3, chunkExtensionByteCount: 4)
    func rejection(_ text: String) -> FramingError? {
      FramedBytes(reading: [Array(text.utf8)], limits: limits).rejection
    }
    let rest = 60 - Self.get.utf8.count - "A: \r\n\r\n".utf8.count
    let line = { (count: Int) in "A: " + String(repeating: "x", count: count) + "\r\n\r\n" }

    #expect(rejection(Self.get + line(rest)) == nil)
    #expect(rejection(Self.get + line(rest + 1)) == .longHeader)
    #expect(rejection(String(repeating: "\r\n", count: 30)) == nil)
    #expect(rejection(String(repeating: "\r\n", count: 31)) == .longHeader)
    #expect(rejection(Self.get + "A:\r\nB:\r\n\r\n") == nil)
    #expect(rejection(Self.get + "A:\r\nB:\r\nC:\r\n\r\n") == .tooManyFields)
  }

  @Test func limitsChunkExtensionsAndTrailersOfABody() {
    let limits = FramingLimits(headerByteCount: 70, fieldCount: 3, chunkExtensionByteCount: 4)
    func rejection(_ text: String) -> FramingError? {
      FramedBytes(reading: [Array((Self.chunked + text).utf8)], limits: limits).rejection
    }

    #expect(rejection("1;a\r\nx\r\n1;b\r\nx\r\n") == nil)
    #expect(rejection("1;a\r\nx\r\n1;bc\r\nx\r\n") == .longChunkExtensions)
    #expect(rejection("0\r\nA: b\r\n\r\n" + Self.chunked + "1;abc\r\n") == nil)
    #expect(rejection("0\r\nA: " + String(repeating: "x", count: 70)) == .longHeader)
    #expect(rejection("0\r\nA:\r\nB:\r\n") == .tooManyFields)
  }

  @Test(arguments: [
    ("Content-Length", true), ("transfer-encoding", true), ("Content-Lengths", false),
    ("Connection", false), ("Upgrade", false),
  ])
  func trailersTellNoLength(name: String, isForbidden: Bool) {
    let text = Self.chunked + "1\r\nx\r\n0\r\n\(name): 5\r\n\r\n"
    let bytes = FramedBytes(reading: [Array(text.utf8)])
    #expect(bytes.rejection == (isForbidden ? .forbiddenTrailer : nil))
  }

  @Test(arguments: [
    "GET / HTTP/1.0\r\nHost: a\r\n\r\n", get + "Connection: x, Close\r\n\r\n",
    get + "Connection: Upgrade\r\nUpgrade: h2c\r\n\r\n",
  ])
  func ignoresWhatFollowsTheLastRequest(text: String) {
    var framing = RequestFraming()
    var events: [RequestFraming.Event] = []

    let count = framing.read(Array((text + "\0\0").utf8)) { events.append($0) }

    #expect(events == [.header, .end])
    #expect(count == text.utf8.count)
    #expect(framing.isFinished)
    #expect(framing.read([0, 1]) { events.append($0) } == 0)
    #expect(events.count == 2)
  }

  @Test func acceptsTheBytesBeforeARejection() {
    var framing = RequestFraming()
    let first = Self.get + "\r\n"

    let count = framing.read(Array((first + "GET / \0").utf8)) { _ in }

    #expect(count == first.utf8.count)
    #expect(framing.read([0x47]) { _ in } == 0)
  }

  /// Checks that the text gives the same result whole, byte by byte, and split at every position.
  private func checkAllSplits(_ text: some StringProtocol, _ expected: FramedBytes) {
    let bytes = Array(text.utf8)
    #expect(FramedBytes(reading: [bytes]) == expected)
    #expect(FramedBytes(reading: bytes.map { [$0] }) == expected)
    for position in bytes.indices {
      let parts = [Array(bytes[..<position]), Array(bytes[position...])]
      #expect(FramedBytes(reading: parts) == expected, "split at \(position)")
    }
  }
}
