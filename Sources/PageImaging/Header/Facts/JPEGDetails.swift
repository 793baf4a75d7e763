// SPDX-License-Identifier: Apache-2.0

/// The facts about a JPEG that a decoder needs beyond its size.
package struct JPEGDetails: Hashable, Sendable {
  /// The byte where the frame header stores the height, in two bytes.
  ///
  /// A decoder puts the true height here when the file states it only after the first scan.
  package let heightOffset: Int
  /// The height in the frame header; 0 or 65,535 can mean "told later".
  package let declaredHeight: Int
  /// The height that the file told after its first scan, if the declared one left it open.
  package let deferredHeight: Int?
  /// The components of a pixel, in stored order.
  package let components: Components
  /// Whether the frame is arithmetic coded, not Huffman coded.
  package let isArithmetic: Bool
  /// Whether there is a JFIF segment.
  package let hasJFIFMarker: Bool
  /// The color transform in the Adobe segment, if there is one; CMYK values are inverted then.
  package let adobeTransform: UInt8?

  /// The EXIF block, from its byte order mark to its end, if there is one.
  package let exifBlock: Range<Int>?

  /// One to four components, held without an array because a header is read often.
  package struct Components: Hashable, Sendable {
    /// The number of components, 1 to 4.
    package let count: Int
    /// The identifiers; places from `count` on are zero.
    package var identifiers = SIMD4<UInt8>()
    /// The horizontal sampling factors, 1 to 4; places from `count` on are zero.
    package var horizontalSampling = SIMD4<UInt8>()
    /// The vertical sampling factors, 1 to 4; places from `count` on are zero.
    package var verticalSampling = SIMD4<UInt8>()
  }
}

extension JPEGDetails {
  /// The meaning of the samples.
  ///
  /// These are the rules of libjpeg, which every other decoder copied: JFIF means YCbCr, then
  /// the Adobe segment decides, then the identifiers of the components.
  var colorModel: ColorModel {
    switch components.count {
    case 1: .gray
    case 3: hasRGBSamples ? .rgb : .yCbCr
    case 4: adobeTransform ?? 0 == 0 ? .cmyk : .ycck
    default: .unknown
    }
  }

  private var hasRGBSamples: Bool {
    if hasJFIFMarker { return false }
    if let adobeTransform { return adobeTransform == 0 }
    let letters = SIMD4(UInt8(ascii: "R"), UInt8(ascii: "G"), UInt8(ascii: "B"), 0)
    return components.identifiers == letters
  }
}

extension JPEGDetails {
  /// The samples that are stored for a pixel: 3 for 4:4:4, 1.5 for 4:2:0.
  var samplesPerPixel: Double {
    let largest =
      Double(components.horizontalSampling.max()) * Double(components.verticalSampling.max())
    var samples = 0.0
    for index in 0..<components.count {
      samples +=
        Double(components.horizontalSampling[index]) * Double(components.verticalSampling[index])
    }
    return samples / max(1, largest)
  }
}
