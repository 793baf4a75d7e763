// SPDX-License-Identifier: Apache-2.0

import Glibc

/// What inotify(7) tells about the files of one folder.
final class FolderEvents {
  /// Something that happened.
  enum Event: Hashable, Sendable {
    /// A file appeared, and is probably being written.
    case appeared([UInt8])
    /// Whoever wrote a file has closed it, or gave it its name when it was whole.
    case completed([UInt8])
    /// Events got lost.
    case overflow
    /// The folder is gone, or has another name.
    case folderLost
  }

  /// The file to wait for.
  let descriptor: System.Descriptor

  private static let mask =
    UInt32(IN_CREATE) | UInt32(IN_CLOSE_WRITE) | UInt32(IN_MOVED_TO) | UInt32(IN_DELETE_SELF)
    | UInt32(IN_MOVE_SELF) | UInt32(IN_ONLYDIR)

  // Hundreds of events at once, and always room for the longest name.
  private static let byteCount = 1 << 16
  private static let headerByteCount = MemoryLayout<inotify_event>.size

  /// Starts to watch a folder.
  init(_ folder: Path) throws(SystemError) {
    descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    guard descriptor >= 0 else { throw SystemError(number: errno) }
    let watch = folder.withCString { inotify_add_watch(descriptor, $0, Self.mask) }
    guard watch >= 0 else { throw SystemError(number: errno) }
  }

  deinit {
    if descriptor >= 0 { try? System.close(descriptor) }
  }

  /// Returns what has happened since the last call; waits for nothing.
  func take() throws(SystemError) -> [Event] {
    var events: [Event] = []
    while true {
      var buffer = [UInt8](repeating: 0, count: Self.byteCount)
      let count = read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 || errno == EAGAIN else { throw SystemError(number: errno) }
      guard count > 0 else { return events }
      events += Self.events(in: buffer[..<count])
    }
  }

  /// Reads the events of a buffer: a header each, and a name filled up with NUL.
  static func events(in bytes: ArraySlice<UInt8>) -> [Event] {
    var events: [Event] = []
    var rest = bytes
    while rest.count >= headerByteCount {
      let (mask, nameByteCount) = rest.withUnsafeBytes { raw in
        (
          raw.loadUnaligned(fromByteOffset: 4, as: UInt32.self),
          Int(raw.loadUnaligned(fromByteOffset: 12, as: UInt32.self))
        )
      }
      let name = rest.dropFirst(headerByteCount).prefix(nameByteCount).prefix { $0 != 0 }
      if let event = event(mask: mask, name: Array(name)) { events.append(event) }
      rest = rest.dropFirst(headerByteCount + nameByteCount)
    }
    return events
  }

  private static func event(mask: UInt32, name: [UInt8]) -> Event? {
    func has(_ bit: Int) -> Bool { mask & UInt32(truncatingIfNeeded: bit) != 0 }
    if has(Int(IN_Q_OVERFLOW)) { return .overflow }
    if has(Int(IN_DELETE_SELF)) || has(Int(IN_MOVE_SELF)) || has(Int(IN_UNMOUNT))
      || has(Int(IN_IGNORED))
    {
      return .folderLost
    }
    guard !has(Int(IN_ISDIR)), !name.isEmpty else { return nil }
    return has(Int(IN_CREATE)) ? .appeared(name) : .completed(name)
  }
}
