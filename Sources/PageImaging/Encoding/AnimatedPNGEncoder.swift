// SPDX-License-Identifier: Apache-2.0

public import GalleryGeometry

/// An encoder of animated PNG files, frame by frame.
///
/// A program without support for animations shows the first frame. For each further frame, only the
/// rectangle that has changed is stored; a frame without a change prolongs the previous one. The
/// number of frames is stored at the start of the file but known only at the end, so ``finish()``
/// also returns bytes that overwrite it:
///
/// ```swift
/// func animation(from first: Bitmap, _ others: [Bitmap]) throws -> [UInt8] {
///   var encoder = AnimatedPNGEncoder(size: first.size, format: first.format, ticksPerSecond: 30)
///   var file = try encoder.add(first)
///   for frame in others { file += try encoder.add(frame) }
///   let ending = encoder.finish()
///   file += ending.bytes
///   let count = ending.frameCountBytes
///   let start = ending.frameCountOffset
///   file.replaceSubrange(start..<start + count.count, with: count)
///   return file
/// }
/// ```
///
/// The encoder keeps one frame, and the compressed data of one frame. The same frames give the same
/// bytes. The format is that of the Portable Network Graphics Specification, third edition.
public struct AnimatedPNGEncoder: Sendable {
  /// The sides of all frames, in pixels.
  public let size: PixelSize

  /// The format of the pixels of all frames.
  public let format: PixelFormat

  /// The number of ticks per second; a tick is the unit of durations.
  public let ticksPerSecond: Int

  private var previous: Bitmap?
  private var pending: PendingFrame?
  private var frameCount = 0
  private var sequenceNumber: UInt32 = 0

  /// The longest duration of a frame in the file, in ticks.
  static let longestDelay = Int(UInt16.max)

  /// Creates an encoder for an animation that repeats forever.
  ///
  /// - Parameters:
  ///   - size: The sides of all frames.
  ///   - format: The format of the pixels of all frames.
  ///   - ticksPerSecond: The number of ticks per second, such as the frame rate.
  /// - Precondition: `size` is valid and `ticksPerSecond` is in `1...65535`.
  public init(size: PixelSize, format: PixelFormat, ticksPerSecond: Int) {
    precondition(size.isValid, "an animation without pixels")
    precondition((1...Self.longestDelay).contains(ticksPerSecond), "ticksPerSecond out of range")
    self.size = size
    self.format = format
    self.ticksPerSecond = ticksPerSecond
  }

  /// Adds a frame.
  ///
  /// - Parameters:
  ///   - frame: The next picture.
  ///   - ticks: The duration of the frame, in ticks; 1 by default.
  /// - Returns: The next bytes of the file, often none.
  /// - Throws: `ImagingError.outOfMemory`.
  /// - Precondition: `frame` has the size and the format of the animation, and `ticks` is in
  ///   `1...65535`.
  /// - Complexity: O(number of pixels).
  public mutating func add(_ frame: Bitmap, ticks: Int = 1) throws(ImagingError) -> [UInt8] {
    precondition(frame.size == size && frame.format == format, "a frame of another kind")
    precondition((1...Self.longestDelay).contains(ticks), "ticks out of range")
    let changed =
      previous.map { frame.changedRect(from: $0) } ?? PixelRect(x: 0, y: 0, size: size)
    let lasting = (pending?.ticks ?? 0) + ticks
    if changed.isEmpty, lasting <= Self.longestDelay {
      pending?.ticks = lasting
      return []
    }
    // A frame has at least one pixel, even if nothing changes.
    let onePixel = PixelRect(x: 0, y: 0, size: PixelSize(width: 1, height: 1))
    let rect = changed.isEmpty ? onePixel : changed
    let next = PendingFrame(rect: rect, ticks: ticks, data: try frame.smallestPNGData(of: rect))
    defer { (previous, pending) = (frame, next) }
    return pending == nil ? start() : takePending()
  }

  /// Ends the animation.
  ///
  /// - Returns: The last bytes of the file, and the bytes that overwrite earlier ones.
  /// - Precondition: There was at least one frame.
  public mutating func finish() -> Ending {
    precondition(pending != nil, "an animation without frames")
    var bytes = takePending()
    bytes.appendPNGChunk("IEND", [])
    return Ending(
      bytes: bytes, frameCountBytes: animationControl, frameCountOffset: Self.controlOffset)
  }

  /// The end of an animation.
  public struct Ending: Hashable, Sendable {
    /// The last bytes of the file.
    public let bytes: [UInt8]

    /// The bytes that overwrite those at `frameCountOffset`.
    public let frameCountBytes: [UInt8]

    /// The offset of the bytes to overwrite, from the start of the file.
    public let frameCountOffset: Int
  }
}

// MARK: - Chunks

extension AnimatedPNGEncoder {
  // The signature and the IHDR chunk precede the acTL chunk.
  private static let controlOffset = 8 + 25

  private func start() -> [UInt8] {
    var header = [UInt8](bigEndian: UInt32(size.width), UInt32(size.height))
    // 8 bits per sample, gray or RGB; compression, filter and interlace method 0.
    header += [8, format == .gray8 ? 0 : 2, 0, 0, 0]
    var bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    bytes.appendPNGChunk("IHDR", header)
    return bytes + animationControl
  }

  private var animationControl: [UInt8] {
    var bytes: [UInt8] = []
    bytes.appendPNGChunk("acTL", [UInt8](bigEndian: UInt32(frameCount), 0))
    return bytes
  }

  /// Returns the chunks of the pending frame, and removes the frame.
  private mutating func takePending() -> [UInt8] {
    guard let frame = pending else { return [] }
    var bytes: [UInt8] = []
    bytes.appendPNGChunk("fcTL", control(of: frame))
    if frameCount == 0 {
      bytes.appendPNGChunk("IDAT", frame.data)
    } else {
      bytes.appendPNGChunk("fdAT", [UInt8](bigEndian: nextSequenceNumber()) + frame.data)
    }
    frameCount += 1
    pending = nil
    return bytes
  }

  private mutating func control(of frame: PendingFrame) -> [UInt8] {
    let rect = frame.rect
    let numbers = [UInt8](
      bigEndian: nextSequenceNumber(), UInt32(rect.size.width), UInt32(rect.size.height),
      UInt32(rect.x), UInt32(rect.y), UInt32(frame.ticks) << 16 | UInt32(ticksPerSecond))
    // Dispose and blend operation 0: the rectangle replaces the pixels below it, and all others
    // stay.
    return numbers + [0, 0]
  }

  private mutating func nextSequenceNumber() -> UInt32 {
    defer { sequenceNumber += 1 }
    return sequenceNumber
  }
}

/// A frame whose duration is not known yet.
private struct PendingFrame: Sendable {
  let rect: PixelRect
  var ticks: Int
  let data: [UInt8]
}
