// SPDX-License-Identifier: Apache-2.0

import GalleryTestSupport

/// A zlib stream (RFC 1950) of given bytes in random blocks, with at most one defect.
struct DeflateStream {
  /// The defect of a stream; its checksum is correct unless that is the defect.
  enum Defect: CaseIterable {
    case unusedLiteralWord, unusedDistanceWord, unusedLengthWord
    case twiceUsedLiteralWord, twiceUsedDistanceWord, twiceUsedLengthWord
    case noEndOfBlock, distanceBeforeStart, unknownBlock, storedLength
    case smallWindow, largeWindow, method, headerCheck, dictionary
    case checkSum, noCheckSum, cutOff, bytesBehind

    /// Whether a code contains an invalid, unused code.
    var isUnusedWord: Bool {
      [.unusedLiteralWord, .unusedDistanceWord, .unusedLengthWord].contains(self)
    }

    fileprivate var isOfDynamicBlocks: Bool {
      isUnusedWord || self == .noEndOfBlock
        || [.twiceUsedLiteralWord, .twiceUsedDistanceWord, .twiceUsedLengthWord].contains(self)
    }
  }

  let defect: Defect?
  private let content: [UInt8]
  private var generator: SeededGenerator
  private var writer = DeflateWriter()

  init(_ content: [UInt8], defect: Defect?, seed: UInt64) {
    self.content = content
    self.defect = defect
    generator = SeededGenerator(seed: seed)
  }

  /// The bytes of the stream.
  mutating func bytes() -> [UInt8] {
    var position = 0
    while position < content.count {
      let count = min(content.count - position, .random(in: 1...4000, using: &generator))
      writeBlock(position..<position + count)
      position += count
    }
    writer.align()
    var stream = header() + writer.bytes + Zlib.adler32(content)
    switch defect {
    case .checkSum: stream[stream.count - 1] ^= 4
    case .noCheckSum: stream.removeLast(.random(in: 1...4, using: &generator))
    case .cutOff: stream.removeLast(.random(in: 5...stream.count - 1, using: &generator))
    case .bytesBehind: stream += [0, 1, 2]
    default: break
    }
    return stream
  }

  /// The method and the window, the dictionary flag, and a checksum of both (section 2.2).
  private mutating func header() -> [UInt8] {
    let window =
      switch defect {
      case .smallWindow: Int.random(in: 0...6, using: &generator)
      case .largeWindow: Int.random(in: 8...15, using: &generator)
      default: 7
      }
    let method = window << 4 | (defect == .method ? 7 : 8)
    var flags = defect == .dictionary ? 0x20 : 0
    flags += 31 - (method << 8 | flags) % 31
    if defect == .headerCheck { flags ^= 1 }
    return [UInt8(method), UInt8(flags)]
  }

  private mutating func writeBlock(_ range: Range<Int>) {
    let isLast = range.upperBound == content.count
    let isDynamic = defect?.isOfDynamicBlocks == true
    let kind =
      switch defect {
      case .unknownBlock where isLast: 3
      case .storedLength: 0
      default: isDynamic ? 2 : Int.random(in: 0...2, using: &generator)
      }
    writer.number(isLast ? 1 : 0, bitCount: 1)
    writer.number(kind, bitCount: 2)
    switch kind {
    case 0:
      let mask = isLast && defect == .storedLength ? 0xFFFE : 0xFFFF
      let lengths = [range.count, range.count ^ mask].flatMap { [$0 & 255, $0 >> 8] }
      writer.raw(lengths.map { UInt8($0) } + content[range])
    case 1:
      let literals = (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 }
      write(
        tokens(range), DeflateCodes(literals: literals, distances: Array(repeating: 5, count: 32)))
    default:
      let tokens = tokens(range)
      let codes = DeflateCodes(for: tokens, defect, &generator)
      codes.write(to: &writer, defect, &generator)
      write(tokens, codes)
    }
  }

  private mutating func write(_ tokens: [DeflateToken], _ codes: DeflateCodes) {
    let literals = HuffmanWord.words(lengths: codes.literals)
    let distances = HuffmanWord.words(lengths: codes.distances)
    for token in tokens {
      let (literal, distance) = token.symbols
      writer.symbol(literal.number, of: literals)
      writer.number(literal.extra, bitCount: literal.extraBitCount)
      guard let distance else { continue }
      writer.symbol(distance.number, of: distances)
      writer.number(distance.extra, bitCount: distance.extraBitCount)
    }
    writer.symbol(DeflateCodes.endOfBlock, of: literals)
  }

  private mutating func tokens(_ range: Range<Int>) -> [DeflateToken] {
    var tokens: [DeflateToken] = []
    var position = range.lowerBound
    while position < range.upperBound {
      if defect == .distanceBeforeStart, position > 8, range.upperBound - position > 3 {
        tokens.append(.match(length: 3, distance: position + 1))
        position += 3
        continue
      }
      let distance = Int.random(in: 1...max(1, min(position, 32_768)), using: &generator)
      let length = matchLength(at: position, distance, in: range)
      if length >= 3 {
        tokens.append(.match(length: length, distance: distance))
        position += length
      } else {
        tokens.append(.literal(content[position]))
        position += 1
      }
    }
    return tokens
  }

  private func matchLength(at position: Int, _ distance: Int, in range: Range<Int>) -> Int {
    var length = 0
    while distance <= position, length < 258, position + length < range.upperBound,
      content[position + length] == content[position + length - distance]
    { length += 1 }
    return length
  }
}
