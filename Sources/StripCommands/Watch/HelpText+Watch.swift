// SPDX-License-Identifier: Apache-2.0

extension HelpText {
  static let watch = """
    EXAMPLES
      thumbnail-strip watch /srv/scanner --store archive
      thumbnail-strip watch inbox/ --store archive --document 3 --json
      thumbnail-strip watch inbox/ --store archive --group pause --done scanned/

    FILES
      Stores the files in the folder, and then each file that arrives, until Ctrl-C
      or SIGTERM. Folders inside, files that are not pages, and names that start
      with a dot or end like unfinished files (.part, .tmp, .crdownload and others)
      are skipped.

      Only complete files are stored. A file whose image is complete is stored when
      its writer closes or renames it. On network disks, or while the writer keeps
      it open, it is stored when it has not changed for a second. A file whose end
      is missing is stored as it is when it has not changed for --quiet-time. The
      folder is also read every few seconds, for changes without an event. A file
      that changes is another page, even if its size and time stay the same.

      No file is stored twice: a file whose bytes are already a page of these
      documents, or are in their trash, is skipped whatever its name. So a restart
      continues where it stopped, and several programs may watch one folder. A page
      that was replaced, or purged from the trash, is stored again if its file is
      still there.

      Files stay in the folder. --done moves them to another folder, with a number
      if the name is taken, and --remove removes them: after the page is on disk,
      and only if the file has not changed since. Bad pages and other files stay.
      A file whose end is missing is moved like others. --remove keeps it until the
      next start, because its rest may still arrive. The folder of --done must not
      be inside a store.

    DOCUMENTS
      Pages go to the folder's own document. It is created with the first page, and
      found again after a restart: its metadata contain the folder as
      watchedFolder. --document selects another document, --new creates one.

      With --group subfolder, each folder inside has a document with its name, also
      one that is created later. Files at the top go to the folder's own document.

      With --group pause, a document ends when no page has arrived for --pause
      seconds. The times at which the files arrived count, whether or not the
      command was running.

    OUTPUT
      Prints the ID and the name of each page once it is stored; --json prints the
      objects of 'store ingest'. A bad page is reported once, in one line, and the
      exit status is then 65; with --keep-damaged it is stored, and the status is
      0. While other programs keep the store busy, while the disk is full, or while
      a server of the store cannot be reached, the command waits and tries again.
      If the folder is removed, it ends with status 66.

      With --json, problems are objects with path and error, as those of
      'store ingest'. Other messages are objects with path and note.
    """
}
