// SPDX-License-Identifier: Apache-2.0

/// The frame header of a JPEG: size, precision and components.
///
///     length 2 | precision 1 | height 2 | width 2 | count 1 | count x (id, sampling, table)
struct JPEGFrame {
  /// The largest side that libjpeg decodes, in pixels.
  static let maximumSide = 65_500

  /// The coding of the frame.
  let kind: JPEGFrameKind
  /// The offset of the height.
  let heightOffset: Int
  /// The height as stored.
  let height: Int
  /// The width.
  let width: Int
  /// The components.
  let components: JPEGDetails.Components

  /// Reads a frame header.
  ///
  /// - Parameters:
  ///   - kind: The coding that the marker states.
  ///   - segment: The byte range of the segment, from its length field to its end.
  ///   - reader: The reader of the source.
  /// - Throws: `malformed`, `unsupported`, `invalidSize`, and the errors of the reader.
  init(
    _ kind: JPEGFrameKind, in segment: Range<Int>, from reader: inout HeaderReader
  ) throws(ImagingError) {
    let offset = segment.lowerBound
    guard segment.count >= 8 else {
      throw .malformed(what: "the frame header is too short", offset: offset)
    }
    let count = Int(try reader.byte(at: offset + 7))
    guard segment.count == 8 + 3 * count else {
      throw .malformed(what: "the length of the frame header is wrong", offset: offset)
    }
    let precision = try reader.byte(at: offset + 2)
    guard precision == 8 else {
      throw .unsupported(feature: "\(precision) bits per sample", offset: offset + 2)
    }
    guard (1...4).contains(count) else {
      throw .unsupported(feature: "\(count) color components", offset: offset + 7)
    }
    self.kind = kind
    heightOffset = offset + 3
    height = try reader.uint16(at: heightOffset)
    width = try reader.uint16(at: offset + 5)
    guard width > 0 else {
      throw .invalidSize(width: width, height: height, offset: heightOffset)
    }
    components = try Self.components(count, at: offset + 8, from: &reader)
  }

  /// Whether the height may follow only after the first scan.
  ///
  /// The standard defines zero for this case. Scanners that do not know the height of a sheet in
  /// advance also write 65,535.
  var leavesHeightOpen: Bool { height == 0 || height == 0xFFFF }

  private static func components(
    _ count: Int, at offset: Int, from reader: inout HeaderReader
  ) throws(ImagingError) -> JPEGDetails.Components {
    var components = JPEGDetails.Components(count: count)
    for index in 0..<count {
      let entry = offset + 3 * index
      let sampling = try reader.byte(at: entry + 1)
      components.identifiers[index] = try reader.byte(at: entry)
      components.horizontalSampling[index] = sampling >> 4
      components.verticalSampling[index] = sampling & 0xF
      guard (1...4).contains(sampling >> 4), (1...4).contains(sampling & 0xF) else {
        throw .malformed(what: "a sampling factor is not in 1...4", offset: entry + 1)
      }
    }
    return components
  }
}
