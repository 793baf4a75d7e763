// SPDX-License-Identifier: Apache-2.0

import GalleryGeometry
import GalleryTestSupport
import Testing

@testable import PageImaging

struct ProgressiveCorpusTests {
  @Test(.needsCorpus) func everyFileMatchesLibjpegOrIsLeftToIt() async throws {
    let taken = try await CorpusFolder.sum(overFiles: ["jpg", "jpeg"]) { file in
      guard Self.isProgressive(file.bytes) else { return 0 }
      let comparison = CoefficientComparison(file.bytes, mustBeDecoded: false)
      #expect(comparison.complaint == nil, "\(file.name)")
      return comparison.decodedCount
    }
    #expect(taken > 0)
  }

  /// Whether a file is of a kind that the fast decoder accepts.
  private static func isProgressive(_ bytes: [UInt8]) -> Bool {
    guard let header = try? ImageHeader(reading: ByteSource(bytes)),
      let jpeg = header.jpegDetails
    else { return false }
    return header.isProgressive && !jpeg.isArithmetic
      && jpeg.declaredHeight == header.storedSize.height
  }
}
