// SPDX-License-Identifier: Apache-2.0

import GallerySystem

/// Bytes on their way into a cache of originals.
///
/// Its file has a name of its own until all bytes are there, and is removed with its last reference.
final class OriginalDraft: Sendable {
  /// What the names of these files begin with.
  static let prefix = "new-"

  private let place: OriginalCacheRoom.Place
  private let folder: Folder
  private let name: String
  private let descriptor: Int32

  /// Creates a file; `nil` if that is not possible.
  init?(_ place: OriginalCacheRoom.Place, in folder: Folder) {
    let name = Self.prefix + String(UInt64.random(in: 0...(.max)), radix: 36)
    guard let descriptor = try? folder.create(name) else { return nil }
    (self.place, self.folder, self.name, self.descriptor) = (place, folder, name, descriptor)
  }

  deinit {
    SystemCalls.closeFile(descriptor)
    // It has another name if it was published.
    _ = try? folder.remove(name)
  }

  /// Appends bytes.
  ///
  /// - Returns: `false` if that is not possible, for example because the disk is full.
  func add(_ bytes: [UInt8]) -> Bool {
    (try? SystemCalls.write(bytes, to: descriptor)) != nil
  }

  /// Gives the file the name of its digest, if it has these bytes.
  ///
  /// Nothing is synced: after a loss of power, the bytes do not have their digest.
  func publish() {
    guard (try? ContentDigest(ofOpen: descriptor)) == place.digest else { return }
    _ = try? folder.rename(name, to: place.digest.description)
  }
}
