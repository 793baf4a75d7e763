// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import PageStorage

/// What a command works on: files, or the pages of a document.
///
/// Of a document only the names of the pages are here, as they were in order at one moment; the
/// catalogue is asked for a page when something is to be known of it.
struct InputPages: RandomAccessCollection, Sendable {
  private enum Content: Sendable {
    case files([InputFile])
    case document(PageStore, [PageID])
  }

  private let content: Content

  /// What is wrong if none of them is a page.
  let noPages: Problem

  init(_ files: [InputFile], hasPassedFolder: Bool = false) {
    content = .files(files)
    noPages = hasPassedFolder ? .noPagesOutside : .noPages
  }

  init(_ pages: [PageID], of store: PageStore) {
    content = .document(store, pages)
    noPages = .noPages
  }

  /// The files among them: all or none.
  var files: [InputFile] {
    if case .files(let files) = content { files } else { [] }
  }

  /// Marks pages of a store that turned out to be damaged when they were decoded.
  ///
  /// They were read from a store that was not open for changes. One that others keep busy, or that cannot
  /// be written to, is left as it is: whoever decodes them next finds out too.
  func rememberDamage() async {
    guard case .document(let store, _) = content else { return }
    let damage = store.damageToMark
    guard !damage.isEmpty, (try? System.isWritable(Path(store.path))) == true else { return }
    let configuration = PageStoreConfiguration(lockTimeout: .milliseconds(250))
    guard let writer = try? await PageStore.open(at: store.path, configuration: configuration)
    else { return }
    try? await writer.markDamaged(damage)
    await writer.close()
  }

  /// Those that are pages, of which files that were found in a folder are a part.
  var pages: InputPages {
    if case .files(let files) = content { Self(files.compactMap { $0.asPage() }) } else { self }
  }

  var startIndex: Int { 0 }

  var endIndex: Int {
    switch content {
    case .files(let files): files.count
    case .document(_, let pages): pages.count
    }
  }

  subscript(index: Int) -> InputFile {
    switch content {
    case .files(let files): files[index]
    case .document(let store, let pages):
      InputFile(
        path: Path(StoreName.page(pages[index])),
        origin: .stored(StoredInput(store: store, id: pages[index])),
        limits: store.configuration.limits)
    }
  }
}
