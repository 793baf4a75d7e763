// SPDX-License-Identifier: Apache-2.0

/// An independent reading of the header of a complete well-formed file.
///
/// It first splits the file into pieces and then reads each of them. It shares no code with the
/// parser and has no windows, budgets or damage handling.
struct HeaderOracle: Equatable {
  var width = 0
  var height = 0
  var orientation = 1
  var densities: [Int] = []
  var isProgressive = false
  var bitDepth = 8

  /// Reads a JPEG with complete segments.
  init(jpeg bytes: [UInt8]) {
    let segments = Self.segments(of: bytes)
    for (code, body) in segments where [0xC0, 0xC1, 0xC2, 0xC9, 0xCA].contains(code) {
      height = Self.number(body[1...2])
      width = Self.number(body[3...4])
      isProgressive = code == 0xC2 || code == 0xCA
    }
    if height == 0 || height == 65_535, let late = segments.last, late.code == 0xDC {
      height = Self.number(late.body[0...1])
    }
    for (code, body) in segments where code == 0xE0 && body.starts(with: "JFIF\0".utf8) {
      densities = Self.plausible(Self.number(body[8...9]), Self.number(body[10...11]))
    }
    let block = segments.first { $0.code == 0xE1 && $0.body.starts(with: "Exif\0\0".utf8) }
    orientation = block.map { Self.orientation(Array($0.body.dropFirst(6))) } ?? 1
  }

  /// Reads a PNG with complete chunks.
  init(png bytes: [UInt8]) {
    var rest = bytes.dropFirst(8)
    while !rest.isEmpty {
      let length = Self.number(rest.prefix(4))
      let name = String(decoding: rest.dropFirst(4).prefix(4), as: UTF8.self)
      let body = Array(rest.dropFirst(8).prefix(length))
      rest = rest.dropFirst(length + 12)
      switch name {
      case "IHDR":
        (width, height) = (Self.number(body[0...3]), Self.number(body[4...7]))
        (bitDepth, isProgressive) = (Int(body[8]), body[12] == 1)
      case "pHYs": densities = Self.plausible(Self.number(body[0...3]), Self.number(body[4...7]))
      case "eXIf": orientation = Self.orientation(body)
      default: break
      }
    }
  }

  /// `nil` if one is more than ten times the other.
  private static func plausible(_ x: Int, _ y: Int) -> [Int] {
    x > 10 * y || y > 10 * x ? [] : [x, y]
  }

  /// The segments up to the scan, and the one after it.
  private static func segments(of bytes: [UInt8]) -> [(code: Int, body: [UInt8])] {
    var result: [(code: Int, body: [UInt8])] = []
    var rest = bytes.dropFirst(2)
    while true {
      rest = rest.drop { $0 != 0xFF }.drop { $0 == 0xFF }
      guard let code = rest.first else { return result }
      rest = rest.dropFirst()
      // Restart markers and stuffed bytes among the pixels, and the end.
      if code == 0 || (0xD0...0xD7).contains(code) { continue }
      if code == 0xD9 { return result }
      let length = number(rest.prefix(2))
      result.append((Int(code), Array(rest.prefix(length).dropFirst(2))))
      rest = rest.dropFirst(length)
    }
  }

  /// Converts the block to big-endian if it is little-endian, entry by entry, then compares bytes.
  private static func orientation(_ block: [UInt8]) -> Int {
    func read(_ offset: Int, _ count: Int) -> Int {
      let field = block[offset..<offset + count]
      return block[0] == UInt8(ascii: "I") ? number(Array(field.reversed())) : number(field)
    }
    let start = read(4, 4)
    let entries = (0..<read(start, 2)).map { start + 2 + 12 * $0 }
    let found = entries.first { read($0, 2) == 0x0112 }.map { read($0 + 8, 2) } ?? 1
    return found >= 1 && found <= 8 ? found : 1
  }

  private static func number(_ bytes: some Sequence<UInt8>) -> Int {
    bytes.reduce(0) { $0 * 256 + Int($1) }
  }
}
