// SPDX-License-Identifier: Apache-2.0

extension HelpText {
  static let storeCopy = """
    EXAMPLES
      thumbnail-strip store copy archive 'postgresql://scans@db/scans?objects=...'
      thumbnail-strip store copy 'postgresql://scans@db/scans?objects=...' archive
      thumbnail-strip store copy --follow archive 'postgresql://...'

    COPIES
      A copy is a store of its own. Documents and pages keep their IDs, revisions
      and dates; metadata, the trash and receipts of edits with keys are copied
      too. Bytes are compared with their SHA-256. 'gallery-server token copy' copies
      the tokens.

      TO is a missing or empty folder, servers without a store, or an earlier copy
      of the same store. A copy that was interrupted, or has become old, is
      completed: only what differs is written. A store that is no copy of FROM, or
      was changed since, is rejected. Others may read and change FROM meanwhile;
      nobody else may change TO.

      To move to another store without a pause for readers: start a copy with
      --follow; when it waits for changes, stop the servers of FROM; end the copy
      with SIGTERM or Ctrl-C, which copies the last changes; start servers with
      TO. A signal before its first line only ends the program: the copy is not
      complete.

    OUTPUT
      Prints what was copied, with --follow after each change. --json prints
      documentCount, pageCount, originalCount, byteCount and problemCount. The exit
      status is 65 if something is damaged in FROM: each page is named, and the
      copy has it as before. A new copy lacks it, and has everything else.
    """
}
