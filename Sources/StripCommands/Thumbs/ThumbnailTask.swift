// SPDX-License-Identifier: Apache-2.0

import PageImaging
import PageStorage

/// A page and the output file of its thumbnail.
struct ThumbnailTask: Sendable {
  let page: InputFile
  let output: Path

  /// Whether an image that is no thumbnail of this program is replaced.
  let replacesFiles: Bool

  /// Makes the thumbnail, unless it is up to date.
  ///
  /// A thumbnail of a possibly damaged page is never up to date, because the damage must be
  /// reported each time.
  ///
  /// - Parameters:
  ///   - settings: The settings.
  ///   - key: The key of the settings.
  ///   - isForced: Whether the thumbnail is made even if it is up to date.
  /// - Returns: The facts to report, or the problem.
  func perform(
    _ settings: ThumbnailSettings, key: String, isForced: Bool
  ) -> Result<ThumbnailFacts, Problem> {
    if !isForced, let found = upToDate(key) { return .success(found) }
    return Result { () throws(Problem) in
      try requireOwnOutput()
      return try write(page.thumbnail(settings), key: key)
    }
  }

  /// Writes a thumbnail that was made.
  func write(_ thumbnail: EncodedThumbnail, key: String) throws(Problem) -> ThumbnailFacts {
    try OutputFile.write(thumbnail.bytes, to: output) { file in
      guard let origin = thumbnail.origin, !thumbnail.facts.isDamaged else {
        return ThumbnailMark.noteWithoutOrigin(at: file)
      }
      ThumbnailMark.note(origin, key, thumbnail, at: file)
    }
    return thumbnail.facts
  }

  /// Requires that no image of others, such as a scan, is replaced, before any work is done for it.
  ///
  /// - Throws: `Problem.existingOutput`.
  func requireOwnOutput() throws(Problem) {
    guard !replacesFiles, ThumbnailMark.isMissing(at: output) else { return }
    if FileSignature.isPage(at: output) { throw .existingOutput }
  }

  private func upToDate(_ key: String) -> ThumbnailFacts? {
    guard let mark = ThumbnailMark(of: output), let origin = page.thumbnailOrigin else {
      return nil
    }
    return upToDate(key, mark, origin)
  }

  /// Returns what is known of a thumbnail whose mark is that of a version of the page.
  func upToDate(
    _ key: String, _ mark: ThumbnailMark, _ origin: ThumbnailOrigin
  ) -> ThumbnailFacts? {
    guard mark.tells(of: origin, key, at: output) else { return nil }
    return ThumbnailFacts(size: mark.size, warningCount: 0, isUpToDate: true)
  }
}

extension InputFile {
  fileprivate func thumbnail(_ settings: ThumbnailSettings) throws(Problem) -> EncodedThumbnail {
    if let stored { return try stored.thumbnail(settings) }
    // Take the origin first: a change during the read makes the thumbnail outdated.
    let origin = thumbnailOrigin
    return try EncodedThumbnail(
      try decode(settings.options, for: settings.encoding), as: settings.encoding, origin: origin)
  }

  /// The origin of a thumbnail of the page.
  fileprivate var thumbnailOrigin: ThumbnailOrigin? {
    switch origin {
    case .named, .found: ThumbnailOrigin(path)
    case .stored(let page): page.origin
    case .standardInput, .unavailable, .mistaken, .remote: nil
    }
  }
}
