// SPDX-License-Identifier: Apache-2.0

/// A writer of the bytes of a small JPEG, segment by segment.
struct JPEGBuilder {
  /// The bytes written so far, beginning with the start of the image.
  private(set) var bytes: [UInt8] = [0xFF, 0xD8]

  /// A file with the minimum of segments for a header.
  static func minimal(
    width: Int = 64, height: Int = 48, orientation: Int? = nil, density: (UInt8, Int, Int)? = nil
  ) -> [UInt8] {
    var builder = JPEGBuilder()
    if let density { builder.jfif(unit: density.0, x: density.1, y: density.2) }
    if let orientation { builder.exif(TIFFBuilder(orientation: orientation).bytes) }
    builder.frame(width: width, height: height)
    builder.scan()
    builder.end()
    return builder.bytes
  }

  mutating func raw(_ more: [UInt8]) { bytes += more }

  mutating func segment(_ code: UInt8, _ body: [UInt8]) {
    bytes += [0xFF, code] + bigEndian(body.count + 2, 2) + body
  }

  mutating func jfif(unit: UInt8 = 0, x: Int = 1, y: Int = 1) {
    let version: [UInt8] = [1, 2]
    let density = [unit] + bigEndian(x, 2) + bigEndian(y, 2)
    segment(0xE0, Array("JFIF\0".utf8) + version + density + [0, 0])
  }

  mutating func exif(_ block: [UInt8]) {
    segment(0xE1, Array("Exif\0\0".utf8) + block)
  }

  mutating func adobe(transform: UInt8) {
    segment(0xEE, Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, transform])
  }

  mutating func frame(
    _ code: UInt8 = 0xC0, width: Int = 64, height: Int = 48, precision: UInt8 = 8,
    identifiers: [UInt8] = [1, 2, 3], sampling: UInt8 = 0x11
  ) {
    var body = [precision] + bigEndian(height, 2) + bigEndian(width, 2)
    body.append(UInt8(identifiers.count))
    for identifier in identifiers { body += [identifier, sampling, 0] }
    segment(code, body)
  }

  /// Starts a scan and adds coded pixels, including a stuffed byte and a restart marker.
  mutating func scan(components: UInt8 = 1, pixelCount: Int = 8) {
    var body = [components]
    for index in 0..<components { body += [index + 1, 0] }
    segment(0xDA, body + [0, 63, 0])
    raw([0x12, 0xFF, 0x00, 0x34, 0xFF, 0xD0] + [UInt8](repeating: 0x55, count: pixelCount))
  }

  mutating func deferredHeight(_ height: Int) { segment(0xDC, bigEndian(height, 2)) }

  mutating func end() { bytes += [0xFF, 0xD9] }
}

/// Returns a number in bytes, most significant first.
func bigEndian(_ value: Int, _ count: Int) -> [UInt8] {
  (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
}
