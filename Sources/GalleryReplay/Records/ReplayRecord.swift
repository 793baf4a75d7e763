// SPDX-License-Identifier: Apache-2.0

import GalleryModel

/// An event or a frame of a model as keys and values, independent of the output format.
struct ReplayRecord {
  /// The value of a member of an event or a frame.
  enum Value: Sendable {
    case null
    case flag(Bool)
    case whole(Int)
    case page(PageID)
    /// The page of a cell, which a text prints without its key.
    case id(PageID)
    case number(Double)
    case time(Duration)
    case text(String)
    case point(Point)
    case size(Size)
    case rect(Rect)
    case values([Value])
    case list([[Member]])
  }

  typealias Member = (name: StaticString, value: Value)

  /// The name of the event, `nil` for a frame.
  let event: String?

  let time: Duration
  let members: [Member]

  /// Returns the members in the words of a text, except for lists; `nil` prints their keys and
  /// values.
  let text: (() -> String)?

  static func event(
    _ name: String, at time: Duration, _ members: [Member] = [], text: (() -> String)? = nil
  ) -> Self {
    Self(event: name, time: time, members: members, text: text)
  }

  static func frame(
    at time: Duration, _ members: [Member], text: (() -> String)? = nil
  ) -> Self {
    Self(event: nil, time: time, members: members, text: text)
  }

  /// Returns the event that every model reports for a call whose time is in the past.
  static func clockWentBackwards(
    found: Duration, at time: Duration, text: (() -> String)? = nil
  ) -> Self {
    .event("clockWentBackwards", at: time, [("found", .time(found))], text: text)
  }
}

extension ReplayRecord.Value {
  static func index(_ index: Int?) -> Self { index.map { .whole($0) } ?? .null }

  static func page(_ page: PageID?) -> Self { page.map { .page($0) } ?? .null }
}
