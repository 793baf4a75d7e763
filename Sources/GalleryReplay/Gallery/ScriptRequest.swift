// SPDX-License-Identifier: Apache-2.0

package import GalleryModel

/// A request to change the pages, and the owner's answer to it.
package struct ScriptRequest {
  /// The requested change.
  enum Content {
    case edit(ScriptEdit)
    case batch([ScriptEdit])
    case deleteActive

    /// What others have already changed.
    case takeOver([ScriptEdit])
  }

  var content: Content

  /// The name of the request, `nil` if the replay generates one.
  package let ticket: String?

  /// Whether the owner of the pages refuses a change that contains the request.
  let fails: Bool

  /// The time that the owner of the pages takes to answer.
  let delay: ReplayTime

  /// The keys that every request has besides those of its content.
  static let keys = ["ticket", "fails", "asyncFor"]

  init(_ content: Content, _ object: ScriptObject) throws {
    self.content = content
    ticket =
      object.contains("ticket") ? try object.value("ticket", as: ScriptTicket.self).name : nil
    fails = try object.value("fails", default: false)
    delay = try object.value("asyncFor", default: .zero)
  }

  /// Creates the request to show what others have changed; the owner accepts it at once.
  init(takingOver edits: [ScriptEdit]) {
    content = .takeOver(edits)
    ticket = nil
    fails = false
    delay = .zero
  }
}

/// The name of a request in a script.
private struct ScriptTicket: ScriptValue {
  let name: String

  static var expectation: String { "a text that is not empty and does not begin with #" }

  init(from decoder: any Decoder) throws {
    name = try decoder.singleValueContainer().decode(String.self)
    guard let first = name.unicodeScalars.first, first != "#" else { throw ScriptMistake.value }
  }
}

/// The edits of a batch.
struct ScriptEdits: ScriptValue {
  let edits: [ScriptEdit]

  static var expectation: String { "an array of edits" }

  init(from decoder: any Decoder) throws {
    var elements = try decoder.unkeyedContainer()
    var edits: [ScriptEdit] = []
    while !elements.isAtEnd { edits.append(try elements.decode(ScriptEdit.self)) }
    self.edits = edits
  }
}

extension GallerySession {
  /// Enqueues a request of a script; returns `nil` if there is nothing to change.
  package mutating func enqueue(
    _ request: ScriptRequest, at time: Duration
  ) throws(PageShapeError) -> UpdateTicket? {
    switch request.content {
    case .edit(let edit): return enqueue(.edit(try PageEdit(edit)), at: time)
    case .batch(let edits): return enqueue(try Self.batch(edits), at: time)
    case .takeOver(let edits): return enqueue(try Self.batch(edits), alone: true, at: time)
    case .deleteActive: return deleteActive(at: time)
    }
  }

  private static func batch(_ parts: [ScriptEdit]) throws(PageShapeError) -> UpdateRequest {
    var edits: [PageEdit] = []
    for part in parts { edits.append(try PageEdit(part)) }
    return .batch(edits)
  }
}
