// SPDX-License-Identifier: Apache-2.0

import GallerySystem

/// A record of the files of a watched folder that determines which of them are complete.
///
/// A file whose end was found is ingested when its writer has closed it, or otherwise when it has
/// not changed for a moment. A file whose end is missing may still be written: it is ingested as it
/// is when it has not changed for a longer time. Times are relative to an arbitrary start.
struct WatchedFiles {
  /// The status of a file, which changes whenever its contents do.
  struct Look: Hashable, Sendable {
    var identity: FileIdentity
    var byteCount: Int
    var modified: Int64
    /// The change time, which also detects a file that was overwritten and got its old modification
    /// time.
    var changed: Int64
  }

  /// The times that files must be unchanged before they are ingested.
  struct Patience: Hashable, Sendable {
    /// For a complete file that was closed by its writer.
    var closedFile: Duration
    /// For a complete file.
    var wholeFile: Duration
    /// For a file whose end is missing.
    var brokenFile: Duration

    // Longer than the clock tick of any file system: a later change gives another timestamp.
    private static let clockTick = Duration.milliseconds(20)

    /// Creates the times from that of a file whose end is missing; the others are at most a second.
    init(brokenFile: Duration) {
      self.brokenFile = brokenFile
      wholeFile = min(brokenFile, .seconds(1))
      closedFile = min(brokenFile, Self.clockTick)
    }
  }

  /// The observed state of a file.
  struct Sight: Hashable, Sendable {
    var look: Look
    /// Whether the end of the image was found, `nil` if it was not searched.
    var hasEnd: Bool?
    /// Whether its writer has just closed it.
    var isClosed: Bool
    /// The time for which it has been unchanged, as far as known.
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

  /// Whether a file with this status needs no further action.
  func isSettled(_ name: [UInt8], _ look: Look) -> Bool { settled[name] == look }

  /// Whether a file is pending.
  func isPending(_ name: [UInt8]) -> Bool { pending[name] != nil }

  /// Returns the recorded state of a file that still has the same status.
  func sight(of name: [UInt8], _ look: Look) -> Sight? {
    pending[name].flatMap { $0.sight.look == look ? $0.sight : nil }
  }

  /// Records the state of a file.
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

  /// Removes a deleted file from the records.
  mutating func forget(_ name: [UInt8]) {
    pending[name] = nil
    settled[name] = nil
  }

  /// Records that a file was handled; this holds until it changes.
  mutating func settle(_ name: [UInt8], _ look: Look) {
    pending[name] = nil
    settled[name] = look
  }

  /// Schedules a file for another attempt.
  mutating func postpone(_ name: [UInt8], until time: Duration) {
    pending[name]?.waitsUntil = time
  }

  /// Removes the records of files that are no longer in the folder.
  mutating func keepSettled(_ names: Set<[UInt8]>) {
    settled = settled.filter { names.contains($0.key) }
    pending = pending.filter { names.contains($0.key) }
  }

  /// Returns the files that are due, in the order in which they arrived or last changed.
  ///
  /// Files wait for complete files that arrived before them, so that pages that arrive together
  /// stay in order.
  ///
  /// - Complexity: O(n log n) for n pending files.
  func due(at now: Duration) -> [[UInt8]] {
    turns.filter { $0.time <= now }.map(\.name)
  }

  /// The time at which the next file is due, `nil` if none is pending.
  var nextDueTime: Duration? { turns.map(\.time).min() }

  /// All pending files in order, with the times at which they are due.
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
