// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import NIOCore

/// An event in the format of a browser's EventSource.
struct ServerSentEvent: Sendable {
  let text: String

  /// Whether it tells the client to read everything again.
  let isReset: Bool

  /// The name of an event.
  enum Name: String, Sendable {
    /// The pages of a document changed, or the library.
    case change
    /// The log does not reach back far enough: the client reads the pages or the list again.
    case reset
    /// The title of the document.
    case document
    /// The document is in the trash or was removed; the stream ends.
    case gone
  }

  /// Creates an event.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - revision: The revision or version from which a client resumes, `nil` if the event does not
  ///     change it.
  ///   - data: The value, which is encoded in one line.
  /// - Throws: The encoder's error.
  init(_ name: Name, revision: Int? = nil, _ data: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let line = String(decoding: try encoder.encode(data), as: UTF8.self)
    isReset = name == .reset
    text =
      (revision.map { "id: \($0)\n" } ?? "") + "event: \(name.rawValue)\ndata: \(line)\n\n"
  }

  private init(text: String) { (self.text, isReset) = (text, false) }

  /// The beginning of a stream: the time after which a client reconnects, and the ID from which it then
  /// resumes, also if the stream ends before its first event.
  static func opening(at id: Int) -> Self { Self(text: "retry: 2000\nid: \(id)\n\n") }

  /// A comment, which shows both sides that the other one is there.
  static let beat = Self(text: ":\n\n")
}
