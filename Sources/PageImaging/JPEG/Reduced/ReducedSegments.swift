// SPDX-License-Identifier: Apache-2.0

import GalleryModel

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
  /// The units from one restart marker to the next; 0 means that there are none.
  private(set) var restartInterval = 0
  /// By number; nil where no segment defined one.
  private(set) var dcCodes: [HuffmanCode?] = [nil, nil, nil, nil]
  private(set) var acCodes: [HuffmanCode?] = [nil, nil, nil, nil]
  /// The steps of the coefficients (0, 0), (0, 1), (1, 0), (1, 1), by number.
  private(set) var steps: [SIMD4<Int32>?] = [nil, nil, nil, nil]

  /// The blocks of the picture; nil if a table is missing or libjpeg has to judge the sampling.
  var frame: ReducedFrame? {
    var samplings: [ReducedFrame.Sampling] = []
    for component in components {
      guard let steps = steps[component.quantization] else { return nil }
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
        : try readTables(code, length: length, from: input)
      guard isUsual else { return .unusual }
    }
  }

  private mutating func readTables(
    _ code: UInt8, length: Int, from input: EntropyInput
  ) throws(ImagingError) -> Bool {
    switch code {
    case 0xC4: return try readHuffman(count: length - 2, from: input)
    case 0xDB: return try readQuantization(count: length - 2, from: input)
    case 0xDD:
      guard length == 4, let interval = try input.nextUInt16() else { return false }
      restartInterval = interval
      return true
    case 0xE0: return try readJFIF(count: length - 2, from: input)
    case 0xE1...0xEF, 0xFE:
      input.skip(length - 2)
      return true
    default: return false
    }
  }

  /// libjpeg warns of versions that it does not know.
  private func readJFIF(count: Int, from input: EntropyInput) throws(ImagingError) -> Bool {
    guard count >= 14 else {
      input.skip(count)
      return true
    }
    var start: [UInt8] = []
    for _ in 0..<6 {
      guard let byte = try input.nextByte() else { return false }
      start.append(byte)
    }
    input.skip(count - 6)
    return start[..<5] != [0x4A, 0x46, 0x49, 0x46, 0x00] || start[5] == 1
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

  private mutating func readHuffman(
    count: Int, from input: EntropyInput
  ) throws(ImagingError) -> Bool {
    var left = count
    while left > 0 {
      guard let selector = try input.nextByte(), selector >> 4 < 2, selector & 15 < 4,
        let code = try HuffmanCode.read(from: input)
      else { return false }
      left -= 17 + code.entries.count
      if selector >> 4 == 0 {
        dcCodes[Int(selector & 15)] = code
      } else {
        acCodes[Int(selector & 15)] = code
      }
    }
    return left == 0
  }

  /// Tables of 16-bit steps are taken as long as the steps fit 15, which is what the transforms
  /// of libjpeg multiply by.
  private mutating func readQuantization(
    count: Int, from input: EntropyInput
  ) throws(ImagingError) -> Bool {
    var left = count
    while left > 0 {
      guard let selector = try input.nextByte(), selector >> 4 < 2, selector & 15 < 4 else {
        return false
      }
      var table: [Int32] = []
      for _ in 0..<64 {
        guard let step = try selector < 16 ? input.nextByte().map(Int.init) : input.nextUInt16(),
          step <= Int16.max
        else { return false }
        table.append(Int32(step))
      }
      left -= selector < 16 ? 65 : 129
      // The numbers of (0, 0), (0, 1), (1, 0) and (1, 1) in the zigzag.
      steps[Int(selector & 15)] = SIMD4(table[0], table[1], table[2], table[4])
    }
    return left == 0
  }
}

/// The header of a scan.
struct ReducedScan {
  /// A component in the scan: its place in the frame, and the numbers of its Huffman codes.
  struct Component: Hashable {
    let index: Int
    let dcCode: Int
    let acCode: Int
  }

  let components: [Component]
  /// The first and last coefficient in the zigzag, and the bits: as the header has them.
  let firstCoefficient: Int
  let lastCoefficient: Int
  let previousBit: Int
  let lastBit: Int

  /// Whether one scan holds all there is, as in every baseline file.
  var isSequential: Bool {
    firstCoefficient == 0 && lastCoefficient == 63 && previousBit == 0 && lastBit == 0
  }

  /// Reads the header behind its length; nil if it does not fit the frame.
  init?(
    length: Int, _ frame: [ReducedSegments.Component], from input: EntropyInput
  ) throws(ImagingError) {
    guard let count = try input.nextByte(), count > 0, count <= frame.count,
      length == 6 + 2 * Int(count)
    else { return nil }
    var components: [Component] = []
    for _ in 0..<count {
      guard let identifier = try input.nextByte(), let codes = try input.nextByte(),
        codes >> 4 < 4, codes & 15 < 4,
        let index = frame.firstIndex(where: { $0.identifier == identifier }),
        index > components.last?.index ?? -1
      else { return nil }
      components.append(
        Component(index: index, dcCode: Int(codes >> 4), acCode: Int(codes & 15)))
    }
    guard let first = try input.nextByte(), let last = try input.nextByte(),
      let bits = try input.nextByte(), first <= last, last < 64
    else { return nil }
    self.components = components
    firstCoefficient = Int(first)
    lastCoefficient = Int(last)
    previousBit = Int(bits >> 4)
    lastBit = Int(bits & 15)
  }
}
