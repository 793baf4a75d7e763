// SPDX-License-Identifier: Apache-2.0

import NIOCore
import PageStorage
import Synchronization

/// A stream, as far as the hub knows it.
struct EventListener: Sendable {
  let signals: EventSignals

  /// The document of the stream, `nil` for the library.
  var document: DocumentID?

  /// The connection of the stream, if events can be sent without its task.
  var outlet: EventOutlet?

  /// Returns whether a change of the store concerns the stream.
  func isConcerned(by change: StoreChange) -> Bool {
    document == nil || change.document == nil || change.document == document
  }
}

extension EventHub {
  /// Passes a change on to the streams.
  ///
  /// Those that have sent everything before, and whose clients have taken it, get its events at once.
  /// The tasks of all others are woken, and read from the log.
  func report(_ change: StoreChange) async {
    let listeners = state.withLock { state in
      state.changeCount += 1
      return state.listeners.values.filter { $0.isConcerned(by: change) }
    }
    if let document = change.document, let step = await step(of: document, for: listeners) {
      let count = await deliver(to: listeners) {
        $0.document == document && $0.outlet?.send(step) == true
      } orSignal: {
        $0.hasChanges = true
      }
      for event in step.events { server.countEvent(isReset: event.isReset, streamCount: count) }
    } else {
      for listener in listeners { listener.signals.signal { $0.hasChanges = true } }
    }
  }

  /// Sends a comment to all streams.
  func beat() async {
    let listeners = state.withLock { Array($0.listeners.values) }
    await deliver(to: listeners) {
      $0.outlet?.sendBeat() == true
    } orSignal: {
      $0.isBeatDue = true
    }
  }

  /// Returns the events since the last ones of a document; `nil` if no stream could send them.
  private func step(of document: DocumentID, for listeners: [EventListener]) async -> DocumentStep?
  {
    guard listeners.contains(where: { $0.outlet != nil && $0.document == document }),
      let known = state.withLock({ $0.portions[document] }),
      let next = try? await portion(of: document, after: known.revision), next.isComplete,
      let events = try? next.events(knowing: known.description)
    else { return nil }
    return DocumentStep(from: known.point, to: next.point, events)
  }

  /// Sends something on the event loops of the streams, and signals those that cannot send it.
  ///
  /// It returns when all are done, so that changes that come faster are sent together.
  ///
  /// - Returns: The number of streams that have sent it.
  @discardableResult private func deliver(
    to listeners: [EventListener], _ send: @escaping @Sendable (EventListener) -> Bool,
    orSignal note: @escaping @Sendable (inout EventSignals.Pending) -> Void
  ) async -> Int {
    let groups = Dictionary(grouping: listeners) {
      $0.outlet.map { ObjectIdentifier($0.eventLoop) }
    }
    for listener in groups[nil] ?? [] { listener.signals.signal(note) }
    let counts = groups.values.compactMap { listeners in
      listeners.first?.outlet?.eventLoop.submit {
        var count = 0
        for listener in listeners {
          if send(listener) { count += 1 } else { listener.signals.signal(note) }
        }
        return count
      }
    }
    var sum = 0
    for count in counts { sum += (try? await count.get()) ?? 0 }
    return sum
  }
}
