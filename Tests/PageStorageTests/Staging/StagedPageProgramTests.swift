// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import GalleryTestSupport
import PageStorage
import Testing

/// Random programs that keep pages staged over many changes, compared with plain arrays.
@Suite struct StagedPageProgramTests {
  enum Step {
    case stage(number: Int)
    case discard(Int)
    case release(Int)
    case insert(Int, at: Int)
    case replace(Int, by: Int)
    /// An insertion against another revision than that of the document.
    case insertLate(Int)
    case reopen
  }

  @Test func programsEndLikeThoseOnArrays() async {
    await checkProperty(
      seed: 771, runs: 60,
      generate: { random in
        (0..<Int.random(in: 1...25, using: &random)).map { _ in Self.step(&random) }
      }, check: { await problem(after: $0) })
  }

  private static func step(_ random: inout SeededGenerator) -> Step {
    let (place, number) = (
      Int.random(in: 0..<6, using: &random), Int.random(in: 0..<4, using: &random)
    )
    return switch Int.random(in: 0..<12, using: &random) {
    case 0..<4: .stage(number: number)
    case 4: .discard(place)
    case 5: .release(place)
    case 6..<9: .insert(place, at: number)
    case 9: .replace(number, by: place)
    case 10: .insertLate(place)
    default: .reopen
    }
  }

  /// The pages in memory and in the document, as the numbers of their bytes.
  private struct Model {
    var staged: [(page: StagedPage, number: Int, isUsable: Bool)] = []
    var pages: [(id: PageID, number: Int)] = []
    var ids: Set<PageID> = []

    /// The staged pages whose files must exist.
    var fileCount: Int { staged.count { $0.isUsable } }
  }

  private func problem(after steps: [Step]) async -> String? {
    do {
      let folder = try TestFolder()
      var store = try await folder.open()
      let document = try await store.createDocument(title: "").id
      var model = Model()
      for step in steps {
        if case .reopen = step {
          model.staged = []
          await store.close()
          store = try await folder.open()
        } else if let problem = try await make(step, store, document, &model) {
          return problem
        }
        // The work folder of a server's store is elsewhere.
        guard TestEngine.isServed || folder.files(below: "incoming").count == model.fileCount
        else { return "other files" }
        guard try await store.ids(of: document) == model.pages.map(\.id) else { return "order" }
      }
      for page in model.pages where try await store.bytes(of: page.id) != TestPage.png(page.number)
      {
        return "other bytes"
      }
      return try await store.isSound() ? nil : "damage"
    } catch {
      return "threw \(error)"
    }
  }

  private func make(
    _ step: Step, _ store: PageStore, _ document: DocumentID, _ model: inout Model
  ) async throws -> String? {
    switch step {
    case .stage(let number):
      let page = try await store.stage(TestPage.input(number))
      guard model.ids.insert(page.id).inserted else { return "a repeated identifier" }
      model.staged.append((page, number, true))
    case .discard(let place) where place < model.staged.count:
      model.staged[place].page.discard()
      model.staged[place].isUsable = false
    case .release(let place) where place < model.staged.count: model.staged.remove(at: place)
    case .insert(let place, let index) where place < model.staged.count:
      let item = model.staged[place]
      let change = StoreChangeset(insertions: [.init(index: index, page: item.page)])
      guard try await apply(change, store, document, &model, place, index <= model.pages.count)
      else { return "another outcome of an insertion" }
    case .replace(let index, let place) where place < model.staged.count:
      let change = StoreChangeset(
        replacements: [.init(index: index, content: model.staged[place].page)])
      guard try await apply(change, store, document, &model, place, index < model.pages.count)
      else { return "another outcome of a replacement" }
    case .insertLate(let place) where place < model.staged.count:
      let change = StoreChangeset(
        insertions: [.init(index: 0, page: model.staged[place].page)])
      let revision = try await store.document(document).revision
      let made = try? await store.apply(change, to: document, expecting: revision + 1)
      if made != nil { return "a late change" }
    default: break
    }
    return nil
  }

  /// Makes a change of one page in both, and returns whether its outcome is the expected one.
  private func apply(
    _ change: StoreChangeset, _ store: PageStore, _ document: DocumentID, _ model: inout Model,
    _ place: Int, _ fits: Bool
  ) async throws -> Bool {
    let item = model.staged[place]
    let isExpected = fits && item.isUsable
    let isMade = (try? await store.apply(change, to: document)) != nil
    guard isMade, isExpected else { return isMade == isExpected }
    model.staged[place].isUsable = false
    for insertion in change.insertions {
      model.pages.insert((item.page.id, item.number), at: insertion.index)
    }
    for replacement in change.replacements { model.pages[replacement.index].number = item.number }
    return true
  }
}
