// SPDX-License-Identifier: Apache-2.0

extension HelpText {
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
