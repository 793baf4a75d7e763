// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryModel
import GalleryTestSupport
import PageStorage
import Testing

/// A store of three pages, and two in the trash, whose copies are the targets of injected faults.
struct FaultInjectionStore {
  private let folder: TestFolder
  private let document: DocumentID
  private let model: CrashModel

  init() async throws {
    folder = try TestFolder()
    document = try await folder.emptyDocument()
    let store = try await folder.open()
    _ = await store.ingest((0..<5).map { .bytes(CrashPage.bytes($0)) }, into: document)
    try await store.delete(4, 5)
    model = try await CrashModel(store, document)
    await store.close()
  }

  private func arguments(_ change: String) -> [String] {
    ["change"] + change.split(separator: " ").map(String.init)
  }

  /// Makes a change of a copy without a fault.
  ///
  /// - Parameter change: The change, empty for none.
  /// - Returns: The number of system calls.
  /// - Throws: The errors of Foundation.
  func callCount(_ change: String) async throws -> Int {
    let copy = try folder.copy()
    let child = try ChildProcess(
      arguments(change), in: copy, environment: Injection.counting(in: copy))
    await child.waitUntilExit()
    return try Injection.calls(in: copy).count
  }

  /// Makes a change of a copy with an injected fault, and compares the copy with the output of the
  /// process.
  ///
  /// - Parameters:
  ///   - change: The change.
  ///   - injection: The fault.
  /// - Returns: The affected call, `nil` if there were fewer calls.
  /// - Throws: The errors of Foundation and the store.
  func strike(_ change: String, _ injection: Injection) async throws -> Injection.Call? {
    let copy = try folder.copy()
    let child = try ChildProcess(
      arguments(change), in: copy, environment: injection.environment(in: copy))
    await child.waitUntilExit()
    let calls = try Injection.calls(in: copy)
    let struck = calls.first { $0.number == injection.number }
    var lines = try child.lines()
    let label = "\(change), \(injection), \(struck as Any): \(lines)"
    if struck != nil, injection.kind == .kill {
      #expect(child.process.terminationReason == .uncaughtSignal, "\(label)")
    } else if let struck, struck.isSyncOfChange(change, after: calls),
      injection.kind != .noRoom || !Self.shrinks(change)
    {
      #expect(lines.contains { $0[0] == "failed" || $0.contains("-") }, "\(label)")
    }
    if injection.kind == .readOnlyDisk { expectReadOnlyDisk(&lines, struck, label) }
    if struck == nil { #expect(lines.allSatisfy { $0[0] != "failed" }, "\(label)") }
    _ = try await copy.state(of: document, after: lines, from: model, label)
    try await expectNoEmptyDocument(in: copy, after: lines, label)
    return struck
  }

  /// Expects that a change failed for a read-only disk, unless the sync of its commit failed: nobody knows what
  /// is on the disk then, and the line of the failure is removed.
  private func expectReadOnlyDisk(
    _ lines: inout [[String]], _ struck: Injection.Call?, _ label: String
  ) {
    let isUnknown = struck?.name == "fdatasync" && struck?.path.hasSuffix("-wal") == true
    let failures = lines.filter { $0[0] == "failed" }
    #expect(failures.allSatisfy { $0 == ["failed", isUnknown ? "io" : "readOnly"] }, "\(label)")
    if isUnknown { lines.removeAll { $0[0] == "failed" } }
  }

  /// Whether a change needs no additional space, from the beginning.
  private static func shrinks(_ change: String) -> Bool {
    change.hasPrefix("ingest") || change.hasPrefix("new")
  }

  /// Expects that a new document has pages, all of them acknowledged.
  private func expectNoEmptyDocument(
    in copy: TestFolder, after lines: [[String]], _ label: String
  ) async throws {
    let store = try await copy.open()
    let new = try await store.documents().filter { $0.id != document }
    #expect(new.allSatisfy { $0.pageCount > 0 }, "\(label)")
    if let done = lines.first(where: { $0.starts(with: ["done", "new"]) }) {
      let stored = done.dropFirst(4).compactMap { UInt64($0) }
      let found = try await new.isEmpty ? [] : store.ids(of: new[0].id)
      #expect(found.map(\.rawValue) == stored, "\(label)")
    }
    await store.close()
  }
}

extension Injection.Call {
  /// Whether a change must not be acknowledged if this call fails, because it is a sync.
  fileprivate func isSyncOfChange(_ change: String, after calls: [Injection.Call]) -> Bool {
    guard ["fsync", "fdatasync"].contains(name) else { return false }
    let earlier = calls.filter { $0.number < number }
    let isCheckpoint =
      path == "/catalogue.sqlite"
      || path.hasSuffix("-wal") && earlier.last { $0.path == path }?.name == name
    // SQLite ignores the result of syncing the folder, which was synced before.
    if isCheckpoint || path.isEmpty && name == "fdatasync" { return false }
    // A purged original is removed without a record if there is no space for one.
    if change == "purge", path.hasPrefix("/records") { return false }
    // Old bytes are removed after the change; a failed removal is repeated when the store is opened
    // next.
    let removed = earlier.last { $0.name == "unlink" && $0.path.hasPrefix("/blobs") }
    let isCleaning = removed.map { removed in
      !calls.contains { $0.name == "link" && $0.path == removed.path }
    }
    return !(change.hasPrefix("replace") && isCleaning == true)
  }
}

extension TestFolder {
  /// A folder with a copy of the store, which is not open.
  func copy() throws -> TestFolder {
    let copy = try TestFolder()
    try FileManager.default.copyItem(atPath: store, toPath: copy.store)
    return copy
  }
}
