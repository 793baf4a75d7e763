// SPDX-License-Identifier: Apache-2.0

extension HelpText {
  static let animate = """
    Plays a script on real pages and draws what the gallery shows: the preview
    above, the strip below (beside it, if the gallery scrolls vertically).

    --demo scroll turns pages in the preview, flings the strip and jumps back.
    --demo delete deletes the active page twice, and then the first one.
    --demo move moves a page past the active one, and then the active page.
    --demo rotate turns the device while the strip is still moving.

    Other demos show the models around the gallery, with as many pages as there
    are inputs.
    --demo cards keeps, discards and brings back pages of a stack.
    --demo split matches the pages of two columns.
    --demo drawer pulls up a panel with thumbnails over the first page.
    --demo appearance lets pages appear in a grid that is scrolled.
    --demo zoom looks closely at the first page.

    --script takes the scripts of 'replay' (its help explains them). The first
    page of the script shows the first input, and so on; there must be at least
    as many inputs as pages. The pages that the script inserts show the inputs
    that are left, in the order in which the script names them, and placeholders
    when none is left. The shapes of pages come from the headers of the inputs:
    width and height in the script count only for a page whose header cannot be
    read. 'frame' and 'advance' only let time pass. A call that comes too late
    to do anything is reported, and the script goes on. The animation lasts until
    the last 'at', and then until nothing moves, at most 60 seconds; --fps allows
    at most 60 frames a second, so there are at most 3601 frames. The picture has
    room for the largest viewport.

    OUTPUT
      .png, .apng  An animated PNG that repeats without end, of 8-bit RGB. Each
                   frame holds the rectangle that has changed, without loss.
                   What rests takes no room. --scale and --fps make files
                   smaller, and so does --color-bits: with 5 the grain of paper
                   is gone, and the file is less than half as large.
                   With --moments a still PNG of these moments, at most 12, in
                   the frames nearest to them; after the end it shows the last.
      -            YUV4MPEG2 for a video encoder: C444, all colors of every
                   pixel, BT.601 in the limited range.

    A page that cannot be decoded shows as a placeholder; it is reported once,
    and the exit status is 65 at the end. A mistake in a script, also a call for
    a page or an index that is not there, ends the work with status 65 and the
    line SCRIPT:LINE: and what is wrong; no file is made then.

    EXAMPLES
      thumbnail-strip animate scans/ --demo scroll -o scroll.png
      thumbnail-strip animate scans/ --demo rotate -o small.png \\
        --scale 0.5 --fps 15 --color-bits 5
      thumbnail-strip animate scans/ --script touches.jsonl -o touches.apng
      thumbnail-strip animate scans/ --demo cards -o cards.png \\
        --scale 0.5 --moments 0,0.7,0.85,2.9
      thumbnail-strip animate scans/ --demo scroll --scale 2 --fps 60 -o - |
        ffmpeg -i - -pix_fmt yuv420p scroll.mp4
    """
}
