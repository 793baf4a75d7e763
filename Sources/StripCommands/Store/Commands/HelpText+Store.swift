// SPDX-License-Identifier: Apache-2.0

extension HelpText {
  static let store = """
    A store is a folder that keeps documents and their pages. What a command has
    printed or done is on the disk: it outlives the process and the power. Several
    programs may use a store at the same time.

    Documents and pages have numbers, which are never used again. 'ingest' and
    'show' name pages, 'list' names documents; 'page-17' means the same as 17, and
    'document-3' the same as 3. A page keeps its number when it is moved, turned
    or replaced. Places in a document count from 1; the index in JSON from 0.

    Deleted pages and documents go to the trash, from where they come back until
    they are purged. Originals stay byte by byte as they came, once for all pages
    that have the same bytes.

    render, info, thumbs and animate show a document with --store and --document
    in place of inputs; 'watch' takes scans in as they arrive. Where --store is not
    given, PAGE_GALLERY_STORE names the store.

    list, show, export, verify, render, info, thumbs and animate only read: they
    write nothing into a store (thumbs keeps its pictures there, if it can), and
    wait for nobody. So they also work on a backup that may only be read.

    A folder that comes from a stranger, or a disk that rots, does no harm: what
    is read is compared with checksums, no link is followed, and no original is
    removed before all entries were read. What is not understood goes to the
    folder 'aside' in the store.

    EXAMPLES
      thumbnail-strip store init --store archive
      thumbnail-strip store ingest --store archive --title Lease scans/
      thumbnail-strip store list --store archive
      thumbnail-strip store show --store archive --document 1
      thumbnail-strip store move --store archive 5 --to first
      thumbnail-strip --store archive --document 1 -o strip.png
      thumbnail-strip store export --store archive --document 1 -o lease/

    EXIT STATUS
      0   all is well
      64  the command line makes no sense, or there is no such place
      65  a page is bad or damaged; it is reported, and all others are done; or
          the folder is no store, its catalogue is damaged, or a later version
          of this program wrote it
      66  there is no such store, document or page, or an input is out of reach
      73  an output or a new store cannot be made
      74  reading or writing failed, the disk is full, or a store is read only
      75  other programs keep the store busy; try again
      If nobody reads standard output any more, list, show, verify and 'export -o -'
      end by SIGPIPE, which shells show as 141; all others do their work, and the
      status is 74.
    """

  static let storeInit = """
    The folders above it are made too. A store that is there stays as it is. A
    folder with something else in it is refused.

    EXAMPLES
      thumbnail-strip store init --store archive
    """

  static let storeIngest = """
    Without --document a new document is made together with its first pages, and
    none if all are bad; its title is --title, or the name of the first input. '-'
    is one page if what arrives on standard input starts like one, else a list of
    paths, one a line. Folders are read as by the other commands, in the order in
    which people count.

    The names of files are kept with their pages, with --source where they come
    from, and the time at which an image was captured if it states one; 'describe'
    changes that. --manifest makes the documents of 'store export --all' again,
    with titles, rotations and all that is kept with their pages. Files are named
    from the folder of the manifest: a link, a path that leads out of the folder,
    or other bytes than those of its SHA-256 are refused with their path, and
    everything else is stored. A document that a watched folder has filled comes
    without its tie to that folder; 'watch --document' goes on with it. A manifest
    may have a sixteenth of --limit-memory: 16 MiB, or some 50,000 pages, if it is
    not given. To take in a manifest again makes its documents again.

    Prints the number and the name of each page once it is stored, after the
    number and the title of a new document. A bad page, or a file that cannot be
    read, is reported in one line and does not keep the others out; with
    --keep-damaged the bytes of bad pages are kept too.

    On a full disk all pages that fit are stored, in order, small ones also behind
    a large one that does not fit, and one line says how many are not stored. If
    the store itself fails in another way, then the work ends there; what was
    printed is stored.

    --json prints the new document first: document, title, pageCount, revision,
    created, modified, trashed and metadata. Then one object a page: path, page,
    document, sha256, byteCount, format, width, height, orientation, rotation,
    aspectRatio, contentVersion, isDamaged, damage and trashed; path and error for
    a bad page, and for one that found no room.

    EXAMPLES
      thumbnail-strip store ingest --store archive --title Lease scans/
      thumbnail-strip store ingest --store archive --document 3 more/*.jpg
      scanimage --format=jpeg | thumbnail-strip store ingest --store archive -
      thumbnail-strip store ingest --store copy --manifest all/manifest.json
    """

