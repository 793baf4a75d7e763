// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryTestSupport
import HTTPTypes
import HummingbirdTesting
import NIOCore
import PageStorage
import Testing

@testable import GalleryServer

struct CompressionTests {
  @Test(arguments: [
    ("gzip", true), ("GZip", true), ("x-gzip", true), ("deflate, gzip;q=0.5, br", true),
    ("gzip;q=0", false), ("gzip;q=0.000", false), ("*", true), ("*;q=0", false),
    ("*, gzip;q=0", false), ("gzip, *;q=0", true), ("identity", false), ("", false),
    ("br , gzip ; q=1", true), ("gzip;q=2", false), ("gzip;q=a", false), ("gzip;level=9", false),
    ("notgzip", false), ("gzip2", false), (",,gzip", true),
  ])
  func clientsAcceptGzip(field: String, isAccepted: Bool) {
    #expect(AcceptedCodings.includeGzip(field) == isAccepted)
  }

  /// Texts of all sizes around those of the pieces, in parts of all sizes.
  @Test(arguments: [0, 1, 1_000, 16_383, 16_384, 16_385, 100_000, 1_000_000])
  func gunzipReturnsTheText(count: Int) throws {
    var generator = SeededGenerator(seed: UInt64(count))
    let text = (0..<count).map { _ in UInt8.random(in: 48...57, using: &generator) }
    for partSize in [1_000_000, 7_000, 16_384] {
      let encoder = try GzipEncoder()
      var encoded = ByteBuffer()
      for start in stride(from: 0, to: count, by: partSize) {
        let part = ByteBuffer(bytes: text[start..<min(count, start + partSize)])
        encoded.writeImmutableBuffer(encoder.encode(part))
      }
      encoded.writeImmutableBuffer(encoder.encode(ByteBuffer(), isLast: true))
      #expect(try Self.gunzip(encoded) == text)
      #expect(count < 10_000 || encoded.readableBytes < count * 6 / 10)
    }
  }

  @Test func longJSONIsEncodedIfTheClientAcceptsThat() async throws {
    try await TestServer.run { server in
      for number in 0..<12 { _ = try await server.document("Document \(number)") }
      let path = "/api/v1/documents"
      let plain = try await server.get(path)
      let encoded = try await server.get(path, [.acceptEncoding: "gzip"])

      #expect(plain.headers[.contentEncoding] == nil)
      #expect(plain.headers[.vary] == "Accept-Encoding")
      #expect(encoded.headers[.contentEncoding] == "gzip")
      #expect(encoded.headers[.contentLength] == "\(encoded.bytes.count)")
      #expect(encoded.bytes.count < plain.bytes.count / 3)
      #expect(try Self.gunzip(ByteBuffer(bytes: encoded.bytes)) == plain.bytes)
    }
  }

  @Test func streamsAreEncodedWhileTheyAreSent() async throws {
    try await TestServer.run(.live) { server in
      let document = try await server.document(pages: 30)
      let path = "/api/v1/documents/\(document.rawValue)/pages"
      let plain = try await server.get(path)
      let encoded = try await server.get(path, [.acceptEncoding: "gzip"])

      #expect(encoded.headers[.contentEncoding] == "gzip")
      #expect(try Self.gunzip(ByteBuffer(bytes: encoded.bytes)) == plain.bytes)
    }
  }

  @Test func shortAndOtherResponsesAreNotEncoded() async throws {
    try await TestServer.run { server in
      let document = try await server.document(pages: 1)
      let page = try await server.ids(of: document)[0]
      for path in ["/version", "/", "/openapi.yaml", "/api/v1/pages/\(page)/original"] {
        let answer = try await server.get(path, [.acceptEncoding: "gzip"])
        #expect(answer.status == 200 && answer.headers[.contentEncoding] == nil, "\(path)")
      }
    }
  }

  /// Decodes with the program `gzip`.
  static func gunzip(_ bytes: ByteBuffer) throws -> [UInt8] {
    let file = TestFiles.folder
      .appendingPathComponent("compression-tests-\(UUID().uuidString).gz")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(bytes.readableBytesView).write(to: file)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["gzip", "--decompress", "--stdout", file.path]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    return [UInt8](data)
  }
}
