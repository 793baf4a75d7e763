// SPDX-License-Identifier: Apache-2.0

/// The name of a document: unique in a store, and never used again.
public struct DocumentID: RawRepresentable, Hashable, Sendable, Codable {
  /// The number that stands for the document, in `1...Int64.max`.
  public var rawValue: Int64

  /// Creates a name.
  ///
  /// - Parameter rawValue: The number that stands for the document.
  public init(rawValue: Int64) {
    self.rawValue = rawValue
  }

  /// Creates a name.
  ///
  /// - Parameter rawValue: The number that stands for the document.
  public init(_ rawValue: Int64) {
    self.rawValue = rawValue
  }
}
