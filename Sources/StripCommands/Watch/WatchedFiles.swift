// SPDX-License-Identifier: Apache-2.0

/// Decides which files of a watched folder are complete.
///
/// A file whose end is there is taken when its writer has closed it, or else when it has not changed
/// for a moment. A file whose end is missing may still be written: it is taken, as it is, when it has
/// not changed for a longer time. Times are counted from any start.
struct WatchedFiles {
  /// How a file looks from outside; when its contents change, this does.
  struct Look: Hashable, Sendable {
    var identity: System.FileIdentity
    var byteCount: Int
    var modified: Int64
    /// Also tells a file that was written over and got its old time of modification.
    var changed: Int64
  }

  /// How long files rest before they are taken.
  struct Patience: Hashable, Sendable {
    /// For a file whose end is there and whose writer has closed it.
    var closedFile: Duration
    /// For a file whose end is there.
    var wholeFile: Duration
    /// For a file whose end is missing.
    var brokenFile: Duration

    // Longer than the clock of any file system stands still: what changes later looks different.
    private static let clockTick = Duration.milliseconds(20)

    /// Makes the times for a file whose end is missing, and at most a second for others.
    init(brokenFile: Duration) {
      self.brokenFile = brokenFile
      wholeFile = min(brokenFile, .seconds(1))
      closedFile = min(brokenFile, Self.clockTick)
    }
  }

  /// What was seen of a file.
  struct Sight: Hashable, Sendable {
    var look: Look
    /// Whether the end of an image was found, `nil` if nobody has looked for it.
    var hasEnd: Bool?
    /// Whether its writer has just closed it.
    var isClosed: Bool
    /// For how long it has not changed, as far as that is known.
    var age: Duration
  }

  private struct Pending {
    var sight: Sight
    var changed: Duration
    let number: Int
    var waitsUntil: Duration?
  }

  let patience: Patience
  private var pending: [[UInt8]: Pending] = [:]
  private var settled: [[UInt8]: Look] = [:]
  private var count = 0

  init(patience: Patience) {
    self.patience = patience
  }

  /// Whether nothing is to be done about a file as it looks.
  func isSettled(_ name: [UInt8], _ look: Look) -> Bool { settled[name] == look }

  /// Whether a file is waited for.
  func isPending(_ name: [UInt8]) -> Bool { pending[name] != nil }

  /// What was seen of a file that still looks as it did then.
  func sight(of name: [UInt8], _ look: Look) -> Sight? {
    pending[name].flatMap { $0.sight.look == look ? $0.sight : nil }
  }

  /// Takes note of a file.
  mutating func see(_ name: [UInt8], _ sight: Sight, at now: Duration) {
    guard !isSettled(name, sight.look) else { return }
    if let old = pending[name], old.sight.look == sight.look {
      pending[name]?.sight.isClosed = sight.isClosed || old.sight.isClosed
      pending[name]?.sight.hasEnd = sight.hasEnd ?? old.sight.hasEnd
      return
    }
    let age = pending[name] == nil ? max(.zero, sight.age) : .zero
    pending[name] = Pending(sight: sight, changed: now - age, number: count)
    count += 1
  }

  /// Forgets a file that is gone.
  mutating func forget(_ name: [UInt8]) {
    pending[name] = nil
    settled[name] = nil
  }

  /// Takes note that a file was dealt with, until it changes.
  mutating func settle(_ name: [UInt8], _ look: Look) {
    pending[name] = nil
    settled[name] = look
  }

  /// Leaves a file for another attempt.
  mutating func postpone(_ name: [UInt8], until time: Duration) {
    pending[name]?.waitsUntil = time
  }

  /// Forgets what is dealt with and is no longer in the folder.
  mutating func keepSettled(_ names: Set<[UInt8]>) {
    settled = settled.filter { names.contains($0.key) }
    pending = pending.filter { names.contains($0.key) }
  }

  /// Returns the files whose time has come, in the order in which they came or last changed.
  ///
  /// A whole file that came before is waited for, so that pages that come together stay in order.
  ///
  /// - Complexity: O(n log n) for n files that are waited for.
  func due(at now: Duration) -> [[UInt8]] {
    turns.filter { $0.time <= now }.map(\.name)
  }

  /// The time at which the next file is due, `nil` if none is waited for.
  var nextDueTime: Duration? { turns.map(\.time).min() }

  /// All files in order, and when it is their turn.
  private var turns: [(name: [UInt8], time: Duration)] {
    var latest: Duration?
    return pending.sorted { $0.value.number < $1.value.number }.map { name, file in
      let time = dueTime(of: file)
      let turn = max(time, latest ?? time)
      if file.sight.hasEnd != false { latest = turn }
      return (name, turn)
    }
  }

  private func dueTime(of file: Pending) -> Duration {
    let rest =
      switch (file.sight.hasEnd, file.sight.isClosed) {
      case (false, _): patience.brokenFile
      case (_, true): patience.closedFile
      case (_, false): patience.wholeFile
      }
    return max(file.changed + rest, file.waitsUntil ?? .zero)
  }
}
