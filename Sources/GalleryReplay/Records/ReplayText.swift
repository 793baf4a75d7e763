// SPDX-License-Identifier: Apache-2.0

import GalleryModel

/// A human-readable printer for replays: times, counts and indexes are exact, other numbers have four
/// decimals.
struct ReplayText {
  /// The bytes printed since the last ``removeAll()``.
  private(set) var bytes: [UInt8] = []

  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
  }

  /// Prints a line for an event or for the state of a frame, and a line for each cell of a frame.
  mutating func lines(_ record: ReplayRecord) {
    let words = record.text.map { [$0()] } ?? Self.words(record.members)
    if let event = record.event {
      return line(["event", Self.text(record.time), event] + words)
    }
    line(["frame", Self.text(record.time)] + words)
    for member in record.members {
      guard case .list(let cells) = member.value else { continue }
      for cell in cells { line(["  \(member.name)"] + Self.words(cell)) }
    }
  }

  private mutating func line(_ words: [String]) {
    bytes.append(contentsOf: words.joined(separator: " ").utf8)
    bytes.append(UInt8(ascii: "\n"))
  }
}

// MARK: - Values

extension ReplayText {
  static func text(_ time: Duration) -> String {
    String(decoding: [UInt8](seconds: time), as: UTF8.self)
  }

  static func text(_ number: Double) -> String { number.fixed(decimals: 4) }

  static func text(_ page: PageID?) -> String { page.map { "\($0)" } ?? "-" }

  private static func words(_ members: [ReplayRecord.Member]) -> [String] {
    members.flatMap { member in
      switch member.value {
      case .id(let page): ["\(page)"]
      // Its elements are printed on lines of their own.
      case .list: [String]()
      default: ["\(member.name)", text(member.value)]
      }
    }
  }

  private static func text(_ value: ReplayRecord.Value) -> String {
    switch value {
    case .null, .list: "-"
    case .flag(let flag): "\(flag)"
    case .whole(let number): "\(number)"
    case .page(let page), .id(let page): text(page)
    case .number(let number): text(number)
    case .time(let time): text(time)
    case .text(let text): text
    case .point(let point): "\(text(point.x)) \(text(point.y))"
    case .size(let size): "\(text(size.width)) \(text(size.height))"
    case .rect(let rect):
      "\(text(rect.minX)) \(text(rect.minY)) \(text(rect.size.width)) \(text(rect.size.height))"
    case .values(let values): values.map(text).joined(separator: " ")
    }
  }
}
