// SPDX-License-Identifier: Apache-2.0

/// Metadata keys that `watch` sets on its documents.
enum WatchMetadata {
  /// The key of the watched folder that fills the document.
  static let folderKey = "watchedFolder"

  /// The key of the arrival time of the last page, in milliseconds since 1970, if a pause ends the
  /// document.
  static let arrivalKey = "lastArrival"
}
