// SPDX-License-Identifier: Apache-2.0

/// A model over time whose changes end at their own exact times, whenever it is asked.
///
/// Between two boundaries the state is a function of the time alone. A call goes from boundary to
/// boundary up to its own time before it does anything, so that no frame rate changes the result.
@usableFromInline
package protocol TimedModel {
  /// What the model tells its host.
  associatedtype Event: Hashable, Sendable

  /// The time of the last call, in nanoseconds.
  var clock: Int64 { get set }

  /// The next time at which anything ends, ``Swift/Int64/never`` at rest.
  var upcoming: Int64 { get }

  /// The events that wait for the next `advance`.
  var pendingEvents: [Event] { get set }

  /// Ends what ends at a time.
  ///
  /// Afterwards `upcoming` is later than that time.
  ///
  /// - Parameter time: The time, in nanoseconds.
  mutating func pass(_ time: Int64)

  /// The event for a call that came with a time before that of the last one.
  ///
  /// - Parameters:
  ///   - found: The time of the call.
  ///   - time: The time of the last call, which counts.
  /// - Returns: The event.
  static func clockWentBackwards(found: Duration, at time: Duration) -> Event
}

extension TimedModel {
  /// Goes to the time of a call and returns it.
  ///
  /// An earlier time than that of the last call counts as that one, and is reported.
  ///
  /// - Parameter time: The time of the call.
  /// - Returns: The time that counts, in nanoseconds.
  @inlinable
  package mutating func enter(at time: Duration) -> Int64 {
    let requested = Int64(galleryTime: time)
    guard requested >= clock else {
      pendingEvents.append(
        Self.clockWentBackwards(
          found: Duration(galleryTime: requested), at: Duration(galleryTime: clock)))
      return clock
    }
    process(upTo: requested)
    clock = requested
    return requested
  }

  /// Passes all boundaries until a time, in their order and each at its own time.
  ///
  /// - Parameter time: The last time that counts, in nanoseconds.
  @inlinable
  package mutating func process(upTo time: Int64) {
    var next = upcoming
    while next <= time {
      clock = next
      pass(next)
      next = upcoming
    }
  }

  /// The model at a time that is not before the last call.
  ///
  /// - Parameter time: The time, in nanoseconds.
  /// - Returns: A copy that has passed all boundaries until then.
  @inlinable
  package func state(at time: Int64) -> Self {
    guard upcoming <= time else { return self }
    var copy = self
    copy.process(upTo: time)
    return copy
  }

  /// The time of a question: times before the last call count as that one.
  ///
  /// - Parameter time: The time that was asked for.
  /// - Returns: The time that counts, in nanoseconds.
  @inlinable
  package func moment(of time: Duration) -> Int64 { Swift.max(clock, Int64(galleryTime: time)) }

  /// The next boundary as hosts see it.
  @inlinable
  package var boundary: Duration? { upcoming == .never ? nil : Duration(galleryTime: upcoming) }

  /// Hands out the events that wait.
  ///
  /// - Returns: The events in their order.
  @inlinable
  package mutating func takeEvents() -> [Event] {
    guard !pendingEvents.isEmpty else { return [] }
    let events = pendingEvents
    pendingEvents = []
    return events
  }
}
