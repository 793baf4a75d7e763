// SPDX-License-Identifier: Apache-2.0

/// The events that a model has not yet reported to its host.
@usableFromInline
package struct Outbox<Event: Hashable & Sendable>: Hashable, Sendable {
  /// The events in their order.
  @usableFromInline
  package internal(set) var events: [Event] = []

  /// Creates an empty outbox.
  @inlinable
  package init() {}

  /// Adds an event.
  ///
  /// - Parameter event: The event.
  @inlinable
  package mutating func append(_ event: Event) { events.append(event) }

  /// Removes and returns all events.
  ///
  /// - Returns: The events in their order.
  @inlinable
  package mutating func take() -> [Event] {
    guard !events.isEmpty else { return [] }
    let taken = events
    events = []
    return taken
  }
}
