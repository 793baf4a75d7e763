// SPDX-License-Identifier: Apache-2.0

import GallerySystem

/// A record of the files of a watched folder that determines which of them are complete.
///
/// A file whose end was found is ingested when its writer has closed it, or otherwise when it has
/// not changed for a moment. A file whose end is missing may still be written: it is ingested as it
/// is when it has not changed for a longer time. Times are relative to an arbitrary start.
struct WatchedFiles {
  /// The status of a file, which changes whenever its contents do.
  struct Fingerprint: Hashable, Sendable {
    var identity: FileIdentity
    var byteCount: Int
    var modified: Int64
    /// The change time, which also detects a file that was overwritten and got its old modification
    /// time.
    var changed: Int64
  }

  /// The times that files must be unchanged before they are ingested.
  struct QuietPeriods: Hashable, Sendable {
    /// For a complete file that was closed by its writer.
    var closedFile: Duration
    /// For a complete file.
    var completeFile: Duration
    /// For a file whose end is missing.
    var incompleteFile: Duration

    // Longer than the clock tick of any file system: a later change gives another timestamp.
    private static let clockTick = Duration.milliseconds(20)

    /// Creates the times from that of a file whose end is missing; the others are at most a second.
    init(incompleteFile: Duration) {
      self.incompleteFile = incompleteFile
      completeFile = min(incompleteFile, .seconds(1))
      closedFile = min(incompleteFile, Self.clockTick)
    }
  }

  /// The observed state of a file.
  struct Observation: Hashable, Sendable {
    var fingerprint: Fingerprint
    /// Whether the end of the image was found, `nil` if it was not searched.
    var hasEnd: Bool?
    /// Whether its writer has just closed it.
    var isClosed: Bool
    /// The time for which it has been unchanged, as far as known.
    var age: Duration
  }

  private struct Pending {
    var observation: Observation
    var changed: Duration
    let number: Int
    var waitsUntil: Duration?
  }

  let quietPeriods: QuietPeriods
  private var pending: [[UInt8]: Pending] = [:]
  private var handled: [[UInt8]: Fingerprint] = [:]
  private var count = 0

  init(quietPeriods: QuietPeriods) {
    self.quietPeriods = quietPeriods
  }

  /// Whether a file with this status needs no further action.
  func isHandled(_ name: [UInt8], _ fingerprint: Fingerprint) -> Bool {
    handled[name] == fingerprint
  }

  /// Whether a file is pending.
  func isPending(_ name: [UInt8]) -> Bool { pending[name] != nil }

  /// Returns the recorded state of a file that still has the same status.
  func observation(of name: [UInt8], _ fingerprint: Fingerprint) -> Observation? {
    pending[name].flatMap { $0.observation.fingerprint == fingerprint ? $0.observation : nil }
  }

  /// Records the state of a file.
  mutating func record(_ name: [UInt8], _ observation: Observation, at now: Duration) {
    guard !isHandled(name, observation.fingerprint) else { return }
    if let old = pending[name], old.observation.fingerprint == observation.fingerprint {
      pending[name]?.observation.isClosed = observation.isClosed || old.observation.isClosed
      pending[name]?.observation.hasEnd = observation.hasEnd ?? old.observation.hasEnd
      return
    }
    let age = pending[name] == nil ? max(.zero, observation.age) : .zero
    pending[name] = Pending(observation: observation, changed: now - age, number: count)
    count += 1
  }

  /// Removes a deleted file from the records.
  mutating func forget(_ name: [UInt8]) {
    pending[name] = nil
    handled[name] = nil
  }

  /// Records that a file was handled; this holds until it changes.
  mutating func markHandled(_ name: [UInt8], _ fingerprint: Fingerprint) {
    pending[name] = nil
    handled[name] = fingerprint
  }

  /// Schedules a file for another attempt.
  mutating func postpone(_ name: [UInt8], until time: Duration) {
    pending[name]?.waitsUntil = time
  }

  /// Removes the records of files that are no longer in the folder.
  mutating func keepOnly(_ names: Set<[UInt8]>) {
    handled = handled.filter { names.contains($0.key) }
    pending = pending.filter { names.contains($0.key) }
  }

  /// Returns the files that are due, in the order in which they arrived or last changed.
  ///
  /// Files wait for complete files that arrived before them, so that pages that arrive together
  /// stay in order.
  ///
  /// - Complexity: O(n log n) for n pending files.
  func due(at now: Duration) -> [[UInt8]] {
    schedule.filter { $0.time <= now }.map(\.name)
  }

  /// The time at which the next file is due, `nil` if none is pending.
  var nextDueTime: Duration? { schedule.map(\.time).min() }

  /// All pending files in order, with the times at which they are due.
  private var schedule: [(name: [UInt8], time: Duration)] {
    var latest: Duration?
    return pending.sorted { $0.value.number < $1.value.number }.map { name, file in
      let time = dueTime(of: file)
      let due = max(time, latest ?? time)
      if file.observation.hasEnd != false { latest = due }
      return (name, due)
    }
  }

  private func dueTime(of file: Pending) -> Duration {
    let rest =
      switch (file.observation.hasEnd, file.observation.isClosed) {
      case (false, _): quietPeriods.incompleteFile
      case (_, true): quietPeriods.closedFile
      case (_, false): quietPeriods.completeFile
      }
    return max(file.changed + rest, file.waitsUntil ?? .zero)
  }
}
