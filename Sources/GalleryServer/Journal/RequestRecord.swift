// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Hummingbird
import Logging
import Synchronization

/// What is known of a request: its line in the log, and its place in the metrics.
///
/// It contains neither credentials nor a query nor a name of a file.
final class RequestRecord: Sendable {
  private struct State {
    var operation: Operation?
    var client: String?
    var status: HTTPResponse.Status?
    /// The bytes that were sent past the writer of the content.
    var otherByteCount = 0
    var isEnded = false
  }

  private let id: String
  private let method: HTTPRequest.Method
  private let begin: ContinuousClock.Instant
  private let metrics: RequestMetrics
  private let logger: Logger
  private let state = Mutex(State())

  /// Begins the record of a request.
  init(_ request: HTTPRequest, id: String, metrics: RequestMetrics, logger: Logger) {
    (self.id, self.metrics, self.logger) = (id, metrics, logger)
    (method, begin) = (request.method, .now)
    metrics.begin()
  }

  /// Sets the operation, as soon as it is known.
  func setOperation(_ operation: Operation) { state.withLock { $0.operation = operation } }

  /// Whether the body of the response is read while it is sent.
  var isStreamed: Bool { state.withLock { $0.operation?.isStreamed == true } }

  /// Sets the label of the client, as soon as it is known.
  func setClient(_ label: String?) { state.withLock { $0.client = label } }

  /// Sets the status of a response whose content is still to be sent.
  func setStatus(_ status: HTTPResponse.Status) { state.withLock { $0.status = status } }

  /// Counts bytes that are sent past the writer of the content.
  func addBytes(_ count: Int) { state.withLock { $0.otherByteCount += count } }

  /// A request whose response was never sent, because the client is gone.
  deinit {
    let status = state.withLock(\.status) ?? .internalServerError
    end(status: status, byteCount: 0, isComplete: false)
  }

  /// Ends the record; only the first end counts.
  ///
  /// - Parameters:
  ///   - status: The status of the response.
  ///   - byteCount: The number of bytes of its content.
  ///   - isComplete: Whether the whole content was sent.
  func end(status: HTTPResponse.Status, byteCount: Int, isComplete: Bool = true) {
    let known = state.withLock { state -> State? in
      guard !state.isEnded else { return nil }
      state.isEnded = true
      return state
    }
    guard let known else { return }
    let duration = ContinuousClock.now - begin
    let route = RequestMetrics.Route(known.operation?.pattern.description, method)
    metrics.end(
      route, status: status.code, after: duration, isEdit: known.operation?.scope == .write)
    var line = RequestLine(
      id: id, route: route, status: status.code, duration: duration,
      byteCount: byteCount + known.otherByteCount)
    line.client = known.client
    line.isComplete = isComplete
    line.write(to: logger)
  }
}
