// SPDX-License-Identifier: Apache-2.0

import NIOCore

/// The next check of the deadline of a guard.
final class DeadlineTimer {
  private var next: (task: Scheduled<Void>, deadline: NIODeadline)?

  /// Schedules a check, unless an earlier one is already scheduled.
  func schedule(_ deadline: NIODeadline, on eventLoop: any EventLoop, check: @escaping () -> Void) {
    if let next, next.deadline <= deadline { return }
    cancel()
    let task = eventLoop.assumeIsolated().scheduleTask(deadline: deadline) {
      self.next = nil
      check()
    }
    next = (task, deadline)
  }

  func cancel() {
    next?.task.cancel()
    next = nil
  }
}

@available(*, unavailable)
extension DeadlineTimer: Sendable {}
