// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import GallerySharing

/// A run of a program, until everything was delivered.
struct SharedGalleryRun {
  private var source = ArraySource(count: 5)
  private var hosts: [GalleryHost]
  private var pageCount: UInt64 = 100

  /// Runs a program.
  ///
  /// - Returns: A description of the first violation, `nil` if there is none.
  static func violation(of program: SharedGalleryProgram) throws -> String? {
    var run = try SharedGalleryRun(program)
    for step in program.steps { try run.perform(step) }
    guard try run.finish() else { return "the galleries do not come to rest" }
    return run.violation
  }

  private init(_ program: SharedGalleryProgram) throws {
    hosts = [try GalleryHost(source.pages), try GalleryHost(source.pages)]
    source.explainsConflicts = program.explainsConflicts
  }

  private mutating func perform(_ step: SharedGalleryProgram.Step) throws {
    switch step {
    case .delete(let host, let index):
      guard let page = page(at: index, of: host) else { return }
      try request(.deletion(page), of: host) { $0.enqueue(.delete(.id(page)), at: $1) }
    case .deleteActive(let host):
      try request(.other, of: host) { $0.deleteActive(at: $1) }
    case .insert(let host, let index):
      let page = makePage()
      let place = min(index, hosts[host].gallery.session.count)
      try request(.insertion(page.id), of: host) {
        $0.enqueue(.insert(page, at: place), at: $1)
      }
    case .move(let host, let index, let target):
      guard let page = page(at: index, of: host) else { return }
      let place = min(target, hosts[host].gallery.session.count - 1)
      try request(.other, of: host) { $0.enqueue(.move(.id(page), to: place), at: $1) }
    case .replace(let host, let index, let height):
      guard let page = page(at: index, of: host) else { return }
      let size = try PageShape(aspectRatio: 1 / Double(height))
      try request(.other, of: host) { $0.enqueue(.replace(.id(page), with: size), at: $1) }
    case .rotate(let host, let index, let count):
      guard let page = page(at: index, of: host) else { return }
      let turns = QuarterTurns(count)
      try request(.rotation(page, turns), of: host) { $0.rotate(page, by: turns, at: $1) }
    case .cancel(let host, let number):
      let open = hosts[host].edits.keys.filter { hosts[host].outcomes[$0] == nil }
      guard !open.isEmpty else { return }
      let ticket = open.sorted { $0.description < $1.description }[number % open.count]
      _ = try hosts[host].perform { $0.cancel(ticket, at: $1) }
    case .insertElsewhere(let index):
      commit(Changeset(insertions: [.init(index: min(index, source.ids.count), page: makePage())]))
    case .deleteElsewhere(let index):
      if index < source.ids.count { commit(Changeset(deletions: [index])) }
    case .restoreElsewhere(let index, let height): try restore(at: index, height: height)
    case .replaceElsewhere(let index, let height):
      guard index < source.ids.count else { return }
      let size = try PageShape(aspectRatio: 1 / Double(height))
      commit(Changeset(replacements: [.init(index: index, size: size)]))
    case .refuseNext: source.refusesNext = true
    case .breakStream(let host): try hosts[host].breakStream()
    case .reach(let host, let index): reach(from: host, at: index)
    case .respond(let host, let index): try hosts[host].respond(at: index)
    case .deliverChange(let host): try hosts[host].deliverChange()
    case .wait(let host, let time): try hosts[host].pass(.milliseconds(time))
    case .close(let host): try hosts[host].perform { $0.close(at: $1) }
    }
  }

  private mutating func request(
    _ edit: GalleryHost.Edit, of host: Int,
    _ call: (inout SharedGallery, Duration) -> UpdateTicket?
  ) throws {
    try hosts[host].request(edit, call)
  }

  private mutating func makePage() -> Page {
    pageCount += 1
    return Page(id: PageID(pageCount), size: try? PageShape(aspectRatio: 0.7))
  }

  private func page(at index: Int, of host: Int) -> PageID? {
    let ids = hosts[host].gallery.session.pageIDs
    return ids.isEmpty ? nil : ids[index % ids.count]
  }
}

// MARK: - The source

extension SharedGalleryRun {
  private mutating func commit(_ changeset: Changeset) {
    let old = source.version
    source.apply(changeset)
    announce(after: old)
  }

