// SPDX-License-Identifier: Apache-2.0

extension HelpText {
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
}
