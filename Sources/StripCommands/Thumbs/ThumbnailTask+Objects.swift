// SPDX-License-Identifier: Apache-2.0

import PageImaging
import PageStorage

extension ThumbnailTask {
  /// Makes the thumbnail of a page in an object store, unless it is up to date.
  ///
  /// - Parameters:
  ///   - remote: The page.
  ///   - settings: The settings.
  ///   - key: The key of the settings.
  ///   - isForced: Whether the thumbnail is made even if it is up to date.
  /// - Returns: The facts to report.
  /// - Throws: `Problem`.
  func perform(
    _ remote: RemoteInput, _ settings: ThumbnailSettings, key: String, isForced: Bool
  ) async throws(Problem) -> ThumbnailFacts {
    if !isForced, let mark = ThumbnailMark(of: output),
      let version = try await remote.version(),
      let found = upToDate(key, mark, ThumbnailOrigin(version: version, at: remote.path))
    {
      return found
    }
    try requireOwnOutput()
    let content = try await remote.content()
    let image = try page.decode(content.bytes, settings.options, for: settings.encoding)
    let origin = content.version.map { ThumbnailOrigin(version: $0, at: remote.path) }
    return try write(
      EncodedThumbnail(image, as: settings.encoding, origin: origin), key: key)
  }
}
