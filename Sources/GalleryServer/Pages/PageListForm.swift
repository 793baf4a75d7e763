// SPDX-License-Identifier: Apache-2.0

import NIOCore
import PageStorage

/// A form in which all pages of a document are sent while they are read.
protocol PageListForm: Sendable {
  /// A position in the content.
  associatedtype Position: Sendable

  /// The media type.
  static var mediaType: String { get }

  /// Whether the content is kept in memory after it was sent.
  static var isKept: Bool { get }

  /// The beginning of the content.
  static var start: Position { get }

  init()

  /// The revision of the document.
  var revision: Int { get }

  /// The number of pages that have been read.
  var readCount: Int { get }

  /// Adds the next pages.
  mutating func append(_ portion: PagesPortion)

  /// Writes a portion of the content.
  ///
  /// - Parameters:
  ///   - position: The position of the portion, moved behind it.
  ///   - buffer: The buffer to write to. Nothing is written behind the end, nor what has not been read yet.
  func write(from position: inout Position, to buffer: inout ByteBuffer)

  /// Returns whether the whole content was written.
  func isEnd(_ position: Position) -> Bool
}
