// SPDX-License-Identifier: Apache-2.0

/// A change of the pages on its way from request to end.
///
///     collapse -> close -> waiting -> grow -> end
///         |         |         |
///         |         +---------+--> reopen -> restore -> end
///         +------------------------------------^
///
/// Up to the answer of the host indexes are those before the change, from then on those after it. A
/// change that fails or is taken back goes back the way that it came.
struct Transaction: Hashable, Sendable {
  enum Stage: Hashable, Sendable {
    /// Pages that go away shrink.
    case collapse
    /// Gaps close and open.
    case close
    /// The host has been asked to make the change.
    case waiting
    /// New pages grow.
    case grow
    /// Gaps open and close again, from some progress back to none.
    case reopen(from: Double)
    /// Pages that were to go away grow again, from some progress back to none.
    case restore(from: Double)
  }

  /// What does not change on the way.
  let plan: TransactionPlan

  /// The lengths of the stages.
  private(set) var lengths: TransactionLengths

  private(set) var stage = Stage.collapse

  /// The time at which the stage began.
  private(set) var beginning: Int64

  private var duration: Int64

  init(_ plan: TransactionPlan, lengths: TransactionLengths, at time: Int64) {
    self.plan = plan
    self.lengths = lengths
    beginning = time
    duration = lengths.collapse
  }

  /// The time at which the stage ends by itself.
  var end: Int64 { stage == .waiting ? .never : beginning + duration }

  mutating func enter(_ stage: Stage, at time: Int64) {
    self.stage = stage
    beginning = time
    switch stage {
    case .collapse: duration = lengths.collapse
    case .close: duration = lengths.close
    case .waiting: duration = 0
    case .grow: duration = lengths.grow
    case .reopen(let progress): duration = lengths.close(backFrom: progress)
    case .restore(let progress): duration = lengths.collapse(backFrom: progress)
    }
  }

  /// Ends the stage at once, and takes the length from all later ones.
  mutating func hurry(at time: Int64) {
    lengths = .zero
    duration = max(0, time - beginning)
  }
}

// MARK: - Progress

extension Transaction {
  private func progress(at time: Int64) -> Double {
    TimingCurve.progress(elapsedNanoseconds: time - beginning, durationNanoseconds: duration)
  }

  /// What the layouts have to know at a time.
  func layout(at time: Int64) -> LayoutTransition {
    var layout = plan.transition
    layout.stage = layoutStage(at: time)
    return layout
  }

  private func layoutStage(at time: Int64) -> LayoutTransition.Stage {
    switch stage {
    case .collapse: .collapse(progress(at: time))
    case .close: .close(lengths.curve.value(at: progress(at: time)))
    case .waiting: .close(1)
    case .grow: .grow(progress(at: time))
    case .reopen(let start): .close(start * (1 - lengths.curve.value(at: progress(at: time))))
    case .restore(let start): .collapse(start * (1 - progress(at: time)))
    }
  }

  /// How much of its new picture a replaced page shows.
  func contentBlend(ofPageAt index: Int, at time: Int64) -> Double {
    guard stage == .grow else { return 1 }
    guard plan.isReplaced(index) else { return 1 }
    return TimingCurve.quadInOut.value(at: progress(at: time))
  }
}

// MARK: - Order

extension Transaction {
  var id: GalleryTransactionID { plan.id }

  var update: UpdateTransaction { plan.update }

  var map: IndexMap { plan.transition.map }

  /// The old index of the page that is in the middle at the end, `nil` if none is left.
  var target: Int? { plan.transition.target }

  /// The number of places by which the list goes on when the change is made.
  var shift: Int { plan.transition.shift }

  /// Whether positions and the active page are those of the order to come.
  ///
  /// On the way back they are those of the old order from the first moment.
  var leadsToNewOrder: Bool {
    switch stage {
    case .collapse, .close, .waiting: true
    case .grow, .reopen, .restore: false
    }
  }

  /// Whether the pages are still those before the change.
  var isBeforeCommit: Bool { stage != .grow }

  /// The positions of the ends of the strip when the change is made.
  var finalLimits: ClosedRange<Double> { plan.transition.finalLimits }

  var updateStage: UpdateStage {
    switch stage {
    case .collapse: .collapse
    case .close: .close
    case .waiting: .waiting
    case .grow: .grow
    case .reopen, .restore: .rollback
    }
  }
}
