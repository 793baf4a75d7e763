// SPDX-License-Identifier: Apache-2.0

extension HelpText {
  static let render = """
    EXAMPLES
      thumbnail-strip scans/ -o strip.png --active last --scale 3
      thumbnail-strip scans/ -o strip.jpg --width 1024 --background white
      thumbnail-strip scans/ --layout --active 2

    DRAWING
      Draws the strip at rest: the active page is in the middle, open in its own
      aspect ratio, and all other pages are narrow slices. Only the visible pages
      are decoded. A page that cannot be decoded is drawn as a card with a
      crossed-out sheet.

      Without --output, the strip is drawn in the terminal: in true color, as wide
      as the terminal.

    OUTPUT
      --layout prints one JSON object instead: viewport, itemCount, activeIndex,
      and for each visible cell its index (from 0), path, center, size, frame,
      alpha, expansion, zIndex and crop. Lengths are in points. crop is the visible
      part of the page, in fractions of the page.
    """
}
