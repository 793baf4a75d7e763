// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import PageGallery

/// Turns the events of a document into changes of a source, and checks their order.
struct EventReader: Sendable {
  /// What an event says.
  enum Message: Sendable {
    /// The pages changed; with the new keys of pages.
    case change(PageSourceChange, keys: [String: PageKey])
    /// The document is in the trash, or was removed.
    case gone
  }

  /// The revision after the last change.
  private(set) var revision: Int

  init(after revision: Int) { self.revision = revision }

  /// The members of `reset`.
  private struct State: Decodable {
    let revision: Int
  }

  /// Reads an event.
  ///
  /// - Parameter event: The event.
  /// - Returns: Its message, `nil` if it is of no interest for a source.
  /// - Throws: ``RemoteServerError/malformedResponse(_:)``, or
  ///   ``RemoteServerError/disorderedRevision(after:found:)`` if a change does not follow the last
  ///   one.
  mutating func read(_ event: ReceivedEvent) throws(RemoteServerError) -> Message? {
    switch event.name {
    case "change":
      let received = try decode(ReceivedChange.self, event)
      let change = try received.change()
      guard change.version == revision + 1 else {
        throw .disorderedRevision(after: revision, found: change.version)
      }
      revision = change.version
      return .change(change, keys: received.keys ?? [:])
    case "reset":
      // A store that was restored from a backup has a lower revision.
      revision = try ReceivedNumber.check(decode(State.self, event).revision)
      return .change(PageSourceChange(version: revision, changeset: nil), keys: [:])
    case "gone": return .gone
    default: return nil
    }
  }

  private func decode<Value: Decodable>(
    _ type: Value.Type, _ event: ReceivedEvent
  ) throws(RemoteServerError) -> Value {
    do {
      return try JSONDecoder().decode(Value.self, from: Data(event.data))
    } catch {
      throw .malformedResponse("The event \(event.name) has other data than it should.")
    }
  }
}
