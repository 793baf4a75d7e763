// SPDX-License-Identifier: Apache-2.0

/// The longer texts of `--help`, wrapped by hand to 78 columns.
enum HelpText {
  static let discussion = """
    Pages are JPEG and PNG files. 'render' needs no name: what is not a command
    is an input.

    EXAMPLES
      A picture of a document's strip, with its third page open:
        thumbnail-strip scans/ -o strip.png --active 3
      The same in the terminal:
        thumbnail-strip scans/ --active 3
      Sizes, orientation and aspect ratio, from the headers only:
        thumbnail-strip info scans/*.jpg
      One thumbnail a page, 132 pixels high:
        thumbnail-strip thumbs --height 132 -o thumbs/ scans/
      Pages that another program lists:
        find archive -newer stamp -type f | thumbnail-strip info --json -
      What a gallery shows while a script plays on it:
        thumbnail-strip replay script.jsonl --format text
      The gallery in motion, as an animated PNG:
        thumbnail-strip animate scans/ --demo scroll -o scroll.png
      Pages that stay, and their strip:
        thumbnail-strip store init --store archive
        thumbnail-strip store ingest --store archive --title Lease scans/
        thumbnail-strip --store archive --document 1 -o strip.png

    INPUTS
      A file is a page, whatever its name. A folder stands for the JPEG and PNG
      files in it, told by their first bytes or their endings: an empty page.jpg is
      a bad page. Other files are passed over, and so are names that start with a
      dot. With --recursive the folders inside count too, but links to folders are
      not followed. '-' is a page on standard input, or a list of paths, one a
      line, or with -0 one before each NUL. Lists of Windows are taken too, if they
      are in UTF-8.
      Inputs keep the order of the command line. A folder is sorted as people
      count: page2 before page10, an inner folder in the place of its name.
      --store and --document stand in place of inputs: the pages of a document of
      a store, as the user has turned them. Page 17 is then called page-17. Sizes
      and aspect ratios come from the catalogue of the store.

    MESSAGES
      Errors and notes go to standard error, and so does a line that shows how far
      longer work is, on a terminal. --no-progress leaves out that line; --quiet
      leaves out all but errors, and on standard output the names and summaries of
      commands whose product is pages or files. Lines that are the product, or that
      --json asks for, are always printed.

    ENVIRONMENT
      PAGE_GALLERY_STORE  the folder of the store, where --store is not given
      NO_COLOR            if not empty, 'render' shows a strip in the terminal with
                          letters in place of colors
      TERM                if 'dumb', the same, and there is no line of progress

    EXIT STATUS
      0   all is well
      64  the command line makes no sense
      65  a page is bad; it is reported, and all others are done; or a script is
          bad, and stops there
      66  an input is missing or out of reach, or there is no page at all
      73  an output cannot be made
      74  reading or writing failed
      75  other programs keep a store busy; try again
      The highest one counts if there are several, but 64, which comes before
      anything is made. Each bad page is one line on standard error.
      If nobody reads standard output any more, as behind '| head', a command whose
      lines are the product ends by the signal SIGPIPE, which shells show as 141.
      Where pages or files are the product, all of them are made, and the status is
      74. So it is in both cases if the signal is ignored.
    """

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

  static let thumbs = """
    Thumbnails are named like their pages; pages of one name get numbers:
    report.jpg, report-2.jpg. The folder is made if it is missing. Pages are
    turned upright, and never enlarged. Thumbnails carry no metadata.

    A page whose data are cut off or slightly corrupt is shown with what there
    is, and one of a store is marked as damaged there, if the store can be
    written to. --strict refuses such a page, marks nothing, since it refuses more
    than others call damage, and leaves an earlier thumbnail as it is. Damage in
    parts of the data that the size of the thumbnail does not need is not seen;
    'store verify --decode' reads all of it.

    A page that would take more memory than --limit-memory is refused before any
    is taken, and so is one with more pixels than --limit-pixels. K, M, G and T are
    powers of 1024 for memory and of 1000 for pixels. The memory is that of one
    page; --jobs says how many are worked on at a time.

    --embedded takes the small picture that a camera put into a JPEG, where it
    is not smaller than the thumbnail and has the page's aspect ratio within 1 %.
    The page itself is then not looked at. With --strict it always is.

    Those of a store are kept in its cache, where the next run finds them, unless
    --strict or --embedded is given. A damaged page is looked at each time.

    A thumbnail that is up to date stays as it is: neither it nor its page has
    changed since it was made by this version, with the same options. --force
    makes all of them. What a thumbnail was made of is noted in the extended
    attribute user.thumbnail-strip of its file, not in its bytes; where the file
    system has no attributes, all are made. Thumbnails of damaged pages always are.

    Prints the name of each thumbnail, or with --json one object a line, in the
    order of the pages: path, output, width, height, isDamaged, warningCount and
    isUpToDate; path and error for a bad page.

    EXAMPLES
      thumbnail-strip thumbs --height 132 -o thumbs/ scans/
      thumbnail-strip thumbs --long-side 512 --format png -o previews/ a.jpg b.png
    """
}
