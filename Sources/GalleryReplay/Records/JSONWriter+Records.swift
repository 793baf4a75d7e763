// SPDX-License-Identifier: Apache-2.0

import GalleryModel

extension JSONWriter {
  /// Writes an event or a frame on a line of its own.
  mutating func line(_ record: ReplayRecord) {
    object { json in
      if let event = record.event {
        json.key("event")
        json.value(event)
        json.key("at")
        json.value(seconds: record.time)
        json.members(record.members)
      } else {
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
    case .page(let page), .id(let page): self.value(page.rawValue)
    case .number(let number): self.value(number)
    case .time(let time): self.value(seconds: time)
    case .text(let text): self.value(text)
    case .point(let point): numbers(point.x, point.y)
    case .size(let size): numbers(size.width, size.height)
    case .rect(let rect): numbers(rect.minX, rect.minY, rect.size.width, rect.size.height)
    case .values(let values):
      array { json in
        for value in values { json.value(value) }
      }
    case .list(let objects):
      array { json in
        for members in objects { json.object { $0.members(members) } }
      }
    }
  }

  private mutating func numbers(_ values: Double...) {
    array { json in
      for value in values { json.value(value) }
    }
  }
}
