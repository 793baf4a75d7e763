// SPDX-License-Identifier: Apache-2.0

import GallerySharing

extension RecordWriter {
  /// Writes an event of a session.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - adoptions: The transactions with which the session has adopted changes of others.
  func write(_ event: GalleryEvent, adoptions: [GalleryTransactionID]) {
    switch event {
    case .activeChanged(let old, let new, let time):
      write(.activeChanged, at: time, (old.number, new.number, 0, 0))
    case .clockWentBackwards(let found, let time):
      write(.clockWentBackwards, at: time, (found.number, 0, 0, 0))
    case .commitRequested(let transaction, let changeset, let time):
      write(.commitRequested, at: time, (Double(transaction.number), 0, 0, 0)) {
        $0.append(changeset)
      }
    case .committed(let transaction, let changeset, let time):
      let isForeign = adoptions.contains(transaction)
      write(.committed, at: time, (Double(transaction.number), isForeign.number, 0, 0)) {
        $0.append(changeset)
      }
    case .completed(let ticket, let outcome, let time):
      let (code, error, detail) = outcome.numbers
      write(.completed, at: time, (Double(ticket.number), code, error, detail))
    case .sourceInconsistent(let time): write(.sourceInconsistent, at: time)
    case .prefetch(let pages, let time): write(.prefetch, pages, at: time)
    case .cancelPrefetch(let pages, let time): write(.cancelPrefetch, pages, at: time)
    }
  }

  private func write(_ kind: RecordKind, _ pages: [PageID], at time: Duration) {
    write(kind, at: time) { list in
      for page in pages { list.append(page.number) }
    }
  }
}
