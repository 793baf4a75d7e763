// SPDX-License-Identifier: Apache-2.0

/// An output format for the events and frames of a replay.
public enum ReplayFormat: String, CaseIterable, Sendable {
  /// JSON Lines with all digits.
  case json
  /// Human-readable text; numbers have four decimals, except for times, counts and indexes.
  case text
}

/// A printer for the events and frames of a replay.
struct ReplayPrinter {
  private let format: ReplayFormat
  private var json = JSONWriter()
  private var text = ReplayText()

  init(format: ReplayFormat) {
    self.format = format
  }

  /// The bytes printed since the last ``removeAll()``.
  var bytes: [UInt8] {
    switch format {
    case .json: json.bytes
    case .text: text.bytes
    }
  }

  /// Removes all printed bytes.
  mutating func removeAll() {
    json.removeAll()
    text.removeAll()
  }

  mutating func print(_ record: ReplayRecord) {
    switch format {
    case .json: json.line(record)
    case .text: text.lines(record)
    }
  }
}
