// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import PageStorage
import Testing

/// Documents that are created together with their first pages.
@Suite struct NewDocumentTests {
  let folder: TestFolder

  init() throws { folder = try TestFolder() }

  @Test func aDocumentIsMadeOfPages() async throws {
    let store = try await folder.open()
    // More than are committed at a time, and the first of them invalid.
    let inputs = [.bytes([1])] + (0..<300).map { TestPage.input($0) }
    let (made, outcomes) = await store.ingest(
      inputs, intoNewDocumentTitled: "Lease", metadata: ["scanner": "left"])
    let document = try #require(made)
    #expect(document.title == "Lease" && document.metadata == ["scanner": "left"])
    #expect(document.pageCount == 249 && document.revision == 1)
    let stored = outcomes.compactMap { try? $0.get() }
    #expect(stored.count == 300 && stored.allSatisfy { $0.document == document.id })
    #expect(try await store.ids(of: document.id) == stored.map(\.id))
    #expect(try await store.documents().map(\.id) == [document.id])
    #expect(try await store.isSound())
  }

  @Test func rejectedPagesMakeNoDocument() async throws {
    let store = try await folder.open()
    for inputs in [[], [.bytes([1]), .file("/proc/self/mem"), .file(folder.path)]] as [[PageInput]]
    {
      let (document, outcomes) = await store.ingest(inputs, intoNewDocumentTitled: "")
      #expect(document == nil && outcomes.count == inputs.count)
      #expect(outcomes.allSatisfy { (try? $0.get()) == nil })
    }
    #expect(try await store.documents().isEmpty)
    #expect(folder.files(below: "incoming").isEmpty)
    // They are created with the first page that is valid, or kept.
    let (document, _) = await store.ingest(
      [.bytes([1])], intoNewDocumentTitled: "", unreadable: .keepAsDamaged)
    #expect(document?.pageCount == 1)
  }

  @Test func aTitleThatIsTooLongIsRefusedBeforeThePagesCome() async throws {
    let store = try await folder.open()
    let title = String(repeating: "a", count: PageStore.maximumMetadataByteCount + 1)
    let (document, outcomes) = await store.ingest(
      [TestPage.input(1)], intoNewDocumentTitled: title)
    #expect(document == nil)
    #expect(
      outcomes == [
        .failure(
          .limitExceeded(
            .metadataByteCount, found: title.utf8.count,
            allowed: PageStore.maximumMetadataByteCount))
      ])
  }

  @Test func aCancelledTaskMakesNoDocument() async throws {
    let store = try await folder.open()
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await store.ingest([TestPage.input(1)], intoNewDocumentTitled: "")
    }
    let (document, outcomes) = await task.value
    #expect(document == nil && outcomes == [.failure(.cancelled)])
    #expect(try await store.documents().isEmpty)
  }

  /// Files that another process truncates and extends while they are read.
  @Test func aFileThatChangesWhileItIsReadHarmsNobody() async throws {
    let store = try await folder.open { $0.maximumPageByteCount = 3 << 20 }
    let file = try ChangingFile(folder.path + "/changing", byteCount: 2 << 20)
    var stored: [StoredPage] = []
    for _ in 0..<20 {
      let (_, outcomes) = await store.ingest(
        [TestPage.input(1), .file(file.path), TestPage.input(2)], intoNewDocumentTitled: "",
        unreadable: .keepAsDamaged)
      stored.append(try outcomes[0].get())
      if let page = try? outcomes[1].get() { stored.append(page) }
      stored.append(try outcomes[2].get())
    }
    file.stop()
    for page in stored { #expect(try await store.bytes(of: page.id).count == page.byteCount) }
    #expect(try await store.isSound())
  }
}
