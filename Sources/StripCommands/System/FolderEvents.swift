// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A watch of a folder and its subfolders with inotify(7).
final class FolderEvents {
  /// An event; files are identified by their paths in the folder.
  enum Event: Hashable, Sendable {
    /// A file appeared, and is probably still being written.
    case appeared([UInt8])
    /// A file was closed by its writer, or renamed to its final name when it was complete.
    case completed([UInt8])
    /// A subfolder was created, removed or renamed.
    case foldersChanged
    /// Events were lost.
    case overflow
    /// The folder was removed or renamed.
    case folderLost
  }

  /// The descriptor to poll.
  let descriptor: System.Descriptor

  private let path: Path

  /// The watched folders by watch descriptor, with the prefix of the paths of their files.
  private var folders: [Int32: [UInt8]] = [:]

  private static let mask =
    UInt32(IN_CREATE) | UInt32(IN_CLOSE_WRITE) | UInt32(IN_MOVED_TO) | UInt32(IN_DELETE_SELF)
    | UInt32(IN_MOVE_SELF) | UInt32(IN_ONLYDIR)

  // Room for hundreds of events, and always for the longest name.
  private static let byteCount = 1 << 16
  private static let headerByteCount = MemoryLayout<inotify_event>.size

  /// Starts to watch a folder.
  init(_ folder: Path) throws(SystemError) {
    path = folder
    descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    guard descriptor >= 0 else { throw SystemError(number: errno) }
    folders[try watch(folder)] = []
  }

  deinit {
    if descriptor >= 0 { try? System.close(descriptor) }
  }

  private func watch(_ folder: Path) throws(SystemError) -> Int32 {
    let number = folder.withCString { inotify_add_watch(descriptor, $0, Self.mask) }
    guard number >= 0 else { throw SystemError(number: errno) }
    return number
  }

  /// Watches exactly these subfolders.
  ///
  /// The watch descriptor of a folder stays the same while it is watched, even if the folder is
  /// renamed.
  ///
  /// - Throws: The error of the last folder that cannot be watched, unless it no longer exists.
  func watchInside(_ names: [[UInt8]]) throws(SystemError) {
    var failure: SystemError?
    var found = folders.filter { $0.value.isEmpty }
    for name in names {
      do throws(SystemError) {
        found[try watch(path.appending(name))] = name + [UInt8(ascii: "/")]
      } catch  where !error.isUnreachableFile {
        failure = error
      } catch {}
    }
    for number in folders.keys where found[number] == nil { inotify_rm_watch(descriptor, number) }
    folders = found
    if let failure { throw failure }
  }

  /// Returns the events since the last call, without blocking.
  func take() throws(SystemError) -> [Event] {
    var events: [Event] = []
    while true {
      var buffer = [UInt8](repeating: 0, count: Self.byteCount)
      let count = read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 || errno == EAGAIN else { throw SystemError(number: errno) }
      guard count > 0 else { return events }
      events += Self.events(in: buffer[..<count], of: folders)
    }
  }
}

// MARK: - Reading

extension FolderEvents {
  /// Parses the events in a buffer: each is a header and a name padded with NUL.
  ///
  /// - Parameters:
  ///   - bytes: The buffer.
  ///   - folders: The watched folders by watch descriptor, with the prefix of the paths of their
  ///     files.
  /// - Returns: The events of these folders, and those of no folder.
  static func events(in bytes: ArraySlice<UInt8>, of folders: [Int32: [UInt8]]) -> [Event] {
    var events: [Event] = []
    var rest = bytes
    while rest.count >= headerByteCount {
      let (number, mask, nameByteCount) = rest.withUnsafeBytes { raw in
        (
          raw.loadUnaligned(fromByteOffset: 0, as: Int32.self),
          raw.loadUnaligned(fromByteOffset: 4, as: UInt32.self),
          Int(raw.loadUnaligned(fromByteOffset: 12, as: UInt32.self))
        )
      }
      let name = rest.dropFirst(headerByteCount).prefix(nameByteCount).prefix { $0 != 0 }
      if let event = event(mask: mask, name: Array(name), folder: folders[number]) {
        events.append(event)
      }
      rest = rest.dropFirst(headerByteCount + nameByteCount)
    }
    return events
  }

  private static func event(mask: UInt32, name: [UInt8], folder: [UInt8]?) -> Event? {
    func has(_ bit: Int) -> Bool { mask & UInt32(truncatingIfNeeded: bit) != 0 }
    if has(Int(IN_Q_OVERFLOW)) { return .overflow }
    guard let folder else { return nil }
    if has(Int(IN_DELETE_SELF)) || has(Int(IN_MOVE_SELF)) || has(Int(IN_UNMOUNT))
      || has(Int(IN_IGNORED))
    {
      return folder.isEmpty ? .folderLost : .foldersChanged
    }
    if has(Int(IN_ISDIR)) { return folder.isEmpty ? .foldersChanged : nil }
    guard !name.isEmpty else { return nil }
    return has(Int(IN_CREATE)) ? .appeared(folder + name) : .completed(folder + name)
  }
}
