// SPDX-License-Identifier: Apache-2.0

/// A model over time whose animations end at their exact times, independently of the calls.
///
/// Between two boundaries the state is a function of the time alone. A call first passes all
/// boundaries up to its own time, so the frame rate changes no result.
@usableFromInline
package protocol TimedModel {
  /// The event that the model reports to its host.
  associatedtype Event: Hashable, Sendable

  /// The time of the last call, in nanoseconds.
  var clock: Int64 { get set }

  /// The time of the next boundary, ``Swift/Int64/never`` at rest.
  var upcoming: Int64 { get }

  /// The events that the next `advance` returns.
  var outbox: Outbox<Event> { get set }

  /// Ends everything that ends at a time.
  ///
  /// Afterwards `upcoming` is later than that time.
  ///
  /// - Parameter time: The time, in nanoseconds.
  mutating func pass(at time: Int64)

  /// Whether the model has asked its host a question that is not yet reported.
  ///
  /// A call that stops at questions advances no further. `false` by default.
  var hasUnreportedQuestion: Bool { get }

  /// Returns the event for a call whose time is before that of the last call.
  ///
  /// - Parameters:
  ///   - found: The time of the call.
  ///   - time: The time of the last call, which is used instead.
  /// - Returns: The event.
  static func clockWentBackwards(found: Duration, at time: Duration) -> Event
}

extension TimedModel {
  @inlinable
  package var hasUnreportedQuestion: Bool { false }

  /// Advances the model to the time of a call and returns the time reached.
  ///
  /// A time before that of the last call is reported, and replaced by it.
  ///
  /// - Parameters:
  ///   - time: The time of the call.
  ///   - stopsAtQuestion: Whether to stop at a question to the host. `false` by default.
  /// - Returns: The time used, in nanoseconds.
  @inlinable
  package mutating func enter(at time: Duration, stopsAtQuestion: Bool = false) -> Int64 {
    let requested = Int64(galleryTime: time)
    guard requested >= clock else {
      outbox.append(
        Self.clockWentBackwards(
          found: Duration(galleryTime: requested), at: Duration(galleryTime: clock)))
      return clock
    }
    guard !stopsAtQuestion || !hasUnreportedQuestion else { return clock }
    process(upTo: requested, stopsAtQuestion: stopsAtQuestion)
    if !stopsAtQuestion || !hasUnreportedQuestion { clock = requested }
    return clock
  }

  /// Passes all boundaries up to a time, in their order and each at its own time.
  ///
  /// - Parameters:
  ///   - time: The time, inclusive, in nanoseconds.
  ///   - stopsAtQuestion: Whether to stop at a question to the host. `false` by default.
  @inlinable
  package mutating func process(upTo time: Int64, stopsAtQuestion: Bool = false) {
    var next = upcoming
    while next <= time {
      clock = next
      pass(at: next)
      if stopsAtQuestion, hasUnreportedQuestion { return }
      next = upcoming
    }
  }

  /// Returns the model at a time that is not before the last call.
  ///
  /// - Parameter time: The time, in nanoseconds.
  /// - Returns: A copy that has passed all boundaries up to then.
  @inlinable
  package func state(at time: Int64) -> Self {
    guard upcoming <= time else { return self }
    var copy = self
    copy.process(upTo: time)
    return copy
  }

  /// Returns the time of a query: a time before the last call is replaced by it.
  ///
  /// - Parameter time: The requested time.
  /// - Returns: The time used, in nanoseconds.
  @inlinable
  package func moment(of time: Duration) -> Int64 { Swift.max(clock, Int64(galleryTime: time)) }

  /// The next boundary, as reported to hosts.
  @inlinable
  package var boundary: Duration? { upcoming == .never ? nil : Duration(galleryTime: upcoming) }
}
