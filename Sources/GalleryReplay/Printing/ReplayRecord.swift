// SPDX-License-Identifier: Apache-2.0

package import GalleryCompanions
import GalleryModel

/// An event or a frame of a model as keys and values, independent of the output format.
package struct ReplayRecord {
  /// The value of a member of an event or a frame.
  package enum Value {
    case null
    case flag(Bool)
    case whole(Int)
    case page(PageID)
    case number(Double)
    case time(Duration)
    case text(String)
    case numbers([Double])
    case list([[Member]])
  }

  package typealias Member = (name: StaticString, value: Value)

  /// The name of the event, `nil` for a frame.
  package let event: String?

  package let time: Duration
  package let members: [Member]

  package static func event(_ name: String, at time: Duration, _ members: [Member] = []) -> Self {
    Self(event: name, time: time, members: members)
  }

  package static func frame(at time: Duration, _ members: [Member]) -> Self {
    Self(event: nil, time: time, members: members)
  }

  /// Returns the event that every model reports for a call whose time is in the past.
  package static func clockWentBackwards(found: Duration, at time: Duration) -> Self {
    .event("clockWentBackwards", at: time, [("found", .time(found))])
  }
}

extension ReplayRecord.Value {
  package static func point(_ point: Point) -> Self { .numbers([point.x, point.y]) }

  package static func size(_ size: Size) -> Self { .numbers([size.width, size.height]) }

  package static func rect(_ rect: Rect) -> Self {
    .numbers([rect.minX, rect.minY, rect.size.width, rect.size.height])
  }

  package static func index(_ index: Int?) -> Self { index.map { .whole($0) } ?? .null }

  package static func page(_ page: PageID?) -> Self { page.map { .page($0) } ?? .null }
}

// MARK: - JSON

extension JSONWriter {
  /// Writes an event or a frame on a line of its own.
  package mutating func line(_ record: ReplayRecord) {
    if let event = record.event {
      object { json in
        json.key("event")
        json.value(event)
        json.key("at")
        json.value(seconds: record.time)
        json.members(record.members)
      }
    } else {
      object { json in
        json.key("frame")
        json.object { json in
          json.key("time")
          json.value(seconds: record.time)
          json.members(record.members)
        }
      }
    }
    finishLine()
  }

  private mutating func members(_ members: [ReplayRecord.Member]) {
    for member in members {
      key(member.name)
      value(member.value)
    }
  }

  private mutating func value(_ value: ReplayRecord.Value) {
    switch value {
    case .null: null()
    case .flag(let flag): self.value(flag)
    case .whole(let number): self.value(number)
    case .page(let page): self.value(page.rawValue)
    case .number(let number): self.value(number)
    case .time(let time): self.value(seconds: time)
    case .text(let text): self.value(text)
    case .numbers(let numbers):
      array { json in
        for number in numbers { json.value(number) }
      }
    case .list(let objects):
      array { json in
        for members in objects { json.object { $0.members(members) } }
      }
    }
  }
}

// MARK: - Text

extension ReplayText {
  /// Prints a line for an event or for the state of a frame, and a line for each cell.
  package mutating func lines(_ record: ReplayRecord) {
    var words = [record.event == nil ? "frame" : "event", Self.seconds(record.time)]
    if let event = record.event { words.append(event) }
    line((words + Self.words(record.members)).joined(separator: " "))
    for member in record.members {
      guard case .list(let cells) = member.value else { continue }
      for cell in cells {
        line((["  \(member.name)"] + Self.words(cell)).joined(separator: " "))
      }
    }
  }

  private static func words(_ members: [ReplayRecord.Member]) -> [String] {
    members.flatMap { member in
      guard let text = text(member.value) else { return [String]() }
      return ["\(member.name)", text]
    }
  }

  private static func text(_ value: ReplayRecord.Value) -> String? {
    switch value {
    case .null: "-"
    case .flag(let flag): "\(flag)"
    case .whole(let number): "\(number)"
    case .page(let page): "\(page)"
    case .number(let number): number.fixed(decimals: 4)
    case .time(let time): seconds(time)
    case .text(let text): text
    case .numbers(let numbers):
      numbers.map { $0.fixed(decimals: 4) }.joined(separator: " ")
    // Its elements are printed on lines of their own.
    case .list: nil
    }
  }

  private static func seconds(_ time: Duration) -> String {
    String(decoding: [UInt8](seconds: time), as: UTF8.self)
  }
}
