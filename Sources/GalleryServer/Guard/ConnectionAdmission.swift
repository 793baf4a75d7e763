// SPDX-License-Identifier: Apache-2.0

import NIOCore
import Synchronization

/// The open connections of a server by address, and the counters of all its guards.
final class ConnectionAdmission: Sendable {
  private struct State {
    var counts: [AddressKey: Int] = [:]
    var statistics = GuardStatistics()
  }

  private let limit: Int?
  private let sharedAddresses: [AddressBlock]
  private let state = Mutex(State())

  /// Creates the state of a server without connections.
  ///
  /// - Parameters:
  ///   - limitPerAddress: The maximum number of connections of one address, `nil` for no limit.
  ///   - sharedAddresses: The addresses without this limit; none by default.
  init(limitPerAddress: Int?, sharedAddresses: [AddressBlock] = []) {
    (limit, self.sharedAddresses) = (limitPerAddress, sharedAddresses)
  }

  /// Returns what the connections of an address are counted by; `nil` if they are not limited.
  func key(of address: SocketAddress?) -> AddressKey? {
    guard let address, !sharedAddresses.contains(where: { $0.contains(address) }) else {
      return nil
    }
    return AddressKey(address)
  }

  var statistics: GuardStatistics { state.withLock { $0.statistics } }

  /// Counts a new connection, and returns whether its address may have it.
  ///
  /// A refused one is counted as well, until it is closed.
  func open(_ key: AddressKey?) -> Bool {
    state.withLock { state in
      state.statistics.accepted += 1
      state.statistics.open += 1
      guard let key else { return true }
      state.counts[key, default: 0] += 1
      guard let limit, state.counts[key, default: 0] > limit else { return true }
      state.statistics.refused += 1
      return false
    }
  }

  /// Counts the end of a connection.
  func close(_ key: AddressKey?, _ reason: CloseReason) {
    state.withLock { state in
      state.statistics.open -= 1
      state.statistics.closed[reason, default: 0] += 1
      guard let key, let count = state.counts[key] else { return }
      state.counts[key] = count > 1 ? count - 1 : nil
    }
  }

  /// Counts a new stream of HTTP/2.
  func openStream() { state.withLock { $0.statistics.openStreams += 1 } }

  /// Counts the end of a stream of HTTP/2.
  func closeStream() { state.withLock { $0.statistics.openStreams -= 1 } }

  func reset(_ reason: CloseReason) {
    state.withLock { $0.statistics.resets[reason, default: 0] += 1 }
  }

  func reject(_ error: FramingError) {
    state.withLock { $0.statistics.rejected[error, default: 0] += 1 }
  }

  func pause() { state.withLock { $0.statistics.pauses += 1 } }
}
