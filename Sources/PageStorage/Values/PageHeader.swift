// SPDX-License-Identifier: Apache-2.0

import GalleryGeometry
public import PageImaging

/// The facts in the header of a page's file, read once on ingest.
public struct PageHeader: Hashable, Sendable {
  /// The facts that the file states; the orientation is that before the user's rotation.
  public let facts: ImageFacts
  /// Width divided by height as shown, without the user's rotation; positive and finite.
  public let aspectRatio: Double

  init(_ header: ImageHeader) {
    (facts, aspectRatio) = (header.facts, header.aspectRatio)
  }
}

// MARK: - Storage

extension PageHeader {
  /// The header in the catalog's fixed layout: 39 bytes, little-endian integers.
  var stored: [UInt8] {
    var bytes: [UInt8] = [
      UInt8(ImageFormat.allCases.firstIndex(of: facts.format) ?? 0),
      UInt8(clamping: facts.bitDepth),
      UInt8(ColorModel.allCases.firstIndex(of: facts.colorModel) ?? 0),
      UInt8(facts.orientation.rawValue),
      facts.isProgressive ? 1 : 0,
      Self.units.firstIndex(of: facts.density?.unit).map(UInt8.init) ?? 0, 0,
    ]
    bytes.append(UInt32(clamping: facts.storedSize.width))
    bytes.append(UInt32(clamping: facts.storedSize.height))
    for number in [facts.density?.x ?? 0, facts.density?.y ?? 0, aspectRatio] {
      bytes.append(number.bitPattern)
    }
    return bytes
  }

  private static let units: [PixelDensity.Unit?] = [nil, .aspect, .inch, .centimeter, .meter]

  /// Reads the layout of ``stored``; fails for anything else.
  init?(stored bytes: UnsafeRawBufferPointer) {
    guard bytes.count == 39, bytes[0] < ImageFormat.allCases.count,
      bytes[2] < ColorModel.allCases.count, bytes[5] < Self.units.count,
      let orientation = Orientation(rawValue: Int(bytes[3]))
    else { return nil }
    let numbers = (0..<3).map { Double(bitPattern: bytes.number(at: 15 + 8 * $0, UInt64.self)) }
    facts = ImageFacts(
      format: ImageFormat.allCases[Int(bytes[0])],
      storedSize: PixelSize(
        width: Int(bytes.number(at: 7, UInt32.self)),
        height: Int(bytes.number(at: 11, UInt32.self))),
      bitDepth: Int(bytes[1]),
      colorModel: ColorModel.allCases[Int(bytes[2])],
      orientation: orientation,
      density: Self.units[Int(bytes[5])].flatMap {
        PixelDensity(x: numbers[0], y: numbers[1], unit: $0)
      },
      isProgressive: bytes[4] == 1)
    aspectRatio = numbers[2]
    guard aspectRatio > 0, aspectRatio.isFinite, facts.storedSize.isValid else { return nil }
  }
}
