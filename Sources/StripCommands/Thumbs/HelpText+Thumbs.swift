// SPDX-License-Identifier: Apache-2.0

extension HelpText {
  static let thumbs = """
    EXAMPLES
      thumbnail-strip thumbs --height 132 -o thumbs/ scans/
      thumbnail-strip thumbs --long-side 512 --format png -o out/ a.jpg b.png

    FILES
      A thumbnail has the name of its page. Pages with the same name are numbered:
      report.jpg, report-2.jpg. The folder is created if it is missing; it must not
      be inside a store. Pages are drawn upright and never enlarged. Thumbnails
      contain no metadata.

      A thumbnail that is up to date is kept: neither it nor its page has changed
      since this version made it with the same options. --force makes all
      thumbnails again. The input of a thumbnail is recorded in the extended
      attribute user.thumbnail-strip of its file, not in its bytes. Without
      extended attributes, all thumbnails are made. Thumbnails of damaged pages are
      always made again.

      An image in the folder that this program has not made, as its attribute
      shows, is kept and reported, unless --overwrite is given: it may be a scan.
      Without extended attributes, all files with names of thumbnails are replaced.

      An object counts as changed if its object store tells another ETag, length or
      date; its bytes are not read otherwise. Of at most 512 MiB, it is read as a
      whole before --limit-memory counts. While one waits for objects, more --jobs
      than cores are useful.

      Thumbnails of pages in a store are also kept in the store's cache for the
      next run, unless --strict or --embedded is given.

    DAMAGED PAGES
      A page whose data are truncated or slightly corrupt is drawn as far as
      possible. If it is in a writable store, it is marked as damaged there.

      --strict rejects such a page and keeps an earlier thumbnail. It marks nothing
      in a store, because it rejects more than what counts as damage there.

      Only the data needed for the thumbnail's size are read, so damage elsewhere
      is not found. 'store verify --decode' reads all data.

    LIMITS
      A page that needs more memory than --limit-memory, or has more pixels than
      --limit-pixels, is rejected before any memory is allocated. K, M, G and T are
      powers of 1024 for memory and of 1000 for pixels. The memory limit is for one
      page; --jobs sets how many pages are processed at the same time.

    EMBEDDED THUMBNAILS
      --embedded uses the thumbnail that a camera stored in a JPEG file, if it is
      not smaller than requested and its aspect ratio is within 1 % of the page's.
      The page itself is then not read. With --strict it is always read.

    OUTPUT
      Prints the path of each thumbnail in the order of the pages, with --null each
      terminated by a NUL byte: a file name may contain a line feed. --json prints
      one object per line: path, output, width, height, isDamaged, warningCount and
      isUpToDate; or path and error for a bad page.
    """
}
