// SPDX-License-Identifier: Apache-2.0

extension HelpText {
  static let store = """
    EXAMPLES
      thumbnail-strip store init --store archive
      thumbnail-strip store ingest --store archive --title Lease scans/
      thumbnail-strip store list --store archive
      thumbnail-strip store show --store archive --document 1
      thumbnail-strip --store archive --document 1 -o strip.png
      thumbnail-strip store export --store archive --document 1 -o lease/

    STORES
      A store is a folder that contains documents and their pages. What a command
      has printed or done is on disk: it survives a crash and a power failure.
      Several programs may use a store at the same time.

      Documents and pages have numeric IDs that are never reused. 'list' prints the
      IDs of documents, 'ingest' and 'show' those of pages. 'page-17' means 17, and
      'document-3' means 3. A page keeps its ID when it is moved, rotated or
      replaced. Positions in a document count from 1, the index in JSON from 0.

      Deleted pages and documents go to the trash. They can be restored until they
      are purged. Originals are kept byte for byte, and only once for all pages
      with the same bytes.

      'render', 'info', 'thumbs' and 'animate' read a document with --store and
      --document instead of inputs; 'watch' stores scans as they arrive.
      PAGE_GALLERY_STORE is the store if --store is not given.

      A program with the engines also takes the location of a store on servers, such
      as 'postgresql://scans@db/scans?objects=s3://scans/archive'. 'copy' copies
      stores in both directions; 'backup' needs a folder.

    READING
      'list', 'show', 'export', 'verify', 'render', 'info', 'thumbs' and 'animate'
      only read. They write nothing into a store, except that 'thumbs' adds to its
      cache if it can, and never wait for other programs. So they also work on a
      read-only backup.

    SAFETY
      A folder from an untrusted source, or on a failing disk, does no harm:
      checksums are compared, links are not followed, and no original is removed
      before all entries have been read. Unknown files are moved to the folder
      'aside' in the store.

    EXIT STATUS
      0   Success.
      64  The command line is invalid, or there is no such position.
      65  A page is bad or damaged: it is reported, and all other pages are done.
          Or the folder is not a store, its catalog is damaged, or a later version
          of this program wrote it.
      66  There is no such store, document or page, or an input is inaccessible.
      73  An output or a new store cannot be created.
      74  Reading or writing failed, the disk is full, or the store is read-only.
      75  Other programs keep the store busy. Try again.

      If nobody reads standard output any more, 'list', 'show', 'verify' and
      'export -o -' end with the signal SIGPIPE, which shells show as 141. All
      other commands finish their work and return 74.
    """

  static let storeInit = """
    EXAMPLES
      thumbnail-strip store init --store archive

    FOLDERS
      Missing parent folders are created. An existing store is kept as it is. A
      folder that contains anything else is rejected.
    """

  static let storeList = """
    EXAMPLES
      thumbnail-strip store list --store archive
      thumbnail-strip store list --store archive --json | jq .title

    OUTPUT
      --json prints one object per document: document, title, pageCount, revision
      (the number of changes so far), created, modified, trashed and metadata.
      Times are in UTC.
    """

  static let storeShow = """
    EXAMPLES
      thumbnail-strip store show --store archive --document 3
      thumbnail-strip store show --store archive --document 3 --trash

    OUTPUT
      TURNED is the rotation by the user, in degrees clockwise. ASPECT is the width
      divided by the height as shown. CAPTURED is the time in the image, often
      without a time zone. FILE is the original file name and the source;
      'describe' changes it. Everything comes from the catalog; nothing is decoded.

      --json prints one object per page: page, document, index (from 0), sha256,
      byteCount, format, width and height as stored, orientation, rotation,
      aspectRatio, contentVersion, isDamaged, damage, trashed and metadata. The
      metadata are an object of fileName, source, captured and fields, as far as
      they are known.
    """
}
