// SPDX-License-Identifier: Apache-2.0

import Hummingbird
import HummingbirdCore
import Synchronization

/// Wakes a stream of events when there is something to read or to send.
///
/// Only the fact is kept, not the changes: a slow reader costs no memory, and reads on from the log.
final class EventSignals: Sendable {
  /// What has happened since the stream was woken last.
  struct Pending: Sendable {
    var hasChanges = false
    var isBeatDue = false
    /// The server shuts down, the client is gone, or the store cannot be read.
    var isEnding = false
  }

  /// One element for each time that something has happened since the last one was taken.
  let wakes: AsyncStream<Void>

  private let wake: AsyncStream<Void>.Continuation
  private let pending = Mutex(Pending())
  private let task = Mutex<Task<Void, Never>?>(nil)

  init() {
    (wakes, wake) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  /// Whether the stream has to end.
  var isEnding: Bool { pending.withLock(\.isEnding) }

  /// Removes and returns what has happened.
  func take() -> Pending {
    pending.withLock { pending in
      defer { pending = Pending(isEnding: pending.isEnding) }
      return pending
    }
  }

  /// Watches for the end of a connection that no guard watches.
  ///
  /// - Parameter request: The request, whose connection the client may close.
  func watch(_ request: Request) {
    let body = request.body
    let started = Task {
      try? await body.consumeWithCancellationOnInboundClose { _ in
        try await Task.sleep(for: .seconds(1 << 32))
      }
      self.signal { $0.isEnding = true }
    }
    task.withLock { $0 = started }
  }

  /// Ends the watching.
  ///
  /// When it returns, nothing reads from the connection any more, so that the next request can.
  func stop() async {
    guard let task = task.withLock(\.self) else { return }
    task.cancel()
    await task.value
  }

  /// Notes that something has happened, and wakes the stream.
  func signal(_ change: (inout Pending) -> Void) {
    pending.withLock { change(&$0) }
    wake.yield()
  }
}
