// SPDX-License-Identifier: Apache-2.0

import Logging
import Synchronization

/// A log that keeps its lines about requests.
struct LinesOfLog: LogHandler {
  final class Lines: Sendable {
    let lines = Mutex<[[String: String]]>([])
  }

  let lines = Lines()
  var metadata: Logger.Metadata = [:]
  var logLevel = Logger.Level.info

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    guard event.message == "request" else { return }
    let all = metadata.merging(event.metadata ?? [:]) { $1 }
    lines.lines.withLock { $0.append(all.mapValues { "\($0)" }) }
  }
}
