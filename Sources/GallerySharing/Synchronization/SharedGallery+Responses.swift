// SPDX-License-Identifier: Apache-2.0

import GalleryModel

extension SharedGallery {
  /// Passes a response of the source.
  ///
  /// - Parameters:
  ///   - number: The number of the request.
  ///   - response: The response.
  ///   - time: The time of the response.
  /// - Returns: `false` if the gallery does not wait for this response: the request was answered
  ///   before, is no longer needed, or has responses of another kind, or the gallery is closed. Then
  ///   nothing changes.
  @discardableResult
  public mutating func respond(
    to number: Int, with response: PageSourceResponse, at time: Duration
  ) -> Bool {
    guard !isClosed else { return false }
    let now = max(time, session.time)
    guard take(response, to: number, at: now) else { return false }
    pass(to: now)
    return true
  }

  private mutating func take(
    _ response: PageSourceResponse, to number: Int, at time: Duration
  ) -> Bool {
    if let edit, edit.number == number { return take(response, for: edit, at: time) }
    if let refreshing, refreshing.number == number {
      return take(response, notBefore: refreshing.notBefore, at: time)
    }
    switch connection {
    case .listening(number, let last): return take(response, after: last, number, at: time)
    case .reaching(number, let version, let needsPages):
      return take(response, insteadOf: version, needsPages: needsPages, at: time)
    default: return false
    }
  }

  /// Returns pages that can be shown.
  ///
  /// - Parameters:
  ///   - response: Pages, or a failure.
  ///   - version: The reported version: an immediate retry for older pages would return the same
  ///     ones. Any version by default.
  /// - Returns: Valid pages, `nil` for a response of another kind.
  /// - Throws: The failure of the source, or a failure for pages that are older or invalid.
  func pages(
    of response: PageSourceResponse, notBefore version: Int = .min
  ) throws(PageSourceFailure) -> VersionedPages? {
    switch response {
    case .pages(let known):
      guard known.version >= version else {
        throw .decreasedVersion(last: version, found: known.version)
      }
      try known.checkThatTheyCanBeShown()
      return known
    case .failure(let failure): throw failure
    default: return nil
    }
  }
}

extension VersionedPages {
  /// Throws if an identifier occurs twice, a content version is invalid, or there are too many
  /// pages.
  ///
  /// - Complexity: O(n log n) in the number of pages.
  fileprivate func checkThatTheyCanBeShown() throws(PageSourceFailure) {
    let insertions = pages.enumerated().map { Changeset.Insertion(index: $0, page: $1) }
    do throws(UpdateError) {
      try Changeset(insertions: insertions).validate(count: 0)
    } catch {
      throw .invalidChange(error)
    }
  }
}
