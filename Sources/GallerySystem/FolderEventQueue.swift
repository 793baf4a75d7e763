// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
  private import Glibc
#elseif canImport(Musl)
  private import Musl
#endif

/// A kernel queue of events in folders, see inotify(7).
///
/// The owner closes it.
package struct FolderEventQueue: Sendable {
  /// The descriptor, which is readable when there are events.
  package let descriptor: Int32

  /// Creates a queue that watches nothing yet.
  package init() throws(SystemError) {
    descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    guard descriptor >= 0 else { throw Calls.failure("inotify_init1") }
  }

  /// Ends all watches.
  package func close() { Calls.closeFile(descriptor) }

  /// Watches a folder.
  ///
  /// - Returns: The number of the watch, which stays the same while the folder is watched, even if
  ///   it is renamed.
  package func watch(
    _ folder: some SystemPath, for kinds: FolderEvent.Kinds
  ) throws(SystemError) -> Int32 {
    let mask = kinds.rawValue | UInt32(IN_ONLYDIR)
    let number = unsafe folder.withTerminatedBytes {
      unsafe inotify_add_watch(descriptor, $0, mask)
    }
    guard number >= 0 else { throw Calls.failure("inotify_add_watch") }
    return number
  }

  /// Ends a watch.
  package func endWatch(_ number: Int32) {
    inotify_rm_watch(descriptor, number)
  }

  /// Calls `body` with the pending events, without waiting.
  package func takeEvents(_ body: (FolderEvent) -> Void) throws(SystemError) {
    // Room for hundreds of events, and always for the longest name.
    let failure = unsafe withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 8) {
      buffer -> SystemError? in
      while true {
        let count = Calls.retrying { unsafe read(descriptor, buffer.baseAddress, buffer.count) }
        guard count >= 0 || errno == EAGAIN else { return Calls.failure("read") }
        guard count > 0 else { return nil }
        unsafe FolderEvent.forEach(in: UnsafeRawBufferPointer(rebasing: buffer[..<count]), body)
      }
    }
    if let failure { throw failure }
  }

  private typealias Calls = SystemCalls<SystemError>
}

/// An event in a watched folder.
package struct FolderEvent {
  /// What happened.
  package struct Kinds: OptionSet, Sendable {
    /// The bits of inotify(7).
    package let rawValue: UInt32

    /// Creates a set of the bits of inotify(7).
    package init(rawValue: UInt32) { self.rawValue = rawValue }

    /// A file was written to.
    package static let modified = Kinds(rawValue: UInt32(IN_MODIFY))
    /// A file or folder was created.
    package static let created = Kinds(rawValue: UInt32(IN_CREATE))
    /// A file or folder was removed.
    package static let removed = Kinds(rawValue: UInt32(IN_DELETE))
    /// A file was closed by its writer.
    package static let closedByWriter = Kinds(rawValue: UInt32(IN_CLOSE_WRITE))
    /// A file or folder got this name.
    package static let renamedTo = Kinds(rawValue: UInt32(IN_MOVED_TO))
    /// The watched folder was removed.
    package static let selfRemoved = Kinds(rawValue: UInt32(IN_DELETE_SELF))
    /// The watched folder was renamed.
    package static let selfRenamed = Kinds(rawValue: UInt32(IN_MOVE_SELF))
    /// The entry is a folder.
    package static let isFolder = Kinds(rawValue: UInt32(IN_ISDIR))
    /// The file system of the folder was unmounted.
    package static let unmounted = Kinds(rawValue: UInt32(IN_UNMOUNT))
    /// The watch has ended.
    package static let watchEnded = Kinds(rawValue: UInt32(IN_IGNORED))
    /// Events were lost.
    package static let overflow = Kinds(rawValue: UInt32(IN_Q_OVERFLOW))
  }

  /// The number of the watch.
  package let watch: Int32
  /// What happened.
  package let kinds: Kinds
  /// The name of the entry, empty for the folder itself.
  package let name: [UInt8]

  /// Calls `body` with each complete event in a buffer: a header and a name padded with NUL.
  package static func forEach(in buffer: UnsafeRawBufferPointer, _ body: (FolderEvent) -> Void) {
    let headerByteCount = MemoryLayout<inotify_event>.size
    var offset = 0
    while offset + headerByteCount <= buffer.count {
      let event = unsafe buffer.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
      let start = offset + headerByteCount
      offset = start + Int(event.len)
      guard offset <= buffer.count else { return }
      let name = unsafe Array(buffer[start..<offset].prefix { $0 != 0 })
      body(FolderEvent(watch: event.wd, kinds: Kinds(rawValue: event.mask), name: name))
    }
  }
}
