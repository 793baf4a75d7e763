// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import GalleryPages
import PageStorage

/// The place of a picture in a page: the largest size in CSS pixels, and the images for it.
struct PicturePlace: Sendable {
  let width: Double
  let height: Double

  /// The image for screens with one pixel per CSS pixel.
  let step: ThumbnailLadder

  /// The image for those with two.
  let denseStep: ThumbnailLadder

  /// The cover of a document in the library.
  static let cover = Self(width: 260, height: 340, step: .e480, denseStep: .e800)

  /// A page in a list of pages, which is also printed.
  static let page = Self(width: 320, height: 420, step: .e800, denseStep: .e1920)

  /// A deleted page.
  static let thumbnail = Self(width: 120, height: 132, step: .h132, denseStep: .h264)
}

extension LibraryMarkup {
  /// The image of a page, with its size, so that nothing moves when it arrives.
  ///
  /// A page of unknown shape cannot be shown: a sheet stands in its place.
  func image(_ page: StoredPage, _ place: PicturePlace, alt: String) -> HTMLText {
    guard let ratio = page.aspectRatio else {
      guard !alt.isEmpty else { return blank }
      return "<span class=\"blank\" role=\"img\" aria-label=\"\(alt)\"></span>"
    }
    let source = "\(root)/t/\(page.id.rawValue)/\(page.key)/"
    let width = max(1, min(place.width, place.height * ratio))
    let height = max(1, width / ratio)
    return """
      <img src="\(source)\(place.step.rawValue).jpg" \
      srcset="\(source)\(place.denseStep.rawValue).jpg 2x" alt="\(alt)" \
      width="\(Int(width.rounded()))" height="\(Int(height.rounded()))" loading="lazy" decoding="async">
      """
  }

  /// An empty sheet of paper.
  var blank: HTMLText { "<span class=\"blank\"></span>" }

  /// A date, which scripts replace by the words of the reader's language.
  func day(_ date: Date) -> HTMLText {
    let text = Timestamp(date).description
    return "<time datetime=\"\(text)\">\(String(text.prefix(10)))</time>"
  }
}
