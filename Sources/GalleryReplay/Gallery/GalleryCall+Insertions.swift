// SPDX-License-Identifier: Apache-2.0

package import GalleryModel

// The pages that a call inserts.

extension GalleryCall {
  /// The IDs of the pages that the call inserts, in order.
  package var insertedPages: [PageID] {
    guard case .request(let request) = action else { return [] }
    return request.content.edits.compactMap { $0.insertedPage?.id }
  }

  /// Sets the shape of a page that the call inserts.
  package mutating func setSize(_ size: PageShape, ofInserted id: PageID) {
    guard case .request(var request) = action else { return }
    request.content.setSize(size, ofInserted: id)
    action = .request(request)
  }
}

extension ScriptRequest.Content {
  fileprivate var edits: [ScriptEdit] {
    switch self {
    case .edit(let edit): [edit]
    case .batch(let edits), .takeOver(let edits): edits
    case .deleteActive: []
    }
  }

  fileprivate mutating func setSize(_ size: PageShape, ofInserted id: PageID) {
    switch self {
    case .edit(let edit): self = .edit(edit.withSize(size, ofInserted: id))
    case .batch(let edits): self = .batch(edits.map { $0.withSize(size, ofInserted: id) })
    case .takeOver(let edits): self = .takeOver(edits.map { $0.withSize(size, ofInserted: id) })
    case .deleteActive: break
    }
  }
}

extension ScriptEdit {
  fileprivate var insertedPage: ScriptPage? {
    if case .insert(let page, _, _, _) = self { page } else { nil }
  }

  fileprivate func withSize(_ size: PageShape, ofInserted id: PageID) -> ScriptEdit {
    guard case .insert(var page, let gap, let space, let focus) = self, page.id == id else {
      return self
    }
    page.adoptedSize = size
    return .insert(page, gap: gap, space, focus)
  }
}