  private mutating func restore(at index: Int, height: Int?) throws {
    guard var page = source.trash.last else { return }
    if let height {
      page.size = try PageShape(aspectRatio: 1 / Double(height))
      page.contentVersion += 1
    }
    commit(Changeset(insertions: [.init(index: min(index, source.ids.count), page: page)]))
  }

  private mutating func reach(from host: Int, at index: Int) {
    let old = source.version
    hosts[host].reach(&source, at: index)
    announce(after: old)
  }

  private mutating func announce(after version: Int) {
    for change in source.changes(after: version) {
      for host in hosts.indices where hosts[host].stream != nil {
        hosts[host].changes.append(change)
      }
    }
  }

  /// Delivers everything.
  ///
  /// - Returns: `false` if new messages do not cease.
  private mutating func finish() throws -> Bool {
    source.refusesNext = false
    var quietRounds = 0
    for _ in 0..<2000 {
      for host in hosts.indices {
        while !hosts[host].requests.isEmpty { reach(from: host, at: 0) }
        while !hosts[host].responses.isEmpty { try hosts[host].respond(at: 0) }
        while !hosts[host].changes.isEmpty { try hosts[host].deliverChange() }
        try hosts[host].pass(.milliseconds(100))
      }
      let isQuiet = hosts.allSatisfy { !$0.isWaiting && $0.gallery.nextBoundary() == nil }
      quietRounds = isQuiet ? quietRounds + 1 : 0
      if quietRounds > 2 { return true }
    }
    return false
  }
}

// MARK: - The result

extension SharedGalleryRun {
  private var violation: String? {
    for (number, host) in hosts.enumerated() {
      if host.isClosed {
        if host.requestsAfterTheEnd > 0 { return "closed gallery \(number) makes requests" }
      } else if let difference = difference(of: host) {
        return "gallery \(number) \(difference)"
      }
      if host.followed != host.gallery.pages { return "a follower of \(number) has other pages" }
      if let ticket = host.edits.keys.first(where: { host.outcomes[$0] == nil }) {
        return "edit \(ticket) of gallery \(number) has no end"
      }
      if let edit = wrongEdit(of: host) { return "\(edit) of gallery \(number)" }
    }
    return wrongRotation
  }

  /// The difference between what an open gallery shows and the source.
  private func difference(of host: GalleryHost) -> String? {
    let shown = host.gallery.pages.pages
    if shown.map(\.id) != source.ids { return "shows other pages" }
    if shown.map(\.size) != source.pages.pages.map(\.size) { return "shows other shapes" }
    return host.gallery.sourceVersion == source.version ? nil : "has another version"
  }

  /// An edit whose outcome is not what the source has done.
  private func wrongEdit(of host: GalleryHost) -> String? {
    for (ticket, edit) in host.edits {
      guard let outcome = host.outcomes[ticket] else { continue }
      switch (edit, outcome) {
      case (.insertion(let page), .success) where !source.inserted.contains(page):
        return "lost insertion of \(page)"
      case (.insertion(let page), .failed), (.insertion(let page), .rejected):
        if source.inserted.contains(page) { return "revoked insertion of \(page)" }
      case (.deletion(let page), .success)
      where source.ids.contains(page) && !source.restored.contains(page):
        return "lost deletion of \(page)"
      default: break
      }
    }
    return nil
  }

  /// A page whose rotation is not the sum of the successful ones.
  ///
  /// A rotation of a page that is deleted at that time has no effect. One that a gallery had requested
  /// when it was closed may have one.
  private var wrongRotation: String? {
    var sums: [PageID: QuarterTurns] = [:]
    var uncertain: Set<PageID> = []
    for host in hosts {
      for (ticket, edit) in host.edits {
        guard case .rotation(let page, let turns) = edit else { continue }
        if case .success = host.outcomes[ticket] {
          sums[page] = (sums[page] ?? .none) + turns
        } else if host.isClosed {
          uncertain.insert(page)
        }
      }
    }
    let wrong = source.ids.first {
      !source.restored.contains($0) && !uncertain.contains($0)
        && (sums[$0] ?? .none) != (source.turns[$0] ?? .none)
    }
    return wrong.map { "page \($0) is rotated differently" }
  }
}
