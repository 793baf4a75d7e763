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
///
/// Each stage has an object of its own, which never changes: a frame asks it many questions, and
/// would otherwise copy it for each of them.
final class Transaction: Sendable {
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

  /// Creates a change that begins.
  convenience init(_ plan: TransactionPlan, lengths: TransactionLengths, at time: Int64) {
    self.init(plan, lengths, .collapse, at: time, duration: lengths.collapse)
  }

  /// Returns the change in another stage that begins.
  func entering(_ stage: Stage, at time: Int64) -> Transaction {
    Transaction(plan, lengths, stage, at: time, duration: lengths.duration(of: stage))
  }

  /// Returns the change with a stage that ends at once and later ones that take no time.
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

  /// Whether the change can still be taken back: the host has not been asked.
  var isStoppable: Bool {
    switch stage {
    case .collapse, .close: true
    case .waiting, .grow, .reopen, .restore: false
    }
  }

  /// Whether the ends of the strip are on their way from one order to the other.
  var movesLimits: Bool {
    switch stage {
    case .close, .reopen: true
    case .collapse, .waiting, .grow, .restore: false
    }
  }

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
