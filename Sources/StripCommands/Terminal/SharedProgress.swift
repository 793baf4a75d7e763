// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A progress bar that several threads move forward.
final class SharedProgress: Sendable {
  private struct State {
    var bar: ProgressBar?
    var done = 0
  }

  private let state: Mutex<State>

  init(total: Int, unit: String = "pages") {
    state = Mutex(State(bar: ProgressBar(total: total, unit: unit)))
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

  init(unit: String) {
    self.unit = unit
  }

  /// Shows that `done` of `total` pieces of work are done.
  func update(done: Int, total: Int) {
    let shared = bar.withLock { bar in
      if let bar { return bar }
      let new = SharedProgress(total: total, unit: unit)
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
