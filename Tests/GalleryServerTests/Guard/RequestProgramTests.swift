// SPDX-License-Identifier: Apache-2.0

import GalleryTestSupport
import Testing

@testable import GalleryServer

/// Random connections with many requests.
struct RequestProgramTests {
  @Test(arguments: 0..<60 as Range<UInt64>)
  func validRequestsPassHoweverTheyAreSplit(seed: UInt64) {
    var program = RequestProgram(seed: seed)
    let bytes = program.requests()

    let framed = FramedBytes(reading: program.split(bytes))

    #expect(framed.rejection == nil, "seed \(seed)")
    #expect(framed.requests == program.lengths, "seed \(seed)")
    #expect(FramingOracle.requests(in: bytes) == program.lengths, "seed \(seed)")
  }

  @Test(arguments: 0..<60 as Range<UInt64>)
  func damagedRequestsHaveOneMeaning(seed: UInt64) {
    var program = RequestProgram(seed: seed)
    let bytes = program.requests()
    for _ in 0..<20 {
      let damaged = program.damage(bytes)
      let whole = FramedBytes(reading: [damaged])
      let parts = FramedBytes(reading: program.split(damaged))
      #expect(whole == parts, "seed \(seed)")
    }
  }
}

/// A source of random valid requests.
private struct RequestProgram {
  private var random: SeededGenerator

  /// The content lengths of the requests.
  private(set) var lengths: [Int] = []

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  mutating func requests() -> [UInt8] {
    (0..<Int.random(in: 1...6, using: &random)).flatMap { _ in request() }
  }

  /// Divides bytes at random positions.
  mutating func split(_ bytes: [UInt8]) -> [[UInt8]] {
    var parts: [[UInt8]] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = Int.random(in: 1...40, using: &random)
      parts.append(Array(rest.prefix(count)))
      rest = rest.dropFirst(count)
    }
    return parts
  }

  /// Replaces, removes or repeats some bytes.
  mutating func damage(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      guard let position = bytes.indices.randomElement(using: &random) else { break }
      let byte: UInt8 = [0, 9, 10, 13, 32, 48, 58, 59, 255].randomElement(using: &random) ?? 0
      switch Int.random(in: 0..<3, using: &random) {
      case 0: bytes[position] = byte
      case 1: bytes.remove(at: position)
      default: bytes.insert(byte, at: position)
      }
    }
    return bytes
  }

  private mutating func request() -> [UInt8] {
    let content = (0..<Int.random(in: 0...50, using: &random)).map { _ in
      UInt8.random(in: .min ... .max, using: &random)
    }
    lengths.append(content.count)
    var fields = ["Host: gallery.example", "Accept: */*", "X-Empty:", "X-Tab: a\tb "]
    let isChunked = random.chance(0.5)
    if isChunked { fields.append("Transfer-Encoding: chunked") }
    if !isChunked { fields.append("content-LENGTH:\(content.count)") }
    fields.shuffle(using: &random)
    let start = random.chance(0.2) ? "\r\n" : ""
    let header = start + "POST /a?b=c HTTP/1.1\r\n" + fields.joined(separator: "\r\n") + "\r\n\r\n"
    return Array(header.utf8) + (isChunked ? chunks(content) : content)
  }

  private mutating func chunks(_ content: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = content[...]
    while !rest.isEmpty {
      let chunk = rest.prefix(Int.random(in: 1...20, using: &random))
      let suffix = random.chance(0.3) ? ";name=value" : ""
      bytes += Array((String(chunk.count, radix: 16) + suffix + "\r\n").utf8) + chunk + [13, 10]
      rest = rest.dropFirst(chunk.count)
    }
    let trailer = random.chance(0.3) ? "Digest: a\r\n" : ""
    return bytes + Array("0\r\n\(trailer)\r\n".utf8)
  }
}
