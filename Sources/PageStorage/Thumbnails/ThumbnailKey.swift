// SPDX-License-Identifier: Apache-2.0

import GalleryGeometry
import GalleryPages
package import PageImaging

/// The identity of a thumbnail: everything that its pixels depend on.
///
/// Pages with equal bytes share it.
struct ThumbnailKey: Hashable, Sendable {
  let digest: ContentDigest
  let rotation: QuarterTurns
  let style: ThumbnailStyle

  /// The complete key, for comparison.
  var stored: [UInt8] {
    let numbers =
      style.target.numbers + style.encoding.numbers + [rotation.count, PageKey.renderingVersion]
    return numbers.reduce(into: digest.bytes) { $0.append(Int64($1)) }
  }

  /// A hash of the key, used as row ID.
  var row: Int64 {
    var sum = Checksum()
    stored.withUnsafeBytes { sum.add($0) }
    return sum.stored
  }

  /// Renders the thumbnail.
  func make(from bytes: [UInt8], limits: DecodingLimits) throws(ImagingError) -> Thumbnail {
    // A page too wide for the height of a strip gets a lower thumbnail, which its format can hold.
    let target = style.target.limited(to: style.encoding.longestSide)
    let options = DecodingOptions(
      target: rotation.swapsSides ? target.transposed : target, limits: limits)
    let picture = try ImageDecoder.decodePage(
      ByteSource(bytes), options: options, for: style.encoding
    ).turned(by: rotation.orientation)
    return Thumbnail(
      bytes: try picture.encoded(as: style.encoding), size: picture.size,
      isDamaged: picture.isDamaged)
  }
}

extension QuarterTurns {
  /// The file orientation that corresponds to this rotation.
  package var orientation: Orientation {
    switch count {
    case 1: .rightTop
    case 2: .bottomRight
    case 3: .leftBottom
    default: .topLeft
    }
  }
}

extension DecodingTarget {
  fileprivate var numbers: [Int] {
    switch self {
    case .full: [0, 0, 0]
    case .height(let side): [1, side, 0]
    case .longSide(let side): [2, side, 0]
    case .fit(let size): [3, size.width, size.height]
    case .fill(let size): [4, size.width, size.height]
    }
  }

  /// The target with no side beyond a length, except that a page keeps its own size and exact sides stay as they are.
  fileprivate func limited(to side: Int) -> Self {
    switch self {
    case .full, .fill: self
    case .height(let height): .fit(PixelSize(width: side, height: min(height, side)))
    case .longSide(let length): .longSide(min(length, side))
    case .fit(let size):
      .fit(PixelSize(width: min(size.width, side), height: min(size.height, side)))
    }
  }

  /// The target before a quarter turn.
  package var transposed: Self {
    switch self {
    case .full, .longSide: self
    // As wide as given, and as high as needed.
    case .height(let side): .fit(PixelSize(width: side, height: PixelSize.maximumSide))
    case .fit(let size): .fit(size.transposed)
    case .fill(let size): .fill(size.transposed)
    }
  }
}

extension ImageEncoding {
  fileprivate var numbers: [Int] {
    switch self {
    case .jpeg(let quality): [0, quality]
    case .png: [1, 0]
    }
  }
}
