// SPDX-License-Identifier: Apache-2.0

import Logging

/// A log with a line for people for each event.
///
/// The lines are those of `StreamLogHandler`, which makes a text of all metadata with each change of them. Every request
/// has metadata, and few have a line.
struct TextLogHandler: LogHandler {
  let label: String
  let stream: any TextOutputStream & Sendable
  var metadata: Logger.Metadata = [:]
  var logLevel = Logger.Level.info

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    var handler = StreamLogHandler(label: label, stream: stream)
    handler.metadata = metadata
    handler.log(event: event)
  }
}
