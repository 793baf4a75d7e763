// SPDX-License-Identifier: Apache-2.0

extension HelpText {
  static let info = """
    EXAMPLES
      thumbnail-strip info scans/*.jpg
      thumbnail-strip info --recursive --json archive/ | jq 'select(.error)'

    READING
      Reads headers only: at most 256 KiB at the start of a file, and as much at
      the end of a PNG file. Decodes nothing. Headers of 16 objects are read at
      the same time.

    OUTPUT
      --json prints one object per line: path, format, width and height as stored,
      orientation (1 to 8, as in EXIF), displayWidth and displayHeight, aspectRatio
      as shown, density (x, y and unit: inch, centimeter, meter or aspect; or
      null), bitDepth, colorModel, isProgressive and byteCount. A page of a store
      also has rotation, in degrees clockwise.

      If the file contains a value that was ignored, such as a density ratio beyond
      10:1, notes has a sentence about it. Without --json, it goes to standard
      error.

      A bad page has path and error. The error has code, message and offset. In a
      path, bytes that are not UTF-8 become U+FFFD.
    """
}
