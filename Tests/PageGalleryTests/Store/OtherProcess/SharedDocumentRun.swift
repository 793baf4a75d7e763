// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryModel
import GalleryTestSupport
import PageStorage
import Testing

@testable import PageGallery

/// A gallery and another process that change the same document at the same time.
final class SharedDocumentRun {
  private struct Edit {
    enum Kind { case delete, insert, rotate, replace, move }
    let kind: Kind
    let page: PageID
    let ended: StoredDocumentTests.Flag
    let task: Task<UpdateOutcome, any Error>
  }

  /// More edits would only wait for each other.
  private static let editsAtATime = 3

  let example: StoredDocumentTests.Example
  private var random: SeededGenerator
  private var edits: [Edit] = []

  init(seed: UInt64, _ kind: SourceKind) async throws {
    example = try await StoredDocumentTests.Example(kind)
    random = SeededGenerator(seed: seed)
  }

  /// Changes the document from both sides until the other process has made its calls.
  ///
  /// - Parameter callCount: The number of calls of the other process.
  /// - Returns: The outcome for the pages.
  /// - Throws: An issue if the changes do not end.
  func run(callCount: Int) async throws -> SharedDocumentOutcome {
    let initial = try await example.stored
    let child = try example.startChild(["write", "\(random.next() >> 2)", "\(callCount)", "30000"])
    while child.process.isRunning {
      if edits.count(where: { !$0.ended.isRaised }) < Self.editsAtATime { try await edit() }
      await pass()
    }
    await child.waitUntilExit()
    try await eventually {
      await pass()
      guard edits.allSatisfy(\.ended.isRaised) else { return false }
      return try await example.isAtRest
    }
    var outcome = SharedDocumentOutcome(initial: initial)
    for line in try child.lines() { outcome.noteCall(line) }
    for edit in edits { await note(edit, in: &outcome) }
    return outcome
  }

  private func pass() async {
    let step = Int.random(in: 0...30, using: &random)
    example.clock.set(to: example.clock.now.offset + .milliseconds(step))
    _ = await example.gallery.frame()
    await Task.yield()
  }

  /// Starts an edit of a page that has no other pending edit of this process.
  private func edit() async throws {
    let busy = Set(edits.filter { !$0.ended.isRaised }.map(\.page))
    let pages = await example.gallery.pageIDs
    let number = Int.random(in: 0..<200, using: &random)
    let place = Int.random(in: 0...pages.count, using: &random)
    let choice = Int.random(in: 0..<10, using: &random)
    guard let page = pages.filter({ !busy.contains($0) }).randomElement(using: &random),
      choice > 1 || pages.count > 12
    else {
      let page = try await example.document.receive(CrashPage.bytes(number))
      return start(.insert, page.id) { try await $0.insert(page, at: place) }
    }
    switch choice {
    case 0..<4: start(.delete, page) { try await $0.delete(page) }
    case 4..<6: start(.move, page) { try await $0.move(page, to: min(place, pages.count - 1)) }
    case 6..<8: start(.rotate, page) { try await $0.rotate(page, by: .clockwise) }
    default:
      let size = try await example.document.receive(
        CrashPage.bytes(number), replacing: page)
      start(.replace, page) { try await $0.replace(page, with: size) }
    }
  }

  private func start(
    _ kind: Edit.Kind, _ page: PageID,
    _ edit: @escaping @Sendable (Gallery) async throws -> UpdateOutcome
  ) {
    let (gallery, ended) = (example.gallery, StoredDocumentTests.Flag())
    let task = Task {
      defer { ended.raise() }
      return try await edit(gallery)
    }
    edits.append(Edit(kind: kind, page: page, ended: ended, task: task))
  }

  private func note(_ edit: Edit, in outcome: inout SharedDocumentOutcome) async {
    do {
      guard case .success = try await edit.task.value else { return }
      switch edit.kind {
      case .delete: outcome.deleted.insert(edit.page)
      case .insert: outcome.inserted.insert(edit.page)
      case .rotate, .replace: outcome.pictureChanges[edit.page, default: 0] += 1
      case .move: break
      }
    } catch GalleryEditError.rejected(.unknownPage(edit.page)) {
      // It was deleted between the choice and the call.
    } catch GalleryEditError.rejected(.gapOutOfRange) where edit.kind == .insert {
      // So many pages were deleted between the choice of the index and the call.
    } catch GalleryEditError.rejected(.destinationOutOfRange) where edit.kind == .move {
    } catch {
      outcome.failures.append("\(edit.kind) of \(edit.page.rawValue): \(error)")
    }
  }
}
