// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import GalleryTestData
import PageStorage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension PageStore {
  /// Makes calls at the same time, which wait for one commit.
  ///
  /// A change that fails holds the store meanwhile.
  ///
  /// - Parameters:
  ///   - document: A document.
  ///   - calls: The calls.
  /// - Returns: Their outcomes.
  func together<Value: Sendable>(
    holding document: DocumentID,
    _ calls: [@Sendable () async -> Result<Value, PageStoreError>]
  ) async -> [Result<Value, PageStoreError>] {
    let holder = Task {
      _ = try? await perform(
        .updateDocument(document) { _ in
          usleep(40_000)
          return false
        })
    }
    try? await Task.sleep(for: .milliseconds(10))
    let tasks = calls.map { call in Task { await call() } }
    var outcomes: [Result<Value, PageStoreError>] = []
    for task in tasks { outcomes.append(await task.value) }
    await holder.value
    return outcomes
  }

  fileprivate func insertOnce(
    _ page: StagedPage, into document: DocumentID, _ key: String
  ) async -> Result<String, PageStoreError> {
    do throws(PageStoreError) {
      let outcome = try await perform(
        .insert(page, before: nil, of: document), once: .test(key)
      ) { _, _ in Array("\(page.id.rawValue)".utf8) }
      return .success(String(decoding: outcome.response, as: UTF8.self))
    } catch {
      return .failure(error)
    }
  }

  fileprivate func appendPage(
    _ bytes: [UInt8], to document: DocumentID
  ) async -> Result<PageID, PageStoreError> {
    do throws(PageStoreError) {
      return .success(try await append(.bytes(bytes), to: document).id)
    } catch {
      return .failure(error)
    }
  }
}

extension CrashWorker {
  /// Appends pages in one commit, each under a key of its own, and returns their IDs.
  func appendTogether(_ numbers: Range<Int>) async throws(PageStoreError) -> [String] {
    var calls: [@Sendable () async -> Result<String, PageStoreError>] = []
    for number in numbers {
      let staged = try await store.stage(.bytes(CrashPage.bytes(number)))
      calls.append { [store, document] in
        await store.insertOnce(staged, into: document, "together \(number)")
      }
    }
    let outcomes = await store.together(holding: document, calls)
    var words: [String] = []
    for outcome in outcomes { words.append(try outcome.get()) }
    return words
  }
}

extension FullDisk {
  /// Appends pages at the same time, four by four, until long after the disk is full.
  func addTogether(_ store: PageStore) async throws(PageStoreError) {
    let document = try await store.createDocument(title: "crowd").id
    for start in stride(from: 0, to: 100, by: 4) {
      var calls: [@Sendable () async -> Result<PageID, PageStoreError>] = []
      for number in start..<start + 4 {
        calls.append { await store.appendPage(Self.bytes(number, 60_000), to: document) }
      }
      let outcomes = await store.together(holding: document, calls)
      for (number, outcome) in zip(start..<start + 4, outcomes) {
        switch outcome {
        case .success(let page): StoreChild.say("stored \(page.rawValue) \(number)")
        case .failure(let error): StoreChild.say("\(error.code) \(number)")
        }
      }
    }
  }
}
