// SPDX-License-Identifier: Apache-2.0

extension HelpText {
  /// The text after the error of a command line without arguments.
  static let usage = """
    USAGE: thumbnail-strip [render] [<options>] <input> ...
           thumbnail-strip <command> [<options>] ...

    COMMANDS: render (default), info, thumbs, replay, animate, store, watch

    EXAMPLES:
      thumbnail-strip scans/ -o strip.png
      thumbnail-strip info scans/

    See 'thumbnail-strip --help'.
    """

  /// The examples of the program, and one section for each topic of `help`.
  static let program = """
    EXAMPLES
      thumbnail-strip scans/ -o strip.png --active 3    a picture of the strip
      thumbnail-strip scans/                            the strip in the terminal
      thumbnail-strip info scans/*.jpg                  sizes and aspect ratios
      thumbnail-strip thumbs --height 132 -o thumbs/ scans/
      find archive -newer stamp -type f | thumbnail-strip info --json -
      thumbnail-strip animate scans/ --demo scroll -o scroll.png
      thumbnail-strip store init --store archive
      thumbnail-strip store ingest --store archive --title Lease scans/
      thumbnail-strip --store archive --document 1 -o strip.png

    INPUTS
      An input is a page (a JPEG or PNG file, whatever its name), a folder, or '-'.

      A folder stands for its JPEG and PNG files. A file is recognized by its first
      bytes or by its extension, so an empty page.jpg is a bad page. Other files
      and names that start with a dot are skipped. --recursive also reads the
      folders inside, but never follows links to folders.

      '-' is a page on standard input, or a list of paths: one path per line, or
      with --null each path terminated by a NUL byte. Lists with CRLF line endings
      are accepted if they are in UTF-8.

      A list that begins with '{' is one of JSON Lines: on each line an object with
      a location, file:///PATH or s3://BUCKET/KEY, or a path. name is what the
      thumbnail of the page is called, without its extension; other keys are
      ignored. Objects are for 'info' and 'thumbs' of a program that was built with
      the trait ObjectStorage.

      Inputs keep the order of the command line. A folder is sorted in natural
      order: page2 before page10, an inner folder at the place of its name.

      --store and --document replace the inputs: they read the pages of a document
      in a store, with the rotations made by the user. Page 17 is then called
      page-17. Sizes and aspect ratios come from the catalog of the store.

      A word that is not a command is an input of 'render', if a file has this name
      or the word contains a dot or a slash. Write './info' for a file called info.

    MESSAGES
      Errors and notes go to standard error. On a terminal, a progress line shows
      how far longer work is.

      --no-progress removes the progress line. --quiet also removes notes and
      summaries, and on standard output the file names of commands whose result is
      pages or files. Lines that are the result of a command, or that --json asks
      for, are always printed.

    ENVIRONMENT
      PAGE_GALLERY_STORE  The store, unless --store is given.
      AWS_ENDPOINT_URL    The object store of pages s3://BUCKET/KEY, Amazon's by
                          default; AWS_ENDPOINT_URL_S3 comes first. The location
                          of a store names its own.
      AWS_REGION          The region of the object store, us-east-1 by default.
      AWS_ACCESS_KEY_ID   The credentials for it, with AWS_SECRET_ACCESS_KEY and
                          AWS_SESSION_TOKEN; or AWS_SHARED_CREDENTIALS_FILE and
                          AWS_PROFILE.
      NO_COLOR            If not empty, 'render' draws a strip in the terminal with
                          letters instead of colors.
      TERM                If 'dumb', the same, and no progress line is shown.

    EXIT STATUS
      0   Success.
      64  The command line is invalid. Nothing was done.
      65  A page is bad: it is reported, and all other pages are done. Or a script
          is invalid: it stops at that line.
      66  An input is missing or inaccessible, or there is no page at all.
      73  An output cannot be created.
      74  Reading or writing failed.
      75  Other programs keep a store busy. Try again.
      78  The location of a store, or one of its servers, is set up wrongly; or this
          program was built without what it needs.

      If several apply, the highest one is returned. Each bad page is one line on
      standard error.

      If nobody reads standard output any more, for example behind '| head', a
      command whose result is those lines ends with the signal SIGPIPE, which
      shells show as 141. A command that makes pages or files makes all of them and
      returns 74. If the signal is ignored, both return 74.
    """
}
