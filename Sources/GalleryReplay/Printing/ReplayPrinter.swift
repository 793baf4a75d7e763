// SPDX-License-Identifier: Apache-2.0

package import GalleryModel

/// A format of the events and frames of a replay.
public enum ReplayFormat: String, CaseIterable, Sendable {
  /// JSON Lines, with all digits.
  case json
  /// Text to read and compare; lengths have four decimals.
  case text
}

/// Prints what happens in a replay.
package struct ReplayPrinter {
  private let format: ReplayFormat
  private var json = JSONWriter()
  private var text = ReplayText()

  package init(format: ReplayFormat) {
    self.format = format
  }

  /// What was printed since the last ``removeAll()``.
  package var bytes: [UInt8] {
    switch format {
    case .json: json.bytes
    case .text: text.bytes
    }
  }

  /// Forgets what was printed.
  package mutating func removeAll() {
    json.removeAll()
    text.removeAll()
  }

  package mutating func print(_ event: ReplayEvent) {
    switch format {
    case .json: json.line(event)
    case .text: text.line(event)
    }
  }

  package mutating func print(_ record: ReplayRecord) {
    switch format {
    case .json: json.line(record)
    case .text: text.lines(record)
    }
  }

  package mutating func print(_ frame: GalleryFrame) {
    switch format {
    case .json: json.line(frame)
    case .text: text.lines(frame)
    }
  }
}