  static let storeList = """
    --json prints one object a document: document, title, pageCount, revision (the
    number of changes so far), created, modified, trashed and metadata. Times are
    in UTC.

    EXAMPLES
      thumbnail-strip store list --store archive
      thumbnail-strip store list --store archive --json | jq .title
    """

  static let storeShow = """
    TURNED is the rotation by the user in degrees clockwise, ASPECT the width
    divided by the height as shown. Nothing is decoded: all is in the catalogue.
    CAPTURED is the time that the image states, often without a zone; FILE is the
    name of the file that the page came as, and its source; 'describe' changes it.

    --json prints one object a page: page, document, index (from 0), sha256,
    byteCount, format, width and height as stored, orientation, rotation,
    aspectRatio, contentVersion, isDamaged, damage, trashed and metadata: an
    object of fileName, source, captured and fields, as far as they are known.

    EXAMPLES
      thumbnail-strip store show --store archive --document 3
      thumbnail-strip store show --store archive --document 3 --trash
    """

  static let storeMove = """
    EXAMPLES
      thumbnail-strip store move --store archive 17 --to first
      thumbnail-strip store move --store archive 17 --to 4
    """

  static let storeRotate = """
    The turn is added to those before, and applied on top of the orientation in
    the file. Pages of one document are turned all at once or not at all.

    EXAMPLES
      thumbnail-strip store rotate --store archive 17 18
      thumbnail-strip store rotate --store archive 17 --by=-90
    """

  static let storeReplace = """
    The page keeps its number and its place, and loses its rotation. The old bytes
    are gone for good, unless another page has them. A file that cannot be read is
    refused, and the page stays as it was.

    EXAMPLES
      thumbnail-strip store replace --store archive 17 better.jpg
    """

  static let storeDelete = """
    If one of the pages is not in a document, nothing is deleted. It works on a
    full disk; 'purge' then frees room.

    EXAMPLES
      thumbnail-strip store delete --store archive 17 18
      thumbnail-strip store delete --store archive --document 3
    """

  static let storeRestore = """
    Pages come back to the places that they had, as far as the documents are long
    enough.

    EXAMPLES
      thumbnail-strip store show --store archive --document 3 --trash
      thumbnail-strip store restore --store archive 17 18
      thumbnail-strip store restore --store archive --document 3
    """

  static let storePurge = """
    Bytes that no other page has are removed too. It works on a full disk.

    EXAMPLES
      thumbnail-strip store purge --store archive
      thumbnail-strip store purge --store archive --older-than 0
    """

  static let storeRename = """
    EXAMPLES
      thumbnail-strip store rename --store archive --document 3 --title Contract
    """

  static let storeDescribe = """
    The page and its picture stay as they are. An empty text removes a file name,
    a source or a time; what is not named stays. All that is kept with a page may
    take 4 KiB. Without an option it prints what there is.

    Prints a line for each page, or with --json an object: page and metadata.

    EXAMPLES
      thumbnail-strip store describe --store archive 17 --source 'scanner 2'
      thumbnail-strip store describe --store archive 17 18 --set invoice=1734
      thumbnail-strip store describe --store archive 17 --captured ''
    """

  static let storeSplit = """
    The pages keep their numbers. Prints the number and the title of the new
    document.

    EXAMPLES
      thumbnail-strip store split --store archive --document 3 --at 5
    """

  static let storeMerge = """
    The pages keep their numbers; those in the trash go with them. The document
    without pages is removed.

    EXAMPLES
      thumbnail-strip store merge --store archive --document 4 --into 3
    """

  static let storeDuplicate = """
    The pages get new numbers, and keep their rotation. The trash is left out.
    Prints the number and the title of the new document.

    EXAMPLES
      thumbnail-strip store duplicate --store archive --document 3
    """

