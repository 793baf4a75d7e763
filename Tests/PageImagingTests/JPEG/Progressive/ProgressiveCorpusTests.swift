// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryModel
import Testing

@testable import PageImaging

/// The progressive files of a folder outside of the package, which the environment names.
struct ProgressiveCorpusTests {
  private static let folder = ProcessInfo.processInfo.environment["GALLERY_CORPUS"]

  @Test(.enabled(if: folder != nil, "GALLERY_CORPUS names no folder"))
  func everyFileIsWhatLibjpegSaysOrLeftToIt() throws {
    let root = URL(filePath: try #require(Self.folder))
    let files = try #require(
      FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil))
    var taken = 0
    for case let file as URL in files where ["jpg", "jpeg"].contains(file.pathExtension) {
      let bytes = [UInt8](try Data(contentsOf: file))
      guard Self.isProgressive(bytes) else { continue }
      let comparison = CoefficientComparison(bytes, mustBeDecoded: false)
      #expect(comparison.complaint == nil, "\(file.lastPathComponent)")
      taken += comparison.decodedCount
    }
    #expect(taken > 0)
  }

  /// Whether a file is of the kind that the fast way looks at.
  private static func isProgressive(_ bytes: [UInt8]) -> Bool {
    guard let header = try? ImageHeader(reading: ByteSource(bytes)),
      let jpeg = header.jpegDetails
    else { return false }
    return header.isProgressive && !jpeg.isArithmetic
      && jpeg.declaredHeight == header.storedSize.height
  }
}
