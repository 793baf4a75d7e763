// SPDX-License-Identifier: Apache-2.0

package import GalleryModel

/// A call to a gallery, with its time.
package typealias GalleryCall = ScriptStep<GalleryAction>

/// What a call to a gallery does.
package enum GalleryAction {
  /// Makes a call of the session.
  case call((inout GallerySession, Duration) throws -> Void)

  /// Requests a change of the pages.
  case request(ScriptRequest)

  /// Takes a request back.
  case cancel(ticket: String)
}

extension ScriptParser {
  /// Reads a line with a call to a gallery; returns `nil` for an empty line or a comment.
  package mutating func galleryCall(
    from line: ArraySlice<UInt8>
  ) throws(ScriptMistake) -> GalleryCall? {
    try step(ModelLine<ReplayedGallery>.self, from: line)
  }
}
