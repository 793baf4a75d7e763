// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import PageStorage

/// A file of a watched folder that is complete.
struct ArrivedFile: Sendable {
  let name: [UInt8]
  let look: WatchedFiles.Look
  let file: InputFile
}

/// What became of an arrived file.
enum ArrivalOutcome: Sendable {
  /// It is a page now.
  case stored(PageID)
  /// The document has its bytes already.
  case known(PageID)
  /// It is a bad page.
  case refused(Problem)
  /// It is no page.
  case passedOver
  /// It has changed meanwhile.
  case changed
}

/// Takes arrived files into a document, each of them once.
struct WatchIngest {
  let store: PageStore
  let folder: WatchedFolder
  let policy: UnreadablePagePolicy
  var target: WatchTarget

  /// What is known of a file before the commit.
  private enum Step: Sendable {
    case staged(StagedPage)
    case ended(ArrivalOutcome)
  }

  /// Takes files in; those that are stored share one commit.
  ///
  /// - Parameters:
  ///   - files: The files in order.
  ///   - announce: Called with a document that was made for them.
  /// - Returns: What became of each, in the same order.
  /// - Throws: `Problem` if the store fails; the files can be taken again then.
  mutating func take(
    _ files: [ArrivedFile], announce: (Document) throws -> Void
  ) async throws -> [ArrivalOutcome] {
    var steps: [Step] = []
    let ingest = self
    try await OrderedAsyncWork(jobs: System.coreCount).run(files) { file in
      try await ingest.stage(file)
    } receive: {
      steps.append($0)
    }
    let staged = steps.compactMap { step in
      if case .staged(let page) = step { page } else { nil }
    }
    let known = try await commit(staged, announce: announce)
    return steps.map { step in
      switch step {
      case .ended(let outcome): outcome
      case .staged(let page): known[page.id].map(ArrivalOutcome.known) ?? .stored(page.id)
      }
    }
  }

  private func stage(_ file: ArrivedFile) async throws -> Step {
    guard let page = file.file.asPage() else { return .ended(.passedOver) }
    do throws(Problem) {
      let opened = try OpenedInput(page)
      guard let path = opened.path else { return .ended(.passedOver) }
      do throws(PageStoreError) {
        if let known = try target.page(with: ContentDigest(ofFileAt: path)) {
          return .ended(.known(known))
        }
        let staged = try await store.stage(opened.input, unreadable: policy)
        // What changed while it was read may be anything.
        return folder.look(at: file.name) == file.look ? .staged(staged) : .ended(.changed)
      } catch {
        throw Problem(error)
      }
    } catch {
      guard !error.concernsStore else { throw error }
      return .ended(folder.look(at: file.name) == file.look ? .refused(error) : .changed)
    }
  }

  /// Puts staged pages into the document, but for those whose bytes it has by then.
  ///
  /// - Returns: The pages that were left out, and those that have their bytes.
  private mutating func commit(
    _ staged: [StagedPage], announce: (Document) throws -> Void
  ) async throws -> [PageID: PageID] {
    guard !staged.isEmpty else { return [:] }
    while true {
      let document = try await target.openDocument(announce: announce)
      var owners: [ContentDigest: PageID] = [:]
      var known: [PageID: PageID] = [:]
      var new: [StagedPage] = []
      for page in staged {
        if let owner = try owners[page.digest] ?? target.page(with: page.digest) {
          known[page.id] = owner
        } else {
          owners[page.digest] = page.id
          new.append(page)
        }
      }
      let change = StoreChangeset(
        insertions: new.enumerated().map { .init(index: document.pageCount + $0, page: $1) })
      do throws(PageStoreError) {
        try await store.apply(change, to: document.id, expecting: document.revision)
        return known
      } catch {
        // Somebody else has changed the document: it is looked at again.
        guard case .conflict = error else { throw error }
      }
    }
  }
}
