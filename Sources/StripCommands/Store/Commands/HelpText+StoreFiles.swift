// SPDX-License-Identifier: Apache-2.0

extension HelpText {
  static let storeIngest = """
    EXAMPLES
      thumbnail-strip store ingest --store archive --title Lease scans/
      thumbnail-strip store ingest --store archive --document 3 more/*.jpg
      scanimage --format=jpeg | thumbnail-strip store ingest --store archive -
      thumbnail-strip store ingest --store copy --manifest all/manifest.json

    INPUTS
      Without --document, a new document is created together with its first pages,
      and none if all pages are bad. Its title is --title, or the name of the first
      input. '-' is one page if standard input starts like a page, and otherwise a
      list of paths, one per line. Folders are read in natural order, as by the
      other commands.

      File names are kept with their pages, with --source the place where they come
      from, and the time at which an image was captured if it contains one;
      'describe' changes them.

    MANIFESTS
      --manifest creates the documents of 'store export --all' again, with titles,
      rotations and metadata. File names are relative to the folder of the
      manifest. A link, a path that leads out of the folder, or bytes with another
      SHA-256 are rejected with their path, and everything else is stored. A
      document that a watched folder has filled is no longer connected with that
      folder; 'watch --document' continues with it.

      A manifest may have a sixteenth of --limit-memory: 16 MiB by default, or
      about 50,000 pages. Reading a manifest again creates its documents again.

    OUTPUT
      Prints the ID and the title of a new document, and the ID and the name of
      each page once it is stored. A bad page, or a file that cannot be read, is
      reported in one line, and all other pages are stored; the exit status is
      then 65, or 66 if a file is inaccessible. With --keep-damaged the bytes of
      bad pages are stored too, and the exit status is 0. The same holds for pages
      whose isImage is false in a manifest.

      On a full disk, all pages that fit are stored in order, also small ones after
      a large one that does not fit, and one line reports how many are not stored.
      If the store fails in another way, the command ends there; the pages printed
      so far are stored.

      --json prints the new document first: document, title, pageCount, revision,
      created, modified, trashed and metadata. Then it prints one object per page:
      path, page, document, sha256, byteCount, format, width, height, orientation,
      rotation, aspectRatio, contentVersion, isDamaged, damage and trashed; or path
      and error for a bad page, or for a page that does not fit.
    """

  static let storeExport = """
    EXAMPLES
      thumbnail-strip store export --store archive --all -o all/
      thumbnail-strip store export --store archive --document 3 -o lease/
      thumbnail-strip store export --store archive 17 -o - > page.jpg

    FILES
      By default, the files of a document have their positions as names, with
      leading zeros: 01.jpg to 12.jpg; files of single pages have their IDs:
      page-17.jpg. --names original uses the original file names, without folders,
      leading dots and control characters, shortened if necessary, and numbered if
      they are not unique: scan.jpg, scan-2.jpg.

      The folder is created if it is missing; it must not be inside a store. An
      existing file is kept and reported, unless it has the same bytes or
      --overwrite is given. So an export can be repeated.

      Originals are exported byte for byte, so rotations by the user are not
      applied. Their SHA-256 is compared. A page whose original is missing or was
      changed is reported and not written; all other pages are. An image that was
      stored damaged is written as it is.

      Pages and positions are those at the start. A page that is replaced during
      the export has either the old or the new bytes.

    MANIFESTS
      --all writes each document into a folder, such as '01 Lease', and finally
      manifest.json, from which 'store ingest --manifest' creates the documents
      again. It is JSON: format 'page-gallery-manifest', version 1, and documents
      in order, each with title, metadata and pages in order. A page has file
      (relative to the folder of the manifest), sha256, byteCount, rotation in
      degrees, isImage (false for a file that is no readable image, which
      --keep-damaged has stored) and metadata. The trash is not exported.

      isComplete is false if a page, a document or its metadata could not be
      exported. 'ingest --manifest' then reports it with status 65 after storing
      everything else.

    OUTPUT
      Prints the path of each file. --json prints one object per line: path (the
      page), page, output, byteCount and sha256; or path and error for a page that
      is not written.
    """

  static let storeBackup = """
    EXAMPLES
      thumbnail-strip store backup --store archive /mnt/backup/archive
      thumbnail-strip store backup --store archive --quick /mnt/backup/archive
      thumbnail-strip store backup --store /mnt/backup/archive restored

    BACKUPS
      A backup is a store: a consistent state of this one, even while programs
      change it. All commands that read work on it. The next backup to the same
      folder copies only the missing originals. Originals that no page has any more
      are moved to the folder 'aside' of the backup, which may be emptied at any
      time. Thumbnails are not copied.

      TO is a missing or empty folder, or an earlier backup of this store that was
      not changed. Anything else is rejected. A backup that is killed, or does not
      fit, leaves the earlier backup unchanged; repeating the command continues it.
      A damaged catalog is rejected: repair the store first.

      To restore a store, make a backup of its backup, or copy the backup's folder
      while no program has it open.

    VERIFICATION
      Finally everything in the backup is read and verified; --quick omits the
      originals. An original that is damaged in the backup is copied again. An
      original that is damaged in the store is reported; all others are copied, and
      an earlier sound copy is kept.

      --link needs no space for originals. It protects against purging and against
      a lost catalog, but not against a failing disk: each original exists once.

    OUTPUT
      Prints what was done. --json prints pageCount, originalCount, copiedCount,
      copiedByteCount, linkedCount, keptCount, healedCount, problemCount,
      damagedOriginals and putAside. The exit status is 65 if something is damaged,
      73 if TO is rejected, 74 if the disk is full or fails, and 75 if another
      program has the backup open.
    """
}
