// SPDX-License-Identifier: Apache-2.0

import Logging

/// The line of the log about a request that was answered.
struct RequestLine {
  let id: String
  let route: RequestMetrics.Route
  let status: Int
  let duration: Duration
  /// The number of bytes of the content.
  let byteCount: Int
  /// The label of the client.
  var client: String?
  /// Whether the whole content was sent.
  var isComplete = true

  /// Whether a logger takes such lines.
  static func isLogged(by logger: Logger) -> Bool { logger.logLevel <= .info }

  /// Writes the line, if the logger takes it.
  func write(to logger: Logger) {
    guard Self.isLogged(by: logger) else { return }
    var metadata: Logger.Metadata = [
      "request": "\(id)", "method": "\(route.method)", "route": "\(route.pattern)",
      "status": .stringConvertible(status),
      "milliseconds": .stringConvertible(Self.milliseconds(duration)),
      "bytes": .stringConvertible(byteCount),
    ]
    if let client, !client.isEmpty { metadata["client"] = "\(client)" }
    if !isComplete { metadata["incomplete"] = .stringConvertible(true) }
    logger.info("request", metadata: metadata)
  }

  /// Returns a duration in milliseconds with one decimal.
  private static func milliseconds(_ duration: Duration) -> Double {
    (duration / .milliseconds(0.1)).rounded() / 10
  }
}
