// SPDX-License-Identifier: Apache-2.0

/// The facts about a JPEG that a decoder needs beyond its size.
package struct JPEGDetails: Hashable, Sendable {
  /// The offset of the height in the frame header, a number of two bytes.
  ///
  /// A decoder replaces the bytes at this offset with the true height if the file states it only
  /// after the first scan.
  package let heightOffset: Int
  /// The height in the frame header; 0 or 65,535 can mean that the height follows later.
  package let declaredHeight: Int
  /// The height stated after the first scan, if the frame header leaves it open.
  package let deferredHeight: Int?
  /// The components of a pixel, in stored order.
  package let components: Components
  /// Whether the frame is arithmetic coded, not Huffman coded.
  package let isArithmetic: Bool
  /// Whether there is a JFIF segment.
  package let hasJFIFMarker: Bool
  /// The color transform in the Adobe segment, if there is one: CMYK values are then stored
  /// inverted.
  package let adobeTransform: UInt8?

  /// The byte range of the EXIF block, from its byte order mark to its end, if there is one.
  package let exifBlock: Range<Int>?

  /// One to four components, stored without an array because headers are read often.
  package struct Components: Hashable, Sendable {
    /// The number of components, 1 to 4.
    package let count: Int
    /// The identifiers; elements from index `count` on are zero.
    package var identifiers = SIMD4<UInt8>()
    /// The horizontal sampling factors, 1 to 4; elements from index `count` on are zero.
    package var horizontalSampling = SIMD4<UInt8>()
    /// The vertical sampling factors, 1 to 4; elements from index `count` on are zero.
    package var verticalSampling = SIMD4<UInt8>()
  }
}

extension JPEGDetails {
  /// The meaning of the samples.
  ///
  /// The rules are those of libjpeg, which other decoders have copied. Three components are YCbCr
  /// if there is a JFIF segment; otherwise the Adobe segment decides, then the component
  /// identifiers. Four components are CMYK unless the Adobe segment states a transform.
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
  /// The number of samples stored per pixel: 3 for 4:4:4, 1.5 for 4:2:0.
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
