// SPDX-License-Identifier: Apache-2.0

import GalleryGeometry

/// The segments in front of a scan, as far as the reduced decoders understand them.
///
/// Much stricter than libjpeg: what it forgives, with or without a warning, ends the reading here
/// with `.unusual`, and is left to it.
struct ReducedSegments {
  /// What the reading of segments came to.
  enum Step {
    /// A scan begins; its coded data are next.
    case scan(ReducedScan)
    /// The image ends.
    case end
    /// There is something that libjpeg has to judge.
    case unusual
  }

  /// A component of the frame header.
  struct Component: Hashable {
    let identifier: UInt8
    let horizontalSampling: Int
    let verticalSampling: Int
    let quantization: Int
  }

  /// The size in the frame header.
  private(set) var size = PixelSize.zero
  private(set) var components: [Component] = []
  private(set) var tables = ReducedTables()

  /// The blocks of the picture; nil if a table is missing or libjpeg has to judge the sampling.
  var frame: ReducedFrame? {
    var samplings: [ReducedFrame.Sampling] = []
    for component in components {
      guard let steps = tables.steps[component.quantization] else { return nil }
      samplings.append(
        ReducedFrame.Sampling(
          horizontal: component.horizontalSampling, vertical: component.verticalSampling,
          steps: steps))
    }
    return ReducedFrame(size: size, samplings: samplings)
  }

  /// Reads on, from the byte behind SOI or behind the marker that ended a scan, to the next scan.
  ///
  /// - Parameters:
  ///   - first: The marker that ended the last scan, which is already read.
  ///   - input: The bytes.
  ///   - frameMarker: The second byte of the frame header that is expected: C0 stands for C1 too.
  /// - Returns: What comes next.
  /// - Throws: `ImagingError.io`.
  mutating func readToScan(
    after first: UInt8? = nil, from input: EntropyInput, frameMarker: UInt8
  ) throws(ImagingError) -> Step {
    var pending = first
    while true {
      var code = pending
      if code == nil {
        guard try input.nextByte() == 0xFF else { return .unusual }
        code = try input.nextByte()
      }
      pending = nil
      guard let code else { return .unusual }
      if code == 0xD9 { return .end }
      guard let length = try input.nextUInt16(), length >= 2 else { return .unusual }
      let isFrame = code == frameMarker || (code == 0xC1 && frameMarker == 0xC0)
      if code == 0xDA {
        guard let scan = try ReducedScan(length: length, components, from: input) else {
          return .unusual
        }
        return .scan(scan)
      }
      let isUsual =
        isFrame
        ? try readFrame(length: length, from: input)
        : try tables.read(code, length: length, from: input)
      guard isUsual else { return .unusual }
    }
  }

  private mutating func readFrame(
    length: Int, from input: EntropyInput
  ) throws(ImagingError) -> Bool {
    guard components.isEmpty, try input.nextByte() == 8, let height = try input.nextUInt16(),
      let width = try input.nextUInt16(), let count = try input.nextByte(),
      count == 1 || count == 3, length == 8 + 3 * Int(count), width > 0, height > 0
    else { return false }
    size = PixelSize(width: width, height: height)
    for _ in 0..<count {
      guard let identifier = try input.nextByte(), let sampling = try input.nextByte(),
        let table = try input.nextByte(), table < 4, (1...4).contains(sampling >> 4),
        (1...4).contains(sampling & 15)
      else { return false }
      guard !components.contains(where: { $0.identifier == identifier }) else { return false }
      components.append(
        Component(
          identifier: identifier, horizontalSampling: Int(sampling >> 4),
          verticalSampling: Int(sampling & 15), quantization: Int(table)))
    }
    return true
  }
}
