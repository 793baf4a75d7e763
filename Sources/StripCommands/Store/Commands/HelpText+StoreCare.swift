// SPDX-License-Identifier: Apache-2.0

extension HelpText {
  static let storeVerify = """
    EXAMPLES
      thumbnail-strip store verify --store archive
      thumbnail-strip store verify --store archive --decode

    VERIFICATION
      Compares all originals with their SHA-256, the catalog with its own indexes
      and checksums, and the records with the catalog. Other programs may use the
      store meanwhile. Originals, catalog and records are not changed.

      --decode also decodes all images, and remembers which of them are damaged:
      later runs count them, and 'show' prints them. An image that needs more than
      --limit-memory is a problem, but is not remembered as damaged. A store on
      servers that takes no changes from you is verified without --decode.

    OUTPUT
      Prints one line per problem on standard error. The exit status is 65 if there
      are problems, and 74 if the disk could not be read. --json prints one object
      per problem, with path and error, and finally pageCount, originalCount,
      damagedImageCount and problemCount.
    """

  static let storeRepair = """
    EXAMPLES
      thumbnail-strip store verify --store archive ||
        thumbnail-strip store repair --store archive

    REPAIR
      Replaces a damaged catalog by one of its sound entries, the records and the
      originals. A page whose entry was changed may lose its rotation, a document
      its metadata; both are listed. If nothing in the catalog can be read, moves,
      rotations and deletions are lost.

      Pages with a damaged original are marked; storing the same file again
      restores them. Originals without a page become pages of a new document. Files
      that do not belong to the store, and everything that is replaced, are moved
      to the folder 'aside'.

      A store on servers is repaired while other programs use it, and nothing is
      put aside: make a backup of its database first. Its damaged rows are mended,
      and keep what they say where it can be true; they are listed. Orders are put
      together from what is left of them. Pages whose original is lost are marked,
      and originals that belong to no page become pages of a new document. Missing
      indexes are reported with the statements that create them.

      Of a store in a folder, no other program may have it open: otherwise the
      status is 75. If the disk cannot be read, nothing is changed, and the status
      is 74.

    OUTPUT
      Prints what was done. The exit status is 65 if a page is still damaged or is
      lost.
    """
}
