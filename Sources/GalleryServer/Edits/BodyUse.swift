// SPDX-License-Identifier: Apache-2.0

import PageStorage
import Synchronization

/// The use of a request's body by its task, of which its connection learns; see ``BodyFlow``.
final class BodyUse: Sendable {
  private struct State {
    var rate: ArrivalRate
    /// Kept until the end of the use, or until the body turns out to arrive slowly.
    var large: LargeBody?
  }

  private let connection = CurrentConnection.value
  private let flow: BodyFlow?
  private let state: Mutex<State>

  /// Begins the use, before the first byte is taken.
  ///
  /// - Parameter byteCount: The announced length of the body; without one, its parts pass as they arrive.
  convenience init(_ byteCount: Int?) async {
    // The connection is asked on another thread, which a small body is not worth.
    let isLarge = byteCount.map { $0 > BodyFlow.headByteCount + BodyFlow.pieceByteCount } ?? false
    let flow = isLarge ? await CurrentConnection.value.bodyFlow() : nil
    self.init(flow, large: flow == nil ? nil : LargeBody())
  }

  /// Begins the use of a body whose parts are collected, if it has a flow.
  init(_ flow: BodyFlow?, large: LargeBody?, rate: ArrivalRate = ArrivalRate()) {
    self.flow = flow
    state = Mutex(State(rate: rate, large: large))
    flow?.beginUse(large == nil ? .common : .large)
  }

  /// Notes that bytes were taken.
  func note(_ byteCount: Int) {
    guard let flow else { return }
    if hasBecomeSlow(byteCount) { flow.shrink() }
    if flow.use(byteCount) { connection.releaseBody() }
  }

  /// Notes the rate of a body with large pieces, and returns whether it loses them.
  private func hasBecomeSlow(_ byteCount: Int) -> Bool {
    state.withLock { state in
      guard state.large != nil, state.rate.note(byteCount) else { return false }
      state.large = nil
      return true
    }
  }

  /// Ends the use; what follows is not collected.
  func end() {
    if flow?.endUse() == true { connection.releaseBody() }
  }
}
