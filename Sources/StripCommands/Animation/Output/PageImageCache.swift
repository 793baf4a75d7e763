// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import PageImaging
import StripRendering

/// A cache of page images at the sizes that frames need, bounded by bytes.
final class PageImageCache {
  /// A warning about a page.
  enum Warning {
    case problem(Problem)
    case damage(warningCount: Int)
  }

  /// The maximum number of bytes; beyond it, the least recently used images are evicted.
  static let byteLimit = 128 << 20

  private struct Entry {
    let bitmap: Bitmap
    var lastUse: Int
  }

  private let pages: [PageID: InputFile]
  private let placeholder: FrameRenderer
  private let byteLimit: Int
  private var entries: [PageImageRequest: Entry] = [:]
  private var byteCount = 0
  private var useCount = 0
  private var knownPages: Set<PageID> = []
  private var warnings: [(Warning, Path)] = []

  init(
    pages: [PageID: InputFile], placeholder: PlaceholderStyle, byteLimit: Int = byteLimit
  ) {
    self.pages = pages
    self.placeholder = FrameRenderer(placeholder: placeholder)
    self.byteLimit = byteLimit
  }

  /// Returns an image; a placeholder if the page cannot be decoded, `nil` if memory is exhausted.
  func picture(_ wanted: PageImageRequest) -> Bitmap? {
    useCount += 1
    if let bitmap = entries[wanted]?.bitmap {
      entries[wanted]?.lastUse = useCount
      return bitmap
    }
    let decoded = decode(wanted)
    guard let bitmap = decoded ?? (try? placeholder.placeholderPicture(size: wanted.size)) else {
      return nil
    }
    keep(bitmap, for: wanted)
    return bitmap
  }

  /// Returns the warnings about pages that were decoded since the last call.
  ///
  /// Each page is reported once.
  func takeWarnings() -> [(Warning, Path)] {
    defer { warnings = [] }
    return warnings
  }

  private func decode(_ wanted: PageImageRequest) -> Bitmap? {
    guard let page = pages[wanted.page] else { return nil }
    let isNew = knownPages.insert(wanted.page).inserted
    do throws(Problem) {
      let image = try page.decode(
        DecodingOptions(target: .fill(wanted.size), allowsUpscaling: true))
      if image.isDamaged, isNew {
        warnings.append((.damage(warningCount: image.warningCount), page.path))
      }
      return image.bitmap
    } catch {
      if isNew { warnings.append((.problem(error), page.path)) }
      return nil
    }
  }

  private func keep(_ bitmap: Bitmap, for wanted: PageImageRequest) {
    entries[wanted] = Entry(bitmap: bitmap, lastUse: useCount)
    byteCount += bitmap.byteCount
    while byteCount > byteLimit, entries.count > 1,
      let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse })
    {
      entries[oldest.key] = nil
      byteCount -= oldest.value.bitmap.byteCount
    }
  }
}

extension Bitmap {
  fileprivate var byteCount: Int { bytesPerRow * size.height }
}
