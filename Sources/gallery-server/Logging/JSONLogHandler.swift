// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Logging

/// A log with one JSON object per line.
///
/// An object has `time`, `level`, `message`, and the metadata: numbers and truth values as such, all others
/// as texts.
struct JSONLogHandler: LogHandler {
  let stream: any TextOutputStream & Sendable
  var metadata: Logger.Metadata = [:]
  var logLevel = Logger.Level.info

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    var stream = stream
    if let line = line(of: event, at: Date()) { stream.write(line + "\n") }
  }

  /// Returns the line of an event; metadata do not replace the members that every line has.
  func line(of event: LogEvent, at time: Date) -> String? {
    var members = metadata.merging(event.metadata ?? [:]) { $1 }.mapValues(LoggedValue.init)
    members["time"] = .text(
      time.ISO8601Format(Date.ISO8601FormatStyle(includingFractionalSeconds: true)))
    members["level"] = .text(event.level.rawValue)
    members["message"] = .text("\(event.message)")
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(members)).map { String(decoding: $0, as: UTF8.self) }
  }
}

/// A value in a line of the log.
enum LoggedValue: Encodable {
  case integer(Int)
  case decimal(Double)
  case truth(Bool)
  case text(String)

  /// Takes a value of metadata; JSON has no infinite numbers, which become texts.
  init(_ value: Logger.Metadata.Value) {
    self = .text("\(value)")
    guard case .stringConvertible(let number) = value else { return }
    if let number = number as? Int { self = .integer(number) }
    if let number = number as? Double, number.isFinite { self = .decimal(number) }
    if let truth = number as? Bool { self = .truth(truth) }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .integer(let number): try container.encode(number)
    case .decimal(let number): try container.encode(number)
    case .truth(let truth): try container.encode(truth)
    case .text(let text): try container.encode(text)
    }
  }
}
