// SPDX-License-Identifier: Apache-2.0

extension HelpText {
  static let render = """
    Draws the strip as it stands when one page is in the middle: that page is
    open in its own shape, all others are narrow slices. Only the pages that can
    be seen are decoded. A page that cannot be decoded shows as a card with a
    crossed-out sheet.

    Without -o the strip is shown in the terminal, in true colors, as wide as
    the terminal is.

    --layout prints one JSON object instead: viewport, itemCount, activeIndex,
    and for each visible cell its index (from zero), path, center, size, frame,
    alpha, expansion, zIndex and crop. Lengths are in points; crop is the visible
    part of the page in fractions of it.

    EXAMPLES
      thumbnail-strip scans/ -o strip.png --active last --scale 3
      thumbnail-strip scans/ -o strip.jpg --width 1024 --background white
      thumbnail-strip scans/ --layout --active 2
    """
}
