// SPDX-License-Identifier: Apache-2.0

/// A change of the pages and its current stage.
///
///     collapse -> close -> waiting -> grow -> end
///         |         |         |
///         |         +---------+--> reopen -> restore -> end
///         +------------------------------------^
///
/// Up to the host's answer, indexes are those before the change, from then on those after it. A
/// change that fails or is cancelled is rolled back.
///
/// Each stage is an immutable object: a frame queries it many times, and would copy a value type
/// each time.
final class Transaction: Sendable {
  enum Stage: Hashable, Sendable {
    /// Deleted pages shrink.
    case collapse
    /// Gaps close and open.
    case close
    /// The host has been asked to apply the change.
    case waiting
    /// New pages grow.
    case grow
    /// Gaps open and close again, from a progress back to zero.
    case reopen(from: Double)
    /// Deleted pages grow again, from a progress back to zero.
    case restore(from: Double)
  }

  /// The constant part of the change.
  let plan: TransactionPlan

  /// The durations of the stages.
  let lengths: TransactionLengths

  let stage: Stage

  /// The time at which the stage began.
  let beginning: Int64

  private let duration: Int64

  private init(
    _ plan: TransactionPlan, _ lengths: TransactionLengths, _ stage: Stage, at beginning: Int64,
    duration: Int64
  ) {
    self.plan = plan
    self.lengths = lengths
    self.stage = stage
    self.beginning = beginning
    self.duration = duration
  }

  /// Creates a change in its first stage.
  convenience init(_ plan: TransactionPlan, lengths: TransactionLengths, at time: Int64) {
    self.init(plan, lengths, .collapse, at: time, duration: lengths.collapse)
  }

  /// Returns the change in another stage, which begins at a time.
  func entering(_ stage: Stage, at time: Int64) -> Transaction {
    Transaction(plan, lengths, stage, at: time, duration: lengths.duration(of: stage))
  }

  /// Returns the change with a current stage that ends at once and later stages without duration.
  func hurrying(at time: Int64) -> Transaction {
    Transaction(plan, .zero, stage, at: beginning, duration: max(0, time - beginning))
  }

  /// The time at which the stage ends by itself.
  var end: Int64 { stage == .waiting ? .never : beginning + duration }
}

extension Transaction: Hashable {
  static func == (left: Transaction, right: Transaction) -> Bool {
    left === right
      || (left.plan == right.plan && left.lengths == right.lengths && left.stage == right.stage
        && left.beginning == right.beginning && left.duration == right.duration)
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(plan)
    hasher.combine(stage)
    hasher.combine(beginning)
  }
}

// MARK: - Progress

extension Transaction {
  private func progress(at time: Int64) -> Double {
    TimingCurve.progress(elapsedNanoseconds: time - beginning, durationNanoseconds: duration)
  }

  /// Returns the input of the layouts at a time.
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

  /// Returns the progress of the cross-fade of a replaced page to its new image.
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

  /// The old index of the page that is in the middle at the end, `nil` if no page is left.
  var target: Int? { plan.transition.target }

  /// The shift: the number of indexes by which the focus moves when the change is committed.
  var shift: Int { plan.transition.shift }

  /// Whether positions and the active page are those of the new order.
  ///
  /// During a rollback they are those of the old order from its start.
  var leadsToNewOrder: Bool {
    switch stage {
    case .collapse, .close, .waiting: true
    case .grow, .reopen, .restore: false
    }
  }

  /// Whether the change can still be cancelled: the host has not been asked.
  var isStoppable: Bool {
    switch stage {
    case .collapse, .close: true
    case .waiting, .grow, .reopen, .restore: false
    }
  }

  /// Whether the ends of the strip are moving from one order to the other.
  var movesLimits: Bool {
    switch stage {
    case .close, .reopen: true
    case .collapse, .waiting, .grow, .restore: false
    }
  }

  /// Whether pages are still to move, or are moving, to other places.
  var movesPages: Bool {
    switch stage {
    case .collapse, .close, .reopen: true
    case .waiting, .grow, .restore: false
    }
  }

  /// The positions of the ends of the strip when the change is committed.
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
