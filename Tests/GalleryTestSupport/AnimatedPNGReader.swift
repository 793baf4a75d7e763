// SPDX-License-Identifier: Apache-2.0

/// A parser of animated PNGs, strictly by the specification.
///
/// It shares no code with the encoder. A decoder of still images decodes the pixels.
public struct AnimatedPNGReader {
  /// A violation of the specification.
  public struct Mistake: Error {
    /// A description of the violation.
    public let text: String
  }

  /// One stored frame.
  public struct Frame {
    /// The column of the rectangle.
    public let x: Int
    /// The row of the rectangle.
    public let y: Int
    /// The columns of the rectangle.
    public let width: Int
    /// The rows of the rectangle.
    public let height: Int
    /// The duration of the frame, in ticks.
    public let delay: Int
    /// The number of ticks per second.
    public let ticksPerSecond: Int
    /// The rectangle as a still image.
    public let png: [UInt8]
  }

  /// The width of the image, in pixels.
  public private(set) var width = 0
  /// The height of the image, in pixels.
  public private(set) var height = 0
  /// The number of times the animation is played; zero for an infinite loop.
  public private(set) var playCount = -1
  /// The stored frames in order.
  public private(set) var frames: [Frame] = []

  private var header: [UInt8] = []
  private var announcedFrameCount = -1
  private var sequenceNumber = 0
  private var control: [UInt8] = []
  private var data: [UInt8] = []

  /// Parses a file.
  ///
  /// - Parameter file: The bytes.
  /// - Throws: `Mistake` for any violation of the specification.
  public init(_ file: [UInt8]) throws {
    guard file.starts(with: [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10]) else {
      throw Mistake(text: "the signature is missing")
    }
    var rest = file[8...]
    var names: [String] = []
    while !rest.isEmpty { names.append(try take(&rest)) }
    guard names.starts(with: ["IHDR", "acTL", "fcTL", "IDAT"]), names.last == "IEND" else {
      throw Mistake(text: "wrong order of chunks: \(names)")
    }
    guard frames.count == announcedFrameCount else {
      throw Mistake(text: "\(announcedFrameCount) frames announced, \(frames.count) found")
    }
  }

  private mutating func take(_ rest: inout ArraySlice<UInt8>) throws -> String {
    guard rest.count >= 12 else { throw Mistake(text: "a chunk header is cut off") }
    let length = Self.number(rest.prefix(4))
    guard rest.count >= length + 12 else { throw Mistake(text: "a chunk is cut off") }
    let body = rest.dropFirst(4).prefix(4 + length)
    let sum = Self.number(rest.dropFirst(8 + length).prefix(4))
    guard sum == Self.checkSum(body) else {
      throw Mistake(text: "the checksum of a chunk is wrong")
    }
    rest = rest.dropFirst(12 + length)
    let name = String(decoding: body.prefix(4), as: UTF8.self)
    try add(name, Array(body.dropFirst(4)))
    return name
  }

  private mutating func add(_ name: String, _ body: [UInt8]) throws {
    switch name {
    case "IHDR":
      header = body
      (width, height) = (Self.number(body[0..<4]), Self.number(body[4..<8]))
    case "acTL": (announcedFrameCount, playCount) = (Self.number(body[0..<4]), Int(body[7]))
    case "fcTL":
      try finishFrame()
      try checkSequence(body)
      control = body
    case "IDAT": data += body
    case "fdAT":
      try checkSequence(body)
      data += body.dropFirst(4)
    case "IEND": try finishFrame()
    default: throw Mistake(text: "unexpected chunk \(name)")
    }
  }

  private mutating func checkSequence(_ body: [UInt8]) throws {
    guard Self.number(body[0..<4]) == sequenceNumber else {
      throw Mistake(text: "wrong sequence number")
    }
    sequenceNumber += 1
  }

  private mutating func finishFrame() throws {
    guard !control.isEmpty else { return }
    let numbers = [4, 8, 12, 16].map { Self.number(control[$0..<$0 + 4]) }
    guard control[24] == 0, control[25] == 0 else {
      throw Mistake(text: "unsupported dispose or blend operation")
    }
    guard numbers[0] > 0, numbers[1] > 0, numbers[0] + numbers[2] <= width,
      numbers[1] + numbers[3] <= height
    else { throw Mistake(text: "a frame outside the image") }
    let still =
      [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10]
      + Self.chunk("IHDR", control[4..<12] + header[8...]) + Self.chunk("IDAT", data[...])
      + Self.chunk("IEND", [])
    frames.append(
      Frame(
        x: numbers[2], y: numbers[3], width: numbers[0], height: numbers[1],
        delay: Self.number(control[20..<22]), ticksPerSecond: Self.number(control[22..<24]),
        png: still))
    (control, data) = ([], [])
  }

  /// Returns the visible image at each frame, three bytes per pixel.
  ///
  /// - Parameter decode: Returns the pixels of a still image, three bytes each.
  /// - Returns: The pixels of the whole image for each stored frame.
  /// - Throws: `Mistake` if a rectangle has a wrong number of pixels, and the errors of `decode`.
  public func pictures(decode: ([UInt8]) throws -> [UInt8]) throws -> [[UInt8]] {
    var canvas = [UInt8](repeating: 0, count: width * height * 3)
    return try frames.map { frame in
      let pixels = try decode(frame.png)
      guard pixels.count == frame.width * frame.height * 3 else {
        throw Mistake(text: "wrong number of pixels")
      }
      for row in 0..<frame.height {
        let target = ((frame.y + row) * width + frame.x) * 3
        canvas.replaceSubrange(
          target..<target + frame.width * 3,
          with: pixels[row * frame.width * 3..<(row + 1) * frame.width * 3])
      }
      return canvas
    }
  }

  // MARK: - Bytes

  private static func chunk(_ name: String, _ body: ArraySlice<UInt8>) -> [UInt8] {
    let named = Array(name.utf8) + body
    return bytes(body.count) + named + bytes(checkSum(named[...]))
  }

  private static func bytes(_ number: Int) -> [UInt8] {
    (0..<4).map { UInt8(number >> (24 - 8 * $0) & 255) }
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> Int {
    bytes.reduce(0) { $0 << 8 | Int($1) }
  }

  private static func checkSum(_ bytes: ArraySlice<UInt8>) -> Int {
    var sum: UInt32 = .max
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
    }
    return Int(~sum)
  }
}
