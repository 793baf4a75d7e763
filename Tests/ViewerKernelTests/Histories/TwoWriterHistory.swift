// SPDX-License-Identifier: Apache-2.0

import GallerySharing
import GalleryTestSupport
import ViewerKernel

/// A random history of two writers of one source.
struct TwoWriterHistory {
  private var generator: SeededGenerator
  private var source = TwinSource(count: 6)
  private var writers: [MirroredWriter]
  private var pageCount = 100.0
  private let explainsConflicts: Bool

  /// Runs a history until everything was delivered, and compares both ways after each call.
  ///
  /// - Returns: Whether both writers show the pages of the source in the end.
  static func endsWithEqualOrders(seed: UInt64, steps: Int) throws -> Bool {
    var history = try TwoWriterHistory(seed: seed)
    for _ in 0..<steps { try history.step() }
    for _ in 0..<400 {
      if try history.deliverEverything() { break }
    }
    let order = try history.source.known.pages.map(\.id)
    return history.writers.allSatisfy { $0.order == order }
  }

  private init(seed: UInt64) throws {
    generator = SeededGenerator(seed: seed)
    writers = [try MirroredWriter(source), try MirroredWriter(source)]
    explainsConflicts = generator.chance(0.7)
  }

  private mutating func random(_ count: Int) -> Int {
    Int.random(in: 0..<max(1, count), using: &generator)
  }

  private mutating func step() throws {
    let writer = random(2)
    switch random(24) {
    case 0...6: try edit(writer)
    case 7...11: try answer(writer, at: random(writers[writer].requests.count))
    case 12...15: try deliver(writer)
    case 16:
      guard let stream = writers[writer].stream else { return }
      writers[writer].stream = nil
      try writers[writer].respond(stream, .failure(.failed(code: 5))) {
        $0.galleryFailure($1, $2, 5, $3)
      }
    default: try writers[writer].wait(milliseconds: Double(random(250)))
    }
  }

  /// Answers all requests and delivers all changes.
  ///
  /// - Returns: Whether nothing is left to do.
  private mutating func deliverEverything() throws -> Bool {
    for writer in writers.indices {
      while !writers[writer].requests.isEmpty { try answer(writer, at: 0) }
      while try deliver(writer) {}
      try writers[writer].wait(milliseconds: 200)
    }
    return writers.allSatisfy {
      $0.requests.isEmpty && $0.gallery.nextBoundary() == nil
        && $0.gallery.sourceVersion == source.version
    }
  }
}

// MARK: - Edits

extension TwoWriterHistory {
  private mutating func edit(_ writer: Int) throws {
    let order = writers[writer].order
    guard !order.isEmpty, random(5) > 0 else { return try insert(writer, count: order.count) }
    let page = order[random(order.count)]
    let id = Double(page.rawValue)
    switch random(4) {
    case 0:
      try writers[writer].edit({ $0.enqueue(.delete(.id(page)), at: $1) }) {
        $0.galleryDelete($1, id, $2)
      }
    case 1:
      let index = random(order.count)
      try writers[writer].edit({ $0.enqueue(.move(.id(page), to: index), at: $1) }) {
        $0.galleryMove($1, id, Double(index), 0, $2)
      }
    case 2:
      let ratio = Double(1 + random(9)) / 4
      let size = try PageShape(ratio)
      try writers[writer].edit({ $0.enqueue(.replace(.id(page), with: size), at: $1) }) {
        $0.galleryReplace($1, id, ratio, $2)
      }
    default:
      let turns = 1 + random(3)
      try writers[writer].edit({ $0.rotate(page, by: QuarterTurns(turns), at: $1) }) {
        $0.galleryRotate($1, id, Double(turns), $2)
      }
    }
  }

  private mutating func insert(_ writer: Int, count: Int) throws {
    pageCount += 1
    let (id, index) = (pageCount, random(count + 1))
    let page = try Page(id, 0.75, 0)
    try writers[writer].edit({ $0.enqueue(.insert(page, at: index), at: $1) }) {
      $0.galleryInsert($1, id, 0.75, 0, Double(index), 0, $2)
    }
  }
}

// MARK: - The source

extension TwoWriterHistory {
  @discardableResult
  private mutating func deliver(_ writer: Int) throws -> Bool {
    guard let stream = writers[writer].stream, writers[writer].delivered < source.version else {
      return false
    }
    let list = source.history[writers[writer].delivered]
    writers[writer].delivered += 1
    let change = try PageSourceChange(numbers: list)
    try writers[writer].respond(stream, .change(change), list: list) {
      $0.galleryChange($1, $2, Double(list.count), $3)
    }
    return true
  }

  private mutating func answer(_ writer: Int, at place: Int) throws {
    guard place < writers[writer].requests.count else { return }
    let request = writers[writer].requests.remove(at: place)
    let (number, version) = (request.number, Double(source.version))
    switch request.call {
    case .pages:
      let known = try source.known
      try writers[writer].respond(number, .pages(known), list: source.columns) {
        $0.galleryKnownPages($1, $2, version, Double(known.pages.count), $3)
      }
    case .version:
      try writers[writer].respond(number, .version(source.version)) {
        $0.galleryKnownVersion($1, $2, version, $3)
      }
    case .apply(let changeset, let base):
      guard base == source.version else { return try refuse(writer, number, base) }
      source.apply(changeset.numbers())
      try confirm(writer, number)
    case .rotate(let page, let turns, let base):
      guard base == source.version else { return try refuse(writer, number, base) }
      guard let index = source.pages.firstIndex(where: { $0.id == Double(page.rawValue) }) else {
        return try fail(writer, number)
      }
      let ratio = source.pages[index].ratio
      let turned = turns.swapsSides ? 1 / ratio : ratio
      source.apply([0, 1, 0, 0, 0, 1, Double(index), turned, -1])
      try confirm(writer, number)
    case .changes: break
    }
  }

  private mutating func confirm(_ writer: Int, _ number: Int) throws {
    let (version, count) = (source.version, source.pages.count)
    let receipt = PageSourceReceipt(version: version, pageCount: count)
    try writers[writer].respond(number, .receipt(receipt)) {
      $0.galleryReceipt($1, $2, Double(version), Double(count), $3)
    }
  }

  private mutating func fail(_ writer: Int, _ number: Int) throws {
    try writers[writer].respond(number, .failure(.failed(code: 9))) {
      $0.galleryFailure($1, $2, 9, $3)
    }
  }

  private mutating func refuse(_ writer: Int, _ number: Int, _ base: Int) throws {
    let lists = explainsConflicts ? Array(source.history[base...]) : []
    let changes = try lists.map { try PageSourceChange(numbers: $0) }
    let (version, list) = (source.version, lists.flatMap { $0 })
    let conflict = PageSourceFailure.conflict(version: version, changes: changes)
    try writers[writer].respond(number, .failure(conflict), list: list) {
      $0.galleryConflict(
        $1, $2, Double(version), Double(lists.count), Double(list.count), $3)
    }
  }
}
