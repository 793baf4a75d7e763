// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A progress bar that several threads move forward.
final class SharedProgress: Sendable {
  private struct State {
    var bar: ProgressBar?
    var done = 0
  }

  private let state: Mutex<State>

  init(total: Int, unit: String = "pages", _ messages: Messages) {
    state = Mutex(
      State(bar: messages.showsProgress ? ProgressBar(total: total, unit: unit) : nil))
  }

  /// Shows that `done` of all pieces of work are done, unless more are already.
  func update(done: Int) {
    state.withLock { state in
      guard done > state.done else { return }
      state.done = done
      state.bar?.update(done: done)
    }
  }

  /// Takes the line away.
  func clear() {
    state.withLock { $0.bar?.clear() }
  }
}

/// A progress bar whose length is known only when the work has begun.
final class GrowingProgress: Sendable {
  private let bar = Mutex<SharedProgress?>(nil)
  private let unit: String
  private let messages: Messages

  init(unit: String, _ messages: Messages) {
    self.unit = unit
    self.messages = messages
  }

  /// Shows that `done` of `total` pieces of work are done.
  func update(done: Int, total: Int) {
    let shared = bar.withLock { bar in
      if let bar { return bar }
      let new = SharedProgress(total: total, unit: unit, messages)
      bar = new
      return new
    }
    shared.update(done: done)
  }

  /// Takes the line away.
  func clear() {
    bar.withLock(\.self)?.clear()
  }
}
