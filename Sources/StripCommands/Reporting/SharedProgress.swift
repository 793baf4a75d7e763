// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A progress bar that several threads update.
final class SharedProgress: Sendable {
  private struct State {
    var bar: ProgressBar?
    var done = 0
  }

  private let state: Mutex<State>

  init(total: Int, unit: String = "pages", _ messages: MessageKinds) {
    state = Mutex(
      State(bar: messages.showsProgress ? ProgressBar(total: total, unit: unit) : nil))
  }

  /// Shows that `done` pieces of work are complete, unless it already shows more.
  func update(done: Int) {
    state.withLock { state in
      guard done > state.done else { return }
      state.done = done
      state.bar?.update(done: done)
    }
  }

  /// Erases the line.
  func clear() {
    state.withLock { $0.bar?.clear() }
  }
}

/// A progress bar whose total is known only after the work has started.
final class GrowingProgress: Sendable {
  private let bar = Mutex<SharedProgress?>(nil)
  private let unit: String
  private let messages: MessageKinds

  init(unit: String, _ messages: MessageKinds) {
    self.unit = unit
    self.messages = messages
  }

  /// Shows that `done` of `total` pieces of work are complete.
  func update(done: Int, total: Int) {
    let shared = bar.withLock { bar in
      if let bar { return bar }
      let new = SharedProgress(total: total, unit: unit, messages)
      bar = new
      return new
    }
    shared.update(done: done)
  }

  /// Erases the line.
  func clear() {
    bar.withLock(\.self)?.clear()
  }
}
