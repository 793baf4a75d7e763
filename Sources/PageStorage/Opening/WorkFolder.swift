// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import GallerySystem

/// The folder in which a process keeps received bytes of a served store until they are committed, and its
/// thumbnails.
enum WorkFolder {
  /// Opens the folder of the configuration, or a temporary one.
  ///
  /// - Returns: The folder, and whether it is to be removed with the store.
  /// - Throws: `PageStoreError`.
  static func open(
    _ configuration: PageStoreConfiguration
  ) throws(PageStoreError) -> (folder: StoreFolder, isTemporary: Bool) {
    if let path = configuration.workFolder {
      return (try .openOrMake(at: path, sharing: configuration.sharing), false)
    }
    let name = "page-gallery-\(SystemCalls.milliseconds)-\(UInt32.random(in: 0...(.max)))"
    let path = FileManager.default.temporaryDirectory.appendingPathComponent(name).path
    return (try .openOrMake(at: path, sharing: .owner), true)
  }
}
