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
  /// The number of bytes in the catalog's layout.
  static let storedByteCount = 39

  /// The header in the catalog's fixed layout: 39 bytes, little-endian integers.
  var stored: [UInt8] { withStoredBytes { Array($0) } }

  /// Calls `body` with ``stored``, valid during the call only.
  ///
  /// It takes no memory of its own: lists of many pages verify the header of each.
  func withStoredBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    withUnsafeTemporaryAllocation(byteCount: Self.storedByteCount, alignment: 8) { bytes in
      bytes[0] = UInt8(Self.formats.firstIndex(of: facts.format) ?? 0)
      bytes[1] = UInt8(clamping: facts.bitDepth)
      bytes[2] = UInt8(Self.colorModels.firstIndex(of: facts.colorModel) ?? 0)
      bytes[3] = UInt8(facts.orientation.rawValue)
      bytes[4] = facts.isProgressive ? 1 : 0
      bytes[5] = UInt8(Self.units.firstIndex(of: facts.density?.unit) ?? 0)
      bytes[6] = 0
      bytes.store(UInt32(clamping: facts.storedSize.width), at: 7)
      bytes.store(UInt32(clamping: facts.storedSize.height), at: 11)
      bytes.store((facts.density?.x ?? 0).bitPattern, at: 15)
      bytes.store((facts.density?.y ?? 0).bitPattern, at: 23)
      bytes.store(aspectRatio.bitPattern, at: 31)
      return body(UnsafeRawBufferPointer(bytes))
    }
  }

  // Constants: each use of `allCases` makes an array.
  private static let formats = ImageFormat.allCases
  private static let colorModels = ColorModel.allCases
  private static let units: [PixelDensity.Unit?] = [nil, .aspect, .inch, .centimeter, .meter]

  /// Reads the layout of ``stored``; fails for anything else.
  init?(stored bytes: UnsafeRawBufferPointer) {
    guard bytes.count == Self.storedByteCount, bytes[0] < Self.formats.count,
      bytes[2] < Self.colorModels.count, bytes[5] < Self.units.count,
      let orientation = Orientation(rawValue: Int(bytes[3]))
    else { return nil }
    let number = { Double(bitPattern: bytes.number(at: $0, UInt64.self)) }
    facts = ImageFacts(
      format: Self.formats[Int(bytes[0])],
      storedSize: PixelSize(
        width: Int(bytes.number(at: 7, UInt32.self)),
        height: Int(bytes.number(at: 11, UInt32.self))),
      bitDepth: Int(bytes[1]),
      colorModel: Self.colorModels[Int(bytes[2])],
      orientation: orientation,
      density: Self.units[Int(bytes[5])].flatMap {
        PixelDensity(x: number(15), y: number(23), unit: $0)
      },
      isProgressive: bytes[4] == 1)
    aspectRatio = number(31)
    guard aspectRatio > 0, aspectRatio.isFinite, facts.storedSize.isValid else { return nil }
  }
}

extension UnsafeMutableRawBufferPointer {
  /// Writes an integer in little-endian order at an offset.
  fileprivate func store(_ number: some FixedWidthInteger, at offset: Int) {
    storeBytes(of: number.littleEndian, toByteOffset: offset, as: type(of: number))
  }
}
