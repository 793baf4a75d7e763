// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import GalleryTestSupport
import PageStorage
import Synchronization
import Testing

@testable import PageGallery

/// Two galleries over one source, and the requested edits.
final class GalleryProgramRun {
  /// The number of edits that have ended: one whose task begins late is not seen otherwise.
  private final class EndedEdits: Sendable {
    let count = Atomic(0)
  }

  private struct Edit {
    enum Kind { case delete(PageID), insert(PageID), rotate(PageID, QuarterTurns), other }
    var kind: Kind
    var task: Task<UpdateOutcome, any Error>
  }

  private let clock = ManualClock()
  private let source: RecordingSource
  private var galleries: [Gallery] = []
  private var edits: [Edit] = []
  private let ended = EndedEdits()
  private var nextName: UInt64 = 100
  /// Identifiers of pages deleted or inserted without a gallery.
  private var deletedElsewhere: Set<PageID> = []
  /// The rotations of pages made without a gallery.
  private var rotationsElsewhere: [PageID: QuarterTurns] = [:]
  /// Pages with requested replacements of their images, which end all earlier rotations.
  private var replaced: Set<PageID> = []

  init() async throws {
    let pages = try (0..<4).map { number in
      Page(id: PageID(number), size: try PageShape(aspectRatio: 0.5 + Double(number)))
    }
    source = RecordingSource(pages, clock: clock)
    for _ in 0..<2 {
      galleries.append(
        try await Gallery(showing: source, viewport: GalleryExample.viewport, clock: clock))
    }
  }

  /// Runs a program to completion.
  ///
  /// - Returns: The violation in the final state, `nil` if there is none.
  static func run(_ program: GalleryProgram) async throws -> String? {
    let run = try await GalleryProgramRun()
    for step in program.steps { try await run.perform(step) }
    try await run.comeToRest()
    return try await run.verdict()
  }

  private func perform(_ step: GalleryProgram.Step) async throws {
    switch step {
    case .delete(let gallery, let index):
      guard let page = await page(gallery, index) else { return }
      await ask(gallery, .delete(page)) { try await $0.delete(page) }
    case .insert(let gallery, let index):
      let page = newPage()
      let place = min(index, await galleries[gallery].pageIDs.count)
      await ask(gallery, .insert(page.id)) { try await $0.insert(page, at: place) }
    case .move(let gallery, let from, let to):
      guard let page = await page(gallery, from) else { return }
      let place = min(to, await galleries[gallery].pageIDs.count - 1)
      await ask(gallery, .other) { try await $0.move(page, to: place) }
    case .replace(let gallery, let index):
      guard let page = await page(gallery, index) else { return }
      replaced.insert(page)
      await ask(gallery, .other) { try await $0.replace(page, with: nil) }
    case .rotate(let gallery, let index, let turns):
      guard let page = await page(gallery, index) else { return }
      let turns = QuarterTurns(turns)
      await ask(gallery, .rotate(page, turns)) { try await $0.rotate(page, by: turns) }
    case .goTo(let gallery, let index):
      guard let page = await page(gallery, index) else { return }
      _ = try? await galleries[gallery].goTo(page)
    case .failNext: await source.failNext()
    case .hold: await source.hold()
    case .release: await source.release()
    case .cancelLatest: edits.last?.task.cancel()
    case .wait(let milliseconds):
      clock.set(to: clock.now.offset + .milliseconds(milliseconds))
      for gallery in galleries { _ = await gallery.frame() }
    case .rotateElsewhere(let index):
      guard let page = await source.rotate(at: index, by: .clockwise) else { return }
      rotationsElsewhere[page, default: .none] =
        rotationsElsewhere[page, default: .none] + .clockwise
    case .deleteElsewhere, .insertElsewhere, .moveElsewhere: try await changeElsewhere(step)
    }
  }

