// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import GalleryReplay

/// A cell of a strip, with the page that it shows.
struct LayoutCell {
  let attributes: LayoutAttributes
  let path: Path
  /// Width divided by height of the page, `nil` if it is unknown.
  let aspectRatio: Double?
}

extension JSONWriter {
  /// Writes the visible cells of a strip as one object, each cell on its own line.
  mutating func layout(
    viewportSize: Size, itemCount: Int, activeIndex: Int, cells: [LayoutCell]
  ) {
    object { json in
      json.key("viewport")
      json.value(viewportSize)
      json.key("itemCount")
      json.value(itemCount)
      json.key("activeIndex")
      json.value(activeIndex)
      json.key("cells")
      json.array { json in
        for cell in cells { json.value(cell) }
        json.newline()
      }
    }
    newline()
  }

  private mutating func value(_ cell: LayoutCell) {
    let attributes = cell.attributes
    lineBreakingObject { json in
      json.key("index")
      json.value(attributes.index)
      json.key("path")
      json.value(cell.path)
      json.key("center")
      json.value(attributes.center)
      json.key("size")
      json.value(attributes.size)
      json.key("frame")
      json.value(attributes.frame)
      json.key("alpha")
      json.value(attributes.alpha)
      json.key("expansion")
      json.value(attributes.expansion)
      json.key("zIndex")
      json.value(attributes.zIndex)
      json.key("crop")
      json.value(attributes.crop(forAspectRatio: cell.aspectRatio))
    }
  }

  private mutating func value(_ point: Point) {
    object { json in
      json.key("x")
      json.value(point.x)
      json.key("y")
      json.value(point.y)
    }
  }

  private mutating func value(_ size: Size) {
    object { json in
      json.key("width")
      json.value(size.width)
      json.key("height")
      json.value(size.height)
    }
  }

  private mutating func value(_ rect: Rect) {
    object { json in
      json.key("x")
      json.value(rect.origin.x)
      json.key("y")
      json.value(rect.origin.y)
      json.key("width")
      json.value(rect.size.width)
      json.key("height")
      json.value(rect.size.height)
    }
  }
}
