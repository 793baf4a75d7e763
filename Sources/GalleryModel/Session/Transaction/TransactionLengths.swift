// SPDX-License-Identifier: Apache-2.0

/// The durations of the stages of a change, in nanoseconds.
struct TransactionLengths: Hashable, Sendable {
  /// The duration in which deleted pages shrink.
  var collapse: Int64

  /// The duration in which gaps close and open.
  var close: Int64

  /// The duration in which new pages grow and new images appear.
  var grow: Int64

  /// The curve of the gaps.
  var curve: TimingCurve

  /// The durations of a change without animation.
  static var zero: Self { Self(collapse: 0, close: 0, grow: 0, curve: .linear) }

  /// The largest number of entries of a change that is animated.
  private static var largestAnimatedCount: Int { 64 }

  private static var stageLength: Double { 150_000_000 }

  /// The duration if pages pass others, which takes longer and starts and ends gently.
  private static var moveLength: Double { 300_000_000 }

  /// - Parameters:
  ///   - changeset: The change.
  ///   - pages: The pages before the change.
  ///   - scale: The factor for all durations.
  ///   - configuration: The speed of the gallery.
  init(
    of changeset: Changeset, in pages: PageList, scale: Double,
    configuration: GalleryConfiguration
  ) {
    func length(_ nanoseconds: Double, if condition: Bool) -> Int64 {
      condition ? configuration.duration(nanoseconds: nanoseconds * scale) : 0
    }
    let isAnimated = changeset.structuralCount <= Self.largestAnimatedCount
    let hasMoves = !changeset.moves.isEmpty
    // Nothing is left that could move, and there is no gap to open in an empty gallery.
    let isEmptied = changeset.deletions.count == pages.count
    let hasNewPictures = !changeset.insertions.isEmpty || !changeset.replacements.isEmpty
    collapse = length(Self.stageLength, if: isAnimated && !changeset.deletions.isEmpty)
    close = length(
      hasMoves ? Self.moveLength : Self.stageLength,
      if: isAnimated && pages.count > 0 && changeset.structuralCount > 0 && !isEmptied)
    grow = length(Self.stageLength, if: isAnimated && hasNewPictures)
    curve = hasMoves ? .quadInOut : .linear
  }

  private init(collapse: Int64, close: Int64, grow: Int64, curve: TimingCurve) {
    self.collapse = collapse
    self.close = close
    self.grow = grow
    self.curve = curve
  }

  /// Returns the duration of a stage.
  ///
  /// A rollback from a progress takes that fraction of the forward duration.
  func duration(of stage: Transaction.Stage) -> Int64 {
    switch stage {
    case .collapse: collapse
    case .close: close
    case .waiting: 0
    case .grow: grow
    case .reopen(let progress): Int64((Double(close) * progress).rounded())
    case .restore(let progress): Int64((Double(collapse) * progress).rounded())
    }
  }
}
