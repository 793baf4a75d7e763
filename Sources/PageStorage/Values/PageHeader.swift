// SPDX-License-Identifier: Apache-2.0

public import GalleryGeometry
public import PageImaging

/// The facts in the header of a page's file, read once on ingest.
public struct PageHeader: Hashable, Sendable {
  /// The format of the file.
  public let format: ImageFormat
  /// The size as stored, before the orientation is applied.
  public let storedSize: PixelSize
  /// Bits per sample: 8 for a JPEG, 1 to 16 for a PNG.
  public let bitDepth: Int
  /// The color model of the stored samples.
  public let colorModel: ColorModel
  /// The orientation that makes the image upright, before the user's rotation.
  public let orientation: Orientation
  /// Pixels per unit of length, if the file states it for both axes.
  public let density: PixelDensity?
  /// Whether a coarse image comes first: a progressive JPEG or an interlaced PNG.
  public let isProgressive: Bool
  /// Width divided by height as shown, without the user's rotation; positive and finite.
  public let aspectRatio: Double

  init(_ header: ImageHeader) {
    format = header.format
    storedSize = header.storedSize
    bitDepth = header.bitDepth
    colorModel = header.colorModel
    orientation = header.orientation
    density = header.density
    isProgressive = header.isProgressive
    aspectRatio = header.aspectRatio
  }
}

// MARK: - Storage

extension PageHeader {
  /// The header in the catalog's fixed layout: 39 bytes, little-endian integers.
  var stored: [UInt8] {
    var bytes: [UInt8] = [
      UInt8(ImageFormat.allCases.firstIndex(of: format) ?? 0), UInt8(clamping: bitDepth),
      UInt8(ColorModel.allCases.firstIndex(of: colorModel) ?? 0), UInt8(orientation.rawValue),
      isProgressive ? 1 : 0, Self.units.firstIndex(of: density?.unit).map(UInt8.init) ?? 0, 0,
    ]
    bytes.append(UInt32(clamping: storedSize.width))
    bytes.append(UInt32(clamping: storedSize.height))
    for number in [density?.x ?? 0, density?.y ?? 0, aspectRatio] {
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
    format = ImageFormat.allCases[Int(bytes[0])]
    bitDepth = Int(bytes[1])
    colorModel = ColorModel.allCases[Int(bytes[2])]
    self.orientation = orientation
    isProgressive = bytes[4] == 1
    storedSize = PixelSize(
      width: Int(bytes.number(at: 7, UInt32.self)), height: Int(bytes.number(at: 11, UInt32.self)))
    let numbers = (0..<3).map { Double(bitPattern: bytes.number(at: 15 + 8 * $0, UInt64.self)) }
    density = Self.units[Int(bytes[5])].flatMap {
      PixelDensity(x: numbers[0], y: numbers[1], unit: $0)
    }
    aspectRatio = numbers[2]
    guard aspectRatio > 0, aspectRatio.isFinite, storedSize.isValid else { return nil }
  }
}
