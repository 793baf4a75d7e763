// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import GallerySystem
import PageStorage

/// The inputs of a command: files, or the pages of a document.
///
/// For a document, it holds only a snapshot of the page IDs in order; the catalog is queried when a
/// page is used.
struct InputPages: RandomAccessCollection, Sendable {
  private enum Content: Sendable {
    case files([InputFile])
    case document(PageStore, StoreLocation, [PageID])
  }

  private let content: Content

  /// The problem to report if none of them is a page.
  let noPages: Problem

  init(_ files: [InputFile], hasPassedFolder: Bool = false) {
    content = .files(files)
    noPages = hasPassedFolder ? .noPagesOutside : .noPages
  }

  init(
    _ pages: [PageID], of document: DocumentID, in store: PageStore, at location: StoreLocation
  ) {
    content = .document(store, location, pages)
    noPages = .emptyDocument(document)
  }

  /// The inputs that are files: all or none.
  var files: [InputFile] {
    if case .files(let files) = content { files } else { [] }
  }

  /// Whether some of them are in an object store.
  var includeObjects: Bool {
    files.contains { if case .remote = $0.origin { true } else { false } }
  }

  /// Marks stored pages that turned out to be damaged during decoding.
  ///
  /// The pages were read from a store opened read-only. A store that is locked by others or cannot
  /// be written is left unchanged: the next decoding detects the damage again.
  func rememberDamage() async {
    guard case .document(let store, let location, _) = content else { return }
    let damage = store.damageToMark
    guard !damage.isEmpty, (try? location.isWritable()) == true else { return }
    let configuration = PageStoreConfiguration(lockTimeout: .milliseconds(250))
    guard let writer = try? await location.openOrMake(configuration) else { return }
    try? await writer.markDamaged(damage)
    await writer.close()
  }

  /// The inputs that are pages, without the files found in a folder that are not.
  var pages: InputPages {
    if case .files(let files) = content { Self(files.compactMap { $0.asPage() }) } else { self }
  }

  var startIndex: Int { 0 }

  var endIndex: Int {
    switch content {
    case .files(let files): files.count
    case .document(_, _, let pages): pages.count
    }
  }

  subscript(index: Int) -> InputFile {
    switch content {
    case .files(let files): files[index]
    case .document(let store, _, let pages):
      InputFile(
        path: Path(StoreName.page(pages[index])),
        origin: .stored(StoredInput(store: store, id: pages[index])),
        limits: store.configuration.limits)
    }
  }
}
