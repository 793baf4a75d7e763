// SPDX-License-Identifier: Apache-2.0

/// The tables in front of a scan, and what else stands there besides the headers.
struct ReducedTables {
  /// The units from one restart marker to the next; 0 means that there are none.
  private(set) var restartInterval = 0
  // The optimizer makes a constant of a literal, which ends before the stride of its last element
  // does, and the address sanitizer complains of the copy.
  /// By number; nil where no segment defined one.
  private(set) var dcCodes = [HuffmanCode?](repeating: nil, count: 4)
  private(set) var acCodes = [HuffmanCode?](repeating: nil, count: 4)
  /// The steps of the coefficients (0, 0), (0, 1), (1, 0), (1, 1), by number.
  private(set) var steps = [SIMD4<Int32>?](repeating: nil, count: 4)

  /// Reads the body of a segment that is no frame header and no scan header.
  ///
  /// - Returns: Whether it is usual.
  /// - Throws: `ImagingError.io`.
  mutating func read(
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

extension HuffmanCode {
  /// Reads one table from a DHT segment behind its class and number.
  ///
  /// The number of bytes it took is 16 and one for each code.
  static func read(from input: EntropyInput) throws(ImagingError) -> HuffmanCode? {
    var counts: [Int] = []
    for _ in 0..<longestLength {
      guard let count = try input.nextByte() else { return nil }
      counts.append(Int(count))
    }
    var symbols: [UInt8] = []
    for _ in 0..<min(counts.reduce(0, +), 257) {
      guard let symbol = try input.nextByte() else { return nil }
      symbols.append(symbol)
    }
    guard symbols.count <= 256 else { return nil }
    return HuffmanCode(counts: counts, symbols: symbols)
  }
}
