// SPDX-License-Identifier: Apache-2.0

package import GalleryModel

extension JSONWriter {
  /// Writes a frame on a line of its own.
  package mutating func line(_ frame: GalleryFrame) {
    object { json in
      json.key("frame")
      json.object { json in
        json.members(ofStateIn: frame)
        json.key("preview")
        json.array { json in
          for cell in frame.preview { json.value(cell) }
        }
        json.key("strip")
        json.array { json in
          for cell in frame.strip { json.value(cell) }
        }
      }
    }
    finishLine()
  }

  private mutating func members(ofStateIn frame: GalleryFrame) {
    key("time")
    value(seconds: frame.time)
    key("activePage")
    value(frame.activePage)
    key("activeIndex")
    if let index = frame.activeIndex { value(index) } else { null() }
    key("position")
    value(frame.position)
    key("focus")
    value(frame.focus)
    key("expansionRate")
    value(frame.expansionRate)
    key("isAnimating")
    value(frame.isAnimating)
    key("stage")
    value(frame.stage.rawValue)
    key("isEmpty")
    value(frame.isEmpty)
  }

  private mutating func value(_ cell: PreviewCell) {
    object { json in
      json.key("id")
      json.value(cell.id)
      json.key("index")
      json.value(cell.index)
      json.key("r")
      json.value(cell.pageDistance)
      json.key("center")
      json.pair(cell.center)
      json.key("size")
      json.pair(cell.size)
      json.key("scale")
      json.value(cell.scale)
      json.key("alpha")
      json.value(cell.alpha)
      json.members(ofContentIn: cell)
      json.key("zIndex")
      json.value(cell.zIndex)
    }
  }

  private mutating func members(ofContentIn cell: PreviewCell) {
    key("contentRect")
    numbers(cell.contentRect)
    key("contentTranslation")
    value(cell.parallaxOffset)
    key("contentBlend")
    value(cell.contentBlend)
    key("contentVersion")
    value(cell.contentVersion)
  }

  private mutating func value(_ cell: StripCell) {
    object { json in
      json.key("id")
      json.value(cell.id)
      json.key("index")
      json.value(cell.index)
      json.key("center")
      json.pair(cell.center)
      json.key("size")
      json.pair(cell.size)
      json.key("alpha")
      json.value(cell.alpha)
      json.key("expansion")
      json.value(cell.expansion)
      json.key("crop")
      json.numbers(cell.crop)
      json.key("zIndex")
      json.value(cell.zIndex)
    }
  }

  private mutating func pair(_ point: Point) { numbers(point.x, point.y) }

  private mutating func pair(_ size: Size) { numbers(size.width, size.height) }

  private mutating func numbers(_ rect: Rect) {
    numbers(rect.origin.x, rect.origin.y, rect.size.width, rect.size.height)
  }

  private mutating func numbers(_ values: Double...) {
    array { json in
      for value in values { json.value(value) }
    }
  }
}
