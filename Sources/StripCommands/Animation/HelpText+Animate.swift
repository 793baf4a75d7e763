// SPDX-License-Identifier: Apache-2.0

extension HelpText {
  static let animate = """
    EXAMPLES
      thumbnail-strip animate scans/ --demo scroll -o scroll.png
      thumbnail-strip animate scans/ --demo rotate --scale 0.5 --fps 15 -o r.png
      thumbnail-strip animate scans/ --script touches.jsonl -o touches.apng
      thumbnail-strip animate scans/ --demo cards -o out.png --moments 0,0.7,2.9
      thumbnail-strip animate scans/ --demo scroll --scale 2 --fps 60 -o - |
        ffmpeg -i - -pix_fmt yuv420p scroll.mp4

    DEMOS
      The gallery, with the preview above the strip (beside it on a vertical axis):
      scroll      turns pages in the preview, flings the strip and jumps back
      delete      deletes the active page twice, and then the first page
      move        moves a page past the active one, and then the active page
      rotate      rotates the device while the strip is still moving

      The models around the gallery, with as many pages as there are inputs:
      cards       keeps, discards and restores pages of a stack
      split       pairs the pages of two columns
      drawer      pulls up a panel with thumbnails over the first page
      appearance  lets pages appear in a grid that is scrolled
      zoom        zooms into the first page

    SCRIPTS
      --script plays a script of 'replay'; see 'thumbnail-strip help replay'. The
      first page of the script shows the first input, and so on; there must be at
      least as many inputs as pages. Pages that the script inserts show the
      remaining inputs in the order of the script, then placeholders. The aspect
      ratios come from the headers of the inputs; width and height in the script
      are used only for a page whose header cannot be read.

      'frame' and 'advance' only let time pass. A call that is too late to have an
      effect is reported, and the script continues. The animation lasts until the
      last 'at', and then until nothing moves, at most 60 seconds. --fps is at most
      60, so there are at most 3,601 frames. The picture is as large as the largest
      viewport.

      An invalid script, also a call for a missing page or index, ends with status
      65 and a line SCRIPT:LINE: with the reason. No file is created then.

    OUTPUT
      .png, .apng  An animated PNG of 8-bit RGB that repeats forever. Each frame
                   contains the rectangle that has changed, without loss. Parts
                   that do not move take no space. --scale, --fps and --color-bits
                   make files smaller: with 5 bits the grain of paper disappears,
                   and the file is less than half as large. --moments makes a still
                   PNG of at most 12 moments instead, from the frames nearest to
                   them. After the end, it shows the last frame.
      -            YUV4MPEG2 for a video encoder: C444, BT.601, limited range.

      A page that cannot be decoded is shown as a placeholder and reported once;
      the exit status is then 65.
    """
}