  private func changeElsewhere(_ step: GalleryProgram.Step) async throws {
    let page = newPage()
    let deleted = Mutex<PageID?>(nil)
    try await source.change { ids in
      deleted.withLock { $0 = nil }
      switch step {
      case .deleteElsewhere(let index):
        guard index < ids.count else { return nil }
        deleted.withLock { $0 = ids[index] }
        return Changeset(deletions: [index])
      case .insertElsewhere(let index):
        return Changeset(insertions: [.init(index: min(index, ids.count), page: page)])
      case .moveElsewhere(let from, let to):
        guard from < ids.count, to < ids.count, from != to else { return nil }
        return Changeset(moves: [.init(source: from, destination: to)])
      default: return nil
      }
    }
    deleted.withLock { $0 }.map { _ = deletedElsewhere.insert($0) }
  }

  private func newPage() -> Page {
    nextName += 1
    let size = try? PageShape(aspectRatio: Double(nextName) / 100)
    return Page(id: PageID(nextName), size: size)
  }

  private func page(_ gallery: Int, _ index: Int) async -> PageID? {
    let ids = await galleries[gallery].pageIDs
    return index < ids.count ? ids[index] : nil
  }

  private func ask(
    _ gallery: Int, _ kind: Edit.Kind,
    _ edit: @escaping @Sendable (Gallery) async throws -> UpdateOutcome
  ) async {
    let gallery = galleries[gallery]
    let task = Task { [ended] in
      defer { ended.count.add(1, ordering: .relaxed) }
      return try await edit(gallery)
    }
    edits.append(Edit(kind: kind, task: task))
    await Task.yield()
  }

  /// Advances the time until there are no waiting tasks.
  private func comeToRest() async throws {
    await source.release()
    var quietRounds = 0
    try await eventually {
      clock.set(to: clock.now.offset + .milliseconds(100))
      let version = await source.version
      var isQuiet = ended.count.load(ordering: .relaxed) == edits.count
      for gallery in galleries {
        let frame = await gallery.frame()
        let shared = await gallery.shared
        if frame.stage != .none || shared.openRequestCount > 0 || shared.isAsking
          || shared.version != version || shared.order != nil
        {
          isQuiet = false
        }
      }
      quietRounds = isQuiet ? quietRounds + 1 : 0
      return quietRounds > 20
    }
  }

  /// Every page is rotated by the successful rotations, and all galleries show its shape.
  private func verdictOnPictures() async throws -> String? {
    var rotations = rotationsElsewhere
    for edit in edits {
      guard case .rotate(let page, let turns) = edit.kind else { continue }
      if case .success? = try? await edit.task.value {
        rotations[page] = rotations[page, default: .none] + turns
      }
    }
    let pages = try await source.pages().pages
    for page in pages where !replaced.contains(page.id) {
      let found = await source.rotation(of: page.id)
      if found != rotations[page.id, default: .none] { return "\(page.id) is turned by \(found)" }
    }
    for gallery in galleries {
      let shown = await gallery.session.snapshot.pages.map(\.size)
      if shown != pages.map(\.size) { return "sizes are \(shown) instead of \(pages.map(\.size))" }
    }
    return nil
  }

  private func verdict() async throws -> String? {
    let ids = await source.ids
    for (number, gallery) in galleries.enumerated() {
      let shown = await gallery.pageIDs
      guard shown == ids else { return "gallery \(number) shows \(shown), the source has \(ids)" }
    }
    if let reason = try await verdictOnPictures() { return reason }
    var deleted = deletedElsewhere
    for edit in edits {
      guard case .delete(let page) = edit.kind else { continue }
      // A page that is being deleted stays if the deletion fails.
      if case .success? = try? await edit.task.value { deleted.insert(page) }
    }
    if let page = ids.first(where: deleted.contains) { return "\(page) was deleted and is there" }
    for edit in edits {
      guard case .insert(let page) = edit.kind else { continue }
      let isThere = ids.contains(page)
      switch await edit.task.result {
      case .success where !isThere && !deleted.contains(page): return "\(page) is missing"
      case .failure(let error) where isThere: return "\(page) is there in spite of: \(error)"
      default: continue
      }
    }
    return nil
  }
}
