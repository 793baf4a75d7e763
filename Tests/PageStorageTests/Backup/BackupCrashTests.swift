// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryModel
import GalleryTestSupport
import PageStorage
import Testing

/// Backups that are stopped or fail at each of their calls on the target.
@Suite struct BackupCrashTests {
  /// The initial state of the target.
  enum Start: String, CaseIterable {
    case nothing
    case earlierBackup
  }

  private let folder: TestFolder
  private let document: DocumentID
  /// The contents of the store at the earlier backup, and its current contents.
  private let models: (before: CrashModel, after: CrashModel)

  init() async throws {
    folder = try TestFolder()
    document = try await folder.emptyDocument()
    let store = try await folder.open()
    let pages = await store.ingest((0..<5).map { .bytes(CrashPage.bytes($0)) }, into: document)
    try await store.delete(4, 5)
    let before = try await CrashModel(store, document)
    _ = try await store.backup(to: folder.path + "/template")
    _ = try await store.append(.bytes(CrashPage.bytes(7)), to: document)
    try await store.rotate(pages[0].get().id, by: .clockwise)
    try await store.purge(deletedBefore: .distantFuture)
    models = (before, try await CrashModel(store, document))
    await store.close()
  }

  /// A folder with the target of a run.
  private func target(_ start: Start) async throws -> TestFolder {
    let target = try TestFolder()
    if start == .earlierBackup {
      try FileManager.default.copyItem(atPath: folder.path + "/template", toPath: target.store)
      // Opening a copy first compares it with itself.
      await (try await target.open()).close()
    }
    return target
  }

  private func run(
    _ target: TestFolder, _ environment: [String: String], link: Bool
  ) async throws -> ChildProcess {
    let words = [ChildProcess.storeChild, folder.store, "backup", target.store]
    let child = try ChildProcess(
      words + (link ? ["link"] : []), printingInto: target.path, environment: environment)
    await child.waitUntilExit()
    return child
  }

  /// The calls to inject into: of the identical calls for folders, only a few.
  private func calls(_ start: Start, link: Bool) async throws -> [Injection.Call] {
    let target = try await target(start)
    let child = try await run(target, Injection.counting(in: target), link: link)
    #expect(try child.lines().last?.first == "done")
    return try Injection.calls(in: target).filter { call in
      call.name != "mkdir" || !call.path.hasPrefix("/blobs/") || call.path.hasSuffix("7")
        || call.path.hasSuffix("complete")
    }
  }

  @Test(arguments: Start.allCases, [false, true])
  func aKillAtEachCallLosesNothing(start: Start, link: Bool) async throws {
    let calls = try await calls(start, link: link)
    #expect(
      Set(calls.map(\.name)).isSuperset(of: ["open", "pwrite", "fsync", "rename"]), "\(calls)")
    // Except for the links, a backup of links is like any other.
    let struck = calls.filter { !link || ["link", "rename"].contains($0.name) }
    for call in struck { try await strike(call, .kill, start, link: link) }
  }

  @Test(arguments: Start.allCases, [Injection.Kind.noRoom, .badDisk])
  func anErrorAtEachCallLosesNothing(start: Start, kind: Injection.Kind) async throws {
    // A file written in many pieces fails at some of them.
    let calls = try await calls(start, link: false)
    for call in calls where call.name != "pwrite" || call.number % 4 == 0 {
      try await strike(call, kind, start, link: false)
    }
  }

  private func strike(
    _ call: Injection.Call, _ kind: Injection.Kind, _ start: Start, link: Bool
  ) async throws {
    let target = try await target(start)
    let injection = Injection(kind: kind, number: call.number)
    let child = try await run(target, injection.environment(in: target), link: link)
    let lines = try child.lines()
    let label = "\(start) \(injection) \(call): \(lines)"
    let isDone = lines.last?.first == "done"
    try await expectOneOfBoth(target, start, isDone: isDone, label)
    if call.number % 3 == 0 { try await expectOpens(target, start, label) }
    // The next run completes the backup.
    let again = try await run(target, [:], link: link)
    #expect(try again.lines().last?.prefix(2) == ["done", "true"], "\(label)")
    let store = try await target.open()
    #expect(try await CrashModel(store, document) == models.after, "\(label)")
    let report = try await store.verify()
    #expect(report.isSound, "\(label): \(report.problems)")
    #expect(target.files(below: "incoming").isEmpty, "\(label)")
    #expect(target.files(below: "blobs").count == models.after.pages.count, "\(label)")
    await store.close()
  }

  /// Expects the previous backup, the new one, or nothing after a first one.
  private func expectOneOfBoth(
    _ target: TestFolder, _ start: Start, isDone: Bool, _ label: String
  ) async throws {
    let store: PageStore
    do {
      store = try await target.open { $0.access = .readOnly }
    } catch let error as PageStoreError {
      #expect(start == .nothing && !isDone && error.code == "notAStore", "\(label): \(error)")
      return
    }
    let found = try await CrashModel(store, document)
    let isOld = start == .earlierBackup && !isDone && found == models.before
    #expect(isOld || found == models.after, "\(label): \(found)")
    let problems = try await store.verify().problems.filter { problem in
      if case .orphan = problem { isDone } else { true }
    }
    #expect(problems.isEmpty, "\(label): \(problems)")
    await store.close()
  }

  /// Opens the result for changes, which discards the unfinished backup.
  private func expectOpens(_ target: TestFolder, _ start: Start, _ label: String) async throws {
    guard let store = try? await target.open() else {
      #expect(start == .nothing, "\(label)")
      return
    }
    let found = try await CrashModel(store, document)
    #expect(
      found == models.after || start == .earlierBackup && found == models.before, "\(label)")
    let problems = try await store.verify().problems.filter { problem in
      if case .orphan = problem { false } else { true }
    }
    #expect(problems.isEmpty, "\(label): \(problems)")
    await store.close()
  }
}
