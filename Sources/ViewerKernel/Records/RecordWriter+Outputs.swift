// SPDX-License-Identifier: Apache-2.0

import GallerySharing

extension RecordWriter {
  /// Writes the outputs of a gallery.
  ///
  /// - Parameters:
  ///   - outputs: The outputs, in order.
  ///   - adoptions: The transactions with which the session has adopted changes of others.
  ///   - gallery: The gallery after these outputs.
  func write(
    _ outputs: [SharedGalleryOutput], adoptions: [GalleryTransactionID], of gallery: SharedGallery
  ) {
    for output in outputs {
      switch output {
      case .event(let event): write(event, adoptions: adoptions)
      case .pagesChanged(let change): write(change)
      case .request(let request): write(request, of: gallery)
      case .stopChanges(let number): write(.stopChanges, at: nil, (Double(number), 0, 0, 0))
      case .refused(let tickets, let failure): write(failure, of: tickets)
      case .sourceLost(let failure, let time):
        let (code, detail) = failure.numbers
        write(.sourceLost, at: time, (code, detail, 0, 0))
      case .sourceFound(let time): write(.sourceFound, at: time)
      case .sourceGone(let time): write(.sourceGone, at: time)
      }
    }
  }

  private func write(_ change: GalleryPagesChange) {
    let version = Double(change.version)
    switch change {
    case .edited(let changeset, _):
      write(.pagesEdited, (version, 0, 0, 0)) { $0.append(changeset) }
    case .reshaped(let page, _):
      write(
        .pageReshaped,
        (version, page.id.number, page.size.number, Double(page.contentVersion)))
    case .reset: write(.pagesReset, (version, 0, 0, 0))
    }
  }

  private func write(_ request: PageSourceRequest, of gallery: SharedGallery) {
    let number = Double(request.number)
    switch request.call {
    case .apply(let changeset, let version):
      write(.applyRequest, (number, 0, 0, 0)) {
        $0.append(changeset, version: version) { gallery.sourcePage(at: $0) }
      }
    case .rotate(let page, let turns, let version):
      write(.rotateRequest, (number, page.number, Double(turns.count), Double(version)))
    case .pages: write(.pagesRequest, (number, 0, 0, 0))
    case .version: write(.versionRequest, (number, 0, 0, 0))
    case .changes(let version): write(.changesRequest, (number, Double(version), 0, 0))
    }
  }

  private func write(_ failure: PageSourceFailure, of tickets: [UpdateTicket]) {
    let (code, detail) = failure.numbers
    write(.refused, (code, detail, 0, 0)) { list in
      for ticket in tickets { list.append(Double(ticket.number)) }
    }
  }
}

extension SharedGallery {
  /// Returns the page at an index of the source, as far as it is known.
  ///
  /// While a request for a change is open, these are the pages that the change is based on.
  fileprivate func sourcePage(at index: Int) -> PageID? {
    let pages = shared.order?.pages
    guard index < pages?.count ?? session.count else { return nil }
    return pages?[index].id ?? session.pageIDs[index]
  }
}
