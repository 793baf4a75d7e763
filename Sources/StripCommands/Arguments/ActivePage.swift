// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// The active page of a strip, as given on the command line.
enum ActivePage: ExpressibleByArgument, Hashable, Sendable, CustomStringConvertible {
  /// The first page.
  case first
  /// The last page.
  case last
  /// A page by its number, from 1.
  case number(Int)

  init?(argument: String) {
    switch argument {
    case "first": self = .first
    case "last": self = .last
    default:
      guard let number = Int(argument) else { return nil }
      self = .number(number)
    }
  }

  var description: String {
    switch self {
    case .first: "first"
    case .last: "last"
    case .number(let number): String(number)
    }
  }

  /// Returns the index of the page, `nil` if `pageCount` pages do not include it.
  func index(pageCount: Int) -> Int? {
    guard pageCount > 0 else { return nil }
    switch self {
    case .first: return 0
    case .last: return pageCount - 1
    case .number(let number): return (1...pageCount).contains(number) ? number - 1 : nil
    }
  }
}
