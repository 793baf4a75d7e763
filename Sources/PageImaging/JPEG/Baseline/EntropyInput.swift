// SPDX-License-Identifier: Apache-2.0

/// The entropy-coded bytes of a JPEG, read front to back through bounded buffers and freed of
/// stuffing.
///
/// `RestartIntervals` does the same to a whole scan in memory, which a progressive decoder has anyway.
///
/// Behind each FF of coded data stands a 00 that means nothing (ITU-T T.81, F.1.2.3). Taking it
/// out of a whole buffer at once leaves bits that a decoder can load eight bytes at a time.
///
/// Safe as a value: its pointer leads into storage that it owns.
@safe final class EntropyInput {
  /// The reason for the end of the coded bytes.
  enum Ending: Hashable {
    /// There may be more of them.
    case open
    /// A marker with this second byte follows.
    case marker(UInt8)
    /// The file ends, or holds what an ordinary file does not.
    case unusual
  }

  /// Behind the last coded byte of the buffer.
  private(set) var codedEnd: UnsafePointer<UInt8>
  /// The reason for the end at `codedEnd`.
  private(set) var ending = Ending.open

  /// The bytes that may be read behind `codedEnd`; their values mean nothing.
  ///
  /// A decoder that looks once a unit whether its bytes are there stays inside: a unit has at
  /// most 10 blocks of 64 symbols of 16 + 15 bits, and 16 bytes are loaded ahead.
  static let slack = ReducedFrame.largestUnit * 64 * 31 / 8 + 64

  /// The last position from which a whole unit can be read without looking at the end.
  ///
  /// Behind the end of all data it is as far as eight bytes loaded ahead lead; a unit that begins
  /// later has taken bits that are not there.
  var lastSafe: UnsafePointer<UInt8> {
    unsafe ending == .open ? codedEnd - Self.slack : codedEnd + 8
  }

  private static let capacity = 65_536

  private let coded: RawStorage
  private var window: ByteWindow
  private var position: Int

  /// Prepares for reading from the offset `start`.
  init(_ source: ByteSource, from start: Int) throws(ImagingError) {
    window = ByteWindow(source)
    position = start
    coded = try RawStorage(byteCount: Self.capacity + Self.slack)
    unsafe codedEnd = UnsafePointer(coded.pointer(as: UInt8.self))
  }

  /// Begins coded data at the current byte, and returns the first coded byte.
  ///
  /// Also used behind a restart marker.
  func beginCodedData() throws(ImagingError) -> UnsafePointer<UInt8> {
    ending = .open
    unsafe codedEnd = UnsafePointer(coded.pointer(as: UInt8.self))
    return try unsafe refill(from: codedEnd)
  }

  /// Moves the coded bytes from `next` on to the front, reads more behind them, and returns where
  /// the first of them is now.
  ///
  /// - Precondition: `next` is not behind `codedEnd`.
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

  /// Copies coded bytes, without those that are stuffed behind FF, until `bytes` or the room ends.
  ///
  /// The byte behind an FF is read in place: a lookup in the window for each FF cost 7 % of a
  /// baseline page.
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
      // The window has moved.
      if isLast { break }
    }
    return unsafe end
  }

  /// Notes what follows the coded bytes behind an FF: a marker, or the end of the file.
  private func stop(at code: UInt8?) {
    ending = if let code, code != 0xFF { .marker(code) } else { .unusual }
  }

  private func byte(at offset: Int) throws(ImagingError) -> UInt8? {
    try unsafe window.bytes(at: offset)?[0]
  }
}
