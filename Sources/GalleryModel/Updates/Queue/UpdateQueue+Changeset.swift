// SPDX-License-Identifier: Apache-2.0

extension UpdateQueue {
  /// The last image that the running requests give to a page.
  private struct Content {
    var page: PageID
    var size: PageShape?

    /// The index of the request among the running ones.
    var place: Int
  }

  /// Returns the change that the running requests make to the present pages.
  func makeChangeset(in order: some PageOrder) -> Changeset {
    guard let last = requests.prefix(runningCount).last else { return Changeset() }
    var change = merged.change(through: last.ticket.number)
    let contents = lastContents()
    for place in change.insertions.indices where !contents.isEmpty {
      show(contents, in: &change.insertions[place].page)
    }
    return Changeset(
      deletions: change.deletions, insertions: change.insertions, moves: change.moves,
      replacements: replacements(contents, through: last.ticket.number, in: order))
  }

  /// Returns the outcomes of the running requests if they succeed.
  func runningOutcomes(at time: Duration) -> [UpdateCompletion] {
    let running = requests.prefix(runningCount)
    guard let last = running.last else { return [] }
    let contents = lastContents()
    return running.enumerated().map { place, request in
      let edits = request.edits
      if edits.allSatisfy({ isCancelledOut($0.page, through: last.ticket.number) }) {
        return UpdateCompletion(ticket: request.ticket, outcome: .cancelledOut)
      }
      let isSuperseded = edits.allSatisfy { edit in
        edit.isReplacement && (content(of: edit.page, in: contents)?.place ?? place) > place
      }
      return UpdateCompletion(
        ticket: request.ticket,
        outcome: isSuperseded ? .superseded : .success(commitTime: time))
    }
  }

  /// Returns whether a page is inserted and deleted within the requests up to a number.
  func isCancelledOut(_ page: PageID, through number: UInt64) -> Bool {
    let head = merged.head(of: page)
    guard head != MergedEntry.none else { return false }
    let entry = merged.tree[head]
    return !entry.isMark && entry.owner <= number && merged.isGone(entry, after: number)
  }

  private func replacements(
    _ contents: [Content], through number: UInt64, in order: some PageOrder
  ) -> [Changeset.Replacement] {
    contents.compactMap { content in
      let head = merged.head(of: content.page)
      let entry = head == MergedEntry.none ? nil : merged.tree[head]
      if let entry, !entry.isMark || merged.isGone(entry, after: number) { return nil }
      guard let index = entry?.gap ?? order.index(of: content.page) else { return nil }
      return Changeset.Replacement(index: index, size: content.size)
    }
  }

  /// Applies the last image to a new page.
  ///
  /// This counts as one replacement.
  private func show(_ contents: [Content], in page: inout Page) {
    guard let content = content(of: page.id, in: contents) else { return }
    page.size = content.size
    page.contentVersion = min(page.contentVersion + 1, Int(Int32.max))
  }

  /// Returns the last image of each page, ordered by page.
  private func lastContents() -> [Content] {
    var contents: [Content] = []
    for (place, request) in requests.prefix(runningCount).enumerated() {
      for case .replace(let page, let size) in request.edits {
        contents.append(Content(page: page, size: size, place: place))
      }
    }
    var last: [Content] = []
    for content in contents.ascending(by: { $0.page.rawValue }) {
      if last.last?.page == content.page { last.removeLast() }
      last.append(content)
    }
    return last
  }

  private func content(of page: PageID, in contents: [Content]) -> Content? {
    let place = contents.indices.partitioningIndex {
      contents[$0].page.rawValue >= page.rawValue
    }
    return place < contents.count && contents[place].page == page ? contents[place] : nil
  }
}
