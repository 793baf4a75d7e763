// SPDX-License-Identifier: Apache-2.0

/// The identifier of a document: unique in a store, and never reused.
public struct DocumentID: RawRepresentable, Hashable, Sendable, Codable {
  /// The number behind the identifier, in `1...Int64.max`.
  public var rawValue: Int64

  /// Creates an identifier.
  ///
  /// - Parameter rawValue: The number behind the identifier.
  public init(rawValue: Int64) {
    self.rawValue = rawValue
  }

  /// Creates an identifier.
  ///
  /// - Parameter rawValue: The number behind the identifier.
  public init(_ rawValue: Int64) {
    self.rawValue = rawValue
  }
}
