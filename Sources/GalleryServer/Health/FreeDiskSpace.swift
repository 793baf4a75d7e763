// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import PageStorage

extension PageStore {
  /// The free space of the store's disk in bytes, `nil` if it is unknown.
  var freeByteCount: Int? {
    let attributes = try? FileManager.default.attributesOfFileSystem(forPath: path)
    return (attributes?[.systemFreeSize] as? any BinaryInteger).map { Int(clamping: $0) }
  }
}