  static let storeExport = """
    The files of a document are named by their places, with zeros in front: 01.jpg
    to 12.jpg; those of single pages by their numbers: page-17.jpg. --names chooses
    otherwise: 'original' takes the names that the files had, without folders, dots
    at the beginning and control characters, shortened to what a file can have, and
    with a number behind those that are taken: scan.jpg, scan-2.jpg. The folder is
    made if it is missing; it must not be in the store. A file that is there already stays, and is reported,
    unless it has the same bytes or --overwrite is given. So an export that was
    killed is made again. Rotations by the user are not in originals.

    The bytes are compared with their SHA-256 on the way. A damaged page is
    reported and not written; all others are.

    The pages, their order and their places are those at the beginning. A page that
    is replaced meanwhile has the bytes of before or of after.

    Prints the name of each file, or with --json one object a line: path (the name
    of the page), page, output, byteCount and sha256; path and error for a page
    that is not written.

    --all writes each document into a folder of its own, '01 Lease', and at the end
    manifest.json, from which 'store ingest --manifest' makes the documents again.
    It is JSON: format 'page-gallery-manifest', version 1, and documents in order,
    each with title, metadata and pages in order. A page has file (from the folder
    of the manifest), sha256, byteCount, rotation in degrees, isImage (false for
    one that was kept as damaged) and metadata. The trash is left out. At the end
    isComplete is false if a page or a document could not be exported, or what is
    kept with it; then 'ingest --manifest' says so after all else, with status 65.

    EXAMPLES
      thumbnail-strip store export --store archive --all -o all/
      thumbnail-strip store export --store archive --document 3 -o lease/
      thumbnail-strip store export --store archive 17 -o - > page.jpg
    """

  static let storeVerify = """
    Compares all originals with their SHA-256, the catalogue and its indexes with
    themselves, and the records with the catalogue. Each problem is one line on
    standard error, and the exit status is then 65, or 74 if the disk could not be
    read. Nothing is changed; others may use the store meanwhile. With --decode all
    images are decoded too; which of them are damaged is then remembered, counted
    by later runs, and shown by 'show'. An image that needs more than
    --limit-memory is a problem, but not remembered as damaged.

    --json prints one object a problem, with path and error, and at the end
    pageCount, originalCount, damagedImageCount and problemCount.

    EXAMPLES
      thumbnail-strip store verify --store archive
    """

  static let storeRepair = """
    A damaged catalogue is replaced by one of its sound entries, and of what the
    records and the originals tell: a page whose entry was changed may lose its
    rotation, a document its metadata, and both are named. If nothing can be read
    of it, moves, rotations and deletions are lost. Pages whose original is
    damaged are marked; the same page ingested again heals them. Originals that
    belong to no page become pages of a new document. Files that do not belong to
    the store, and all that is replaced, go to the folder 'aside'.

    Nobody else may have the store open: status 75 says that somebody has. A disk
    that fails to read is no damage; then nothing is changed, and the status is 74.

    Prints what was done. The exit status is 65 if a page stays damaged or is
    lost.

    EXAMPLES
      thumbnail-strip store verify --store archive ||
        thumbnail-strip store repair --store archive
    """

  static let storeBackup = """
    A backup is a store: one moment of this one, whoever changes it meanwhile. All
    commands that read work on it. The next backup to the same folder copies only
    the originals that are not there. Those that no page has any more go to the
    folder 'aside' of the backup, which may be emptied at any time. Thumbnails are
    left out.

    TO is a folder that is missing or empty, or an earlier backup of this store
    in which nothing was changed; anything else is refused. A backup that is
    killed, or finds no room, leaves the one before as it was, and goes on when
    it is made again. A damaged catalogue is refused too: repair it first.

    At the end everything in the backup is read and verified; with --quick the
    originals are not. One that was damaged in the backup is copied again. One
    that is damaged in the store is reported, and all others are copied; an
    earlier sound copy stays.

    --link needs no room for originals, and protects from purging and from a lost
    catalogue, but not from a bad disk: each original is there once.

    Prints what was done; --json prints pageCount, originalCount, copiedCount,
    copiedByteCount, linkedCount, keptCount, healedCount, problemCount,
    damagedOriginals and putAside. The exit status is 65 if something is damaged,
    73 if TO cannot take the backup, 74 if the disk is full or fails, and 75 if
    somebody has the backup open.

    To restore, make a backup of the backup, or copy its folder while nobody has
    it open.

    EXAMPLES
      thumbnail-strip store backup --store archive /mnt/backup/archive
      thumbnail-strip store backup --store archive --quick /mnt/backup/archive
      thumbnail-strip store backup --store /mnt/backup/archive restored
    """
}
