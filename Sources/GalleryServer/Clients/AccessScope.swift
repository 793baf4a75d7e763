// SPDX-License-Identifier: Apache-2.0

/// The permission that an operation needs.
///
/// A larger one includes the smaller ones.
public enum AccessScope: String, Sendable, CaseIterable, Comparable {
  /// Reading documents, pages and images.
  case read
  /// Changing documents and pages.
  case write
  /// Operating the server.
  case admin

  private var rank: Int {
    switch self {
    case .read: 0
    case .write: 1
    case .admin: 2
    }
  }

  /// Returns whether a scope is smaller than another one.
  public static func < (first: Self, second: Self) -> Bool { first.rank < second.rank }
}
