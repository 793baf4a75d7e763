// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryModel
import PageImaging
import StripRendering
import Testing

@Suite struct StripRenderingErrorCodingTests {
  private func text(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  private func read(_ text: String) throws -> StripRenderingError {
    try JSONDecoder().decode(StripRenderingError.self, from: Data(text.utf8))
  }

  @Test func errors() throws {
    let cause = try text(ImagingError.cancelled)
    let cases: [(StripRenderingError, String)] = [
      (
        .invalidViewport(Size(width: 0, height: -.infinity), scale: 2),
        #""code":"invalidViewport","height":"-infinity","scale":2,"width":0"#
      ),
      (
        .limitExceeded(pixelCount: .max, allowed: 2),
        #""allowed":2,"code":"limitExceeded","found":9223372036854775807"#
      ),
      (
        .pictureSizeMismatch(
          index: 3, found: PixelSize(width: 1, height: 2), wanted: PixelSize(width: 3, height: 4)),
        #""code":"pictureSizeMismatch","found":{"height":2,"width":1},"index":3,"#
          + #""wanted":{"height":4,"width":3}"#
      ),
      (.imaging(cause: .cancelled), #""code":"imaging","error":\#(cause)"#),
    ]
    for (error, facts) in cases {
      #expect(try read("{\(facts)}") == error)
      let written = try text(error)
      #expect(try read(written) == error)
      let message = #""message":\#(try text(error.description))"#
      #expect(written.contains(message), "\(written)")
      #expect(written.utf8.count == facts.utf8.count + message.utf8.count + 3, "\(written)")
    }
    for bad in [#"{"code":"exploded"}"#, "{}", "[]"] {
      #expect(throws: DecodingError.self) { try read(bad) }
    }
  }
}
