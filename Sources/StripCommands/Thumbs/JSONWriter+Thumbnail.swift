// SPDX-License-Identifier: Apache-2.0

import GalleryReplay

extension JSONWriter {
  /// Writes the outcome for a page on a line of its own.
  mutating func line(_ thumbnail: ThumbnailFacts, path: Path, output: Path) {
    object { json in
      json.key("path")
      json.value(path)
      json.key("output")
      json.value(output)
      json.key("width")
      json.value(thumbnail.width)
      json.key("height")
      json.value(thumbnail.height)
      json.key("isDamaged")
      json.value(thumbnail.isDamaged)
      json.key("warningCount")
      json.value(thumbnail.warningCount)
      json.key("isUpToDate")
      json.value(thumbnail.isUpToDate)
    }
    finishLine()
  }
}
