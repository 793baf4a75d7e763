// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Logging

/// A log with one JSON object per line, on standard error.
///
/// An object has `time`, `level`, `message`, and the metadata as texts.
struct JSONLogHandler: LogHandler {
  var metadata: Logger.Metadata = [:]
  var logLevel = Logger.Level.info

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    if let line = line(of: event, at: Date()) { StandardStreams.print(line, to: .error) }
  }

  /// Returns the line of an event; metadata do not replace the members that every line has.
  func line(of event: LogEvent, at time: Date) -> String? {
    var members = metadata.merging(event.metadata ?? [:]) { $1 }.mapValues { "\($0)" }
    members["time"] = time.ISO8601Format(
      Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    members["level"] = event.level.rawValue
    members["message"] = "\(event.message)"
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(members)).map { String(decoding: $0, as: UTF8.self) }
  }
}
