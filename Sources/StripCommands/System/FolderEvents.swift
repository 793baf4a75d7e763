// SPDX-License-Identifier: Apache-2.0

import GallerySystem

/// A watch of a folder and its subfolders with their paths.
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

  private let queue: FolderEventQueue
  private let path: Path

  /// The watched folders by number of the watch, with the prefix of the paths of their files.
  private var folders: [Int32: [UInt8]] = [:]

  private static let kinds: FolderEvent.Kinds = [
    .created, .closedByWriter, .renamedTo, .selfRemoved, .selfRenamed,
  ]

  /// Starts to watch a folder.
  init(_ folder: Path) throws(SystemError) {
    path = folder
    queue = try FolderEventQueue()
    folders[try watch(folder)] = []
  }

  deinit { queue.close() }

  /// The descriptor to poll.
  var descriptor: Int32 { queue.descriptor }

  private func watch(_ folder: Path) throws(SystemError) -> Int32 {
    try queue.watch(folder, for: Self.kinds)
  }

  /// Watches exactly these subfolders.
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
    for number in folders.keys where found[number] == nil { queue.endWatch(number) }
    folders = found
    if let failure { throw failure }
  }

  /// Returns the events since the last call, without blocking.
  func take() throws(SystemError) -> [Event] {
    var events: [Event] = []
    try queue.takeEvents { event in
      if let event = Event(event, folder: folders[event.watch]) { events.append(event) }
    }
    return events
  }
}

extension FolderEvents.Event {
  /// Translates an event of the kernel; fails for one that does not matter.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - folder: The prefix of the paths of the files of its folder, `nil` if it is of no folder.
  init?(_ event: FolderEvent, folder: [UInt8]?) {
    let kinds = event.kinds
    if kinds.contains(.overflow) {
      self = .overflow
    } else if let folder, !kinds.isDisjoint(with: Self.endsOfFolders) {
      self = folder.isEmpty ? .folderLost : .foldersChanged
    } else if let folder, kinds.contains(.isFolder), folder.isEmpty {
      self = .foldersChanged
    } else if let folder, !kinds.contains(.isFolder), !event.name.isEmpty {
      let path = folder + event.name
      self = kinds.contains(.created) ? .appeared(path) : .completed(path)
    } else {
      return nil
    }
  }

  private static let endsOfFolders: FolderEvent.Kinds = [
    .selfRemoved, .selfRenamed, .unmounted, .watchEnded,
  ]
}
