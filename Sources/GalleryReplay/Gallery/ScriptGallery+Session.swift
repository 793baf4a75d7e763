// SPDX-License-Identifier: Apache-2.0

package import GalleryModel

extension ScriptGallery {
  /// Creates a session with this gallery's configuration.
  package func makeSession() throws(ScriptMistake) -> GallerySession {
    do {
      return try GallerySession(
        pages: pages, viewport: viewport, configuration: configuration, activeIndex: activeIndex)
    } catch {
      throw ScriptMistake("There is no such gallery. \(error)")
    }
  }
}
