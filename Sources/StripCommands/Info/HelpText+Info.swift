// SPDX-License-Identifier: Apache-2.0

extension HelpText {
  static let info = """
    Reads headers only, at most 256 KiB at the start of a file and as much at the
    end of a PNG, and decodes nothing.

    --json prints one object a line: path, format, width and height as stored,
    orientation (1 to 8, as in EXIF), displayWidth and displayHeight, aspectRatio
    as shown, density (x, y and unit: inch, centimeter, meter or aspect; or null),
    bitDepth, colorModel, isProgressive and byteCount. If the file states
    something that was ignored, such as a density beyond 10:1, notes has a
    sentence about it; without --json it goes to standard error. A page of a store
    also has rotation, in degrees clockwise. A bad page has path and error, which
    holds code, message and offset. In a path, bytes that are not UTF-8 become
    U+FFFD.

    EXAMPLES
      thumbnail-strip info scans/*.jpg
      thumbnail-strip info --recursive --json archive/ | jq 'select(.error)'
    """
}
