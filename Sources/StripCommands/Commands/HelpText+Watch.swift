// SPDX-License-Identifier: Apache-2.0

extension HelpText {
  static let watch = """
    Takes in what lies in the folder, and then what arrives, until Ctrl-C or
    SIGTERM. The files stay where they are. Folders inside, other files than
    pages, and names that start with a dot or end like unfinished files (.part,
    .tmp, .crdownload and others) are passed over.

    Only complete files are taken. A file whose end is there is taken when its
    writer closes it or gives it its name, and on network disks, or if the writer
    keeps it open, when it has not changed for a second. A file whose end is
    missing is taken as it is when it has not changed for --quiet-time. The folder
    is also read every few seconds, for what no event tells.

    The pages go to the folder's own document, which is made with the first page,
    and found again after a restart: its metadata have the folder as
    watchedFolder. --document takes another one, --new starts anew.

    No file is taken twice: one whose bytes are a page of the document already,
    or lie in its trash, is not taken again, whatever its name. So a restart goes
    on where it was; a page that was replaced, or purged from the trash, comes
    back if its file still lies there.

    Prints the number and the name of each page once it is stored, with --json the
    objects of 'store ingest'. A bad page is reported once in one line; the exit
    status is then 65 at the end, else 0. While others keep the store busy it
    tries again; if the folder goes away, it ends with status 66.

    EXAMPLES
      thumbnail-strip watch /srv/scanner --store archive
      thumbnail-strip watch inbox/ --store archive --document 3 --json
    """
}
