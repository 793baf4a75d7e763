// SPDX-License-Identifier: Apache-2.0

extension HelpText {
  static let storeMove = """
    EXAMPLES
      thumbnail-strip store move --store archive 17 --to first
      thumbnail-strip store move --store archive 17 --to 4
    """

  static let storeRotate = """
    EXAMPLES
      thumbnail-strip store rotate --store archive 17 18
      thumbnail-strip store rotate --store archive 17 --by=-90

    ROTATION
      The angle is added to earlier rotations. It is applied after the orientation
      in the file. Either all given pages of a document are rotated, or none.
    """

  static let storeReplace = """
    EXAMPLES
      thumbnail-strip store replace --store archive 17 better.jpg

    REPLACEMENT
      The page keeps its ID and its position, and loses its rotation. The old bytes
      are removed permanently, unless another page has them. A file that cannot be
      read is rejected, and the page stays as it was.

      The file name becomes that of the new file, and none for '-'. The time of
      capture is that in the new image, if any. The source and the custom fields
      are kept. With --keep-damaged, an unreadable file is stored, and the exit
      status is 0.
    """

  static let storeDelete = """
    EXAMPLES
      thumbnail-strip store delete --store archive 17 18
      thumbnail-strip store delete --store archive --document 3

    DELETION
      If one of the pages is not in a document, nothing is deleted. Deletion works
      on a full disk; 'purge' then frees space.
    """

  static let storeRestore = """
    EXAMPLES
      thumbnail-strip store show --store archive --document 3 --trash
      thumbnail-strip store restore --store archive 17 18
      thumbnail-strip store restore --store archive --document 3

    POSITIONS
      A page is restored to its old position, or to the end of a document that is
      shorter now.
    """

  static let storePurge = """
    EXAMPLES
      thumbnail-strip store purge --store archive
      thumbnail-strip store purge --store archive --older-than 0

    PURGING
      Originals that no other page has are removed too. Purging works on a full
      disk.
    """

  static let storeRename = """
    EXAMPLES
      thumbnail-strip store rename --store archive --document 3 --title Contract
    """

  static let storeDescribe = """
    EXAMPLES
      thumbnail-strip store describe --store archive 17 --source 'scanner 2'
      thumbnail-strip store describe --store archive 17 18 --set invoice=1734
      thumbnail-strip store describe --store archive 17 --captured ''

    METADATA
      Only the given metadata change; the page and its image stay as they are. An
      empty text removes a file name, a source or a time. The metadata of a page
      may have 4 KiB. Without an option, the metadata are printed.

    OUTPUT
      Prints one line per page; --json prints an object with page and metadata.
    """

  static let storeSplit = """
    EXAMPLES
      thumbnail-strip store split --store archive --document 3 --at 5

    OUTPUT
      Prints the ID and the title of the new document. The pages keep their IDs.
      With --at 1 all pages are moved, and the old document has no pages.
    """

  static let storeMerge = """
    EXAMPLES
      thumbnail-strip store merge --store archive --document 4 --into 3

    MERGING
      The pages keep their IDs, also those in the trash. The empty document is
      removed.
    """

  static let storeDuplicate = """
    EXAMPLES
      thumbnail-strip store duplicate --store archive --document 3

    OUTPUT
      Prints the ID and the title of the new document. Its pages have new IDs and
      the same rotations. The trash is not copied.
    """
}
