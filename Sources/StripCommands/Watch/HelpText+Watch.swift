// SPDX-License-Identifier: Apache-2.0

extension HelpText {
  static let watch = """
    Takes in what lies in the folder, and then what arrives, until Ctrl-C or
    SIGTERM. Folders inside, other files than pages, and names that start with a
    dot or end like unfinished files (.part, .tmp, .crdownload and others) are
    passed over.

    Only complete files are taken. A file whose image has an end, whatever stands
    behind that, is taken when its writer closes it or gives it its name, and on
    network disks, or if the writer keeps it open, when it has not changed for a
    second. A file whose end is missing is taken as it is when it has not changed
    for --quiet-time. The folder is also read every few seconds, for what no event
    tells. A file that changes, even if its size and time stay, is another page.

    The pages go to the folder's own document, which is made with the first page,
    and found again after a restart: its metadata have the folder as
    watchedFolder. --document takes another one, --new starts anew. With --group
    subfolder each folder inside has a document that is called like it, also one
    that comes later; files at the top go to the folder's own. With --group pause a
    document ends when no page has come for --pause seconds, by the times at which
    the files arrived, whether or not somebody watched.

    No file is taken twice: one whose bytes are a page of these documents already,
    or lie in the trash, is not taken again, whatever its name. So a restart goes
    on where it was, and several programs may watch one folder; a page that was
    replaced, or purged from the trash, comes back if its file still lies there.

    The files stay where they are, unless --done moves them into another folder,
    with a number if there is one of that name, or --remove removes them: once the
    page is on the disk, and only if the file has not changed since. Bad pages and
    other files stay.

    Prints the number and the name of each page once it is stored, with --json the
    objects of 'store ingest'. A bad page is reported once in one line; the exit
    status is then 65 at the end, else 0. While others keep the store busy or the
    disk is full it waits and tries again; if the folder goes away, it ends with
    status 66. With --json problems are objects with 'path' and 'error' as those of
    'store ingest', and what else is to be said has a 'note' in place of 'error'.

    EXAMPLES
      thumbnail-strip watch /srv/scanner --store archive
      thumbnail-strip watch inbox/ --store archive --document 3 --json
      thumbnail-strip watch inbox/ --store archive --group pause --done scanned/
    """
}
