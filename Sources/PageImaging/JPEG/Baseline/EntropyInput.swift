// SPDX-License-Identifier: Apache-2.0

/// The entropy-coded bytes of a JPEG without byte stuffing, read sequentially in bounded buffers.
///
/// `RestartIntervals` removes the stuffing of a whole scan, which a progressive decoder holds in
/// memory anyway.
///
/// In coded data a stuffed 00 follows each FF (ITU-T T.81, F.1.2.3). Without the stuffing, a
/// decoder can load eight bytes at a time.
///
/// Safe as a value: its pointer points into storage that it owns.
@safe final class EntropyInput {
  /// The reason for the end of the coded bytes.
  enum Ending: Hashable {
    /// More bytes can follow.
    case open
    /// A marker with this second byte follows.
    case marker(UInt8)
    /// The file ends, or a fill byte (a second FF) follows.
    case unusual
  }

  /// The end of the coded bytes in the buffer.
  private(set) var codedEnd: UnsafePointer<UInt8>
  /// The reason for the end at `codedEnd`.
  private(set) var ending = Ending.open

  /// The number of bytes after `codedEnd` that may be read; their values are meaningless.
  ///
  /// A decoder that checks its position once per unit stays within these bytes: a unit has at most
  /// 10 blocks of 64 symbols of 16 + 15 bits, and 16 bytes are loaded ahead.
  static let slack = ReducedFrame.largestUnit * 64 * 31 / 8 + 64

  /// The last position from which a whole unit can be read without a bounds check.
  ///
  /// At the end of all data, eight bytes can have been loaded ahead. A unit that starts later has
  /// consumed bits that do not exist.
  var lastSafe: UnsafePointer<UInt8> {
    unsafe ending == .open ? codedEnd - Self.slack : codedEnd + 8
  }

  private static let capacity = 65_536

  private let coded: RawStorage
  private var window: ByteWindow
  private var position: Int

  /// Creates an input that starts at the offset `start`.
  init(_ source: ByteSource, from start: Int) throws(ImagingError) {
    window = ByteWindow(source)
    position = start
    coded = try RawStorage(byteCount: Self.capacity + Self.slack)
    unsafe codedEnd = UnsafePointer(coded.pointer(as: UInt8.self))
  }

  /// Starts coded data at the current byte, and returns a pointer to the first coded byte.
  ///
  /// Also called after a restart marker.
  func beginCodedData() throws(ImagingError) -> UnsafePointer<UInt8> {
    ending = .open
    unsafe codedEnd = UnsafePointer(coded.pointer(as: UInt8.self))
    return try unsafe refill(from: codedEnd)
  }

  /// Moves the coded bytes from `next` on to the front of the buffer, and reads more after them.
  ///
  /// Returns the new address of the byte at `next`.
  ///
  /// - Precondition: `next` is not past `codedEnd`.
  func refill(from next: UnsafePointer<UInt8>) throws(ImagingError) -> UnsafePointer<UInt8> {
    let first = unsafe coded.pointer(as: UInt8.self)
    let kept = unsafe codedEnd - next
    precondition(kept >= 0, "data were read after the end of a scan")
    unsafe first.update(from: next, count: kept)
    var end = unsafe first + kept
    let limit = unsafe first + Self.capacity
    while ending == .open, unsafe end < limit {
      guard let bytes = try unsafe window.bytes(at: position) else {
        ending = .unusual
        break
      }
      unsafe end = try unsafe copyRuns(of: bytes, to: end, limit: limit)
    }
    unsafe codedEnd = UnsafePointer(end)
    return unsafe UnsafePointer(first)
  }

  /// Copies coded bytes without their stuffing, until `bytes` or the free space ends.
  ///
  /// The byte after an FF is read in place: a lookup in the window for each FF takes 7 % of the
  /// time of a baseline page.
  private func copyRuns(
    of bytes: UnsafeRawBufferPointer, to target: UnsafeMutablePointer<UInt8>,
    limit: UnsafeMutablePointer<UInt8>
  ) throws(ImagingError) -> UnsafeMutablePointer<UInt8> {
    var (end, index) = unsafe (target, 0)
    defer { position += index }
    while index < bytes.count, unsafe end < limit {
      let room = unsafe min(bytes.count - index, limit - end)
      let run = unsafe UnsafeRawBufferPointer(rebasing: bytes[index..<index + room])
      let found = unsafe CLibrary.firstIndex(of: 0xFF, in: run)
      let count = found ?? room
      if count > 0, let base = run.baseAddress {
        unsafe UnsafeMutableRawPointer(end).copyMemory(from: base, byteCount: count)
      }
      unsafe end += count
      index += count
      guard found != nil else { continue }
      let isLast = index + 1 == bytes.count
      let code = isLast ? try byte(at: position + index + 1) : unsafe bytes[index + 1]
      index += 2
      guard code == 0 else {
        stop(at: code)
        break
      }
      unsafe end[0] = 0xFF
      unsafe end += 1
      // `byte(at:)` can have moved the window, which invalidates `bytes`.
      if isLast { break }
    }
    return unsafe end
  }

  /// Sets `ending` by the byte that follows an FF; `nil` is the end of the file.
  private func stop(at code: UInt8?) {
    ending = if let code, code != 0xFF { .marker(code) } else { .unusual }
  }

  private func byte(at offset: Int) throws(ImagingError) -> UInt8? {
    try unsafe window.bytes(at: offset)?[0]
  }
}
