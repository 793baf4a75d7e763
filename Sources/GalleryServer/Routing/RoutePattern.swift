// SPDX-License-Identifier: Apache-2.0

/// The pattern of a path, as in the contract: `/t/{page}/{key}/{style}.jpg`.
struct RoutePattern: Hashable, Sendable, CustomStringConvertible {
  private enum Segment: Hashable, Sendable {
    case literal(String)
    case parameter(name: String, suffix: String)
  }

  let description: String
  private let segments: [Segment]

  init(_ text: String) {
    description = text
    segments = text.dropFirst().split(separator: "/", omittingEmptySubsequences: false).map {
      guard $0.first == "{", let end = $0.firstIndex(of: "}") else { return .literal(String($0)) }
      return .parameter(
        name: String($0[..<end].dropFirst()), suffix: String($0[end...].dropFirst()))
    }
  }

  /// The number of segments.
  var count: Int { segments.count }

  /// Returns the parameters of a path, `nil` if it does not match.
  func parameters(of path: [String]) -> [String: String]? {
    guard path.count == segments.count else { return nil }
    var parameters: [String: String] = [:]
    for (segment, text) in zip(segments, path) {
      switch segment {
      case .literal(let literal):
        guard literal == text else { return nil }
      case .parameter(let name, let suffix):
        guard text.count > suffix.count, text.hasSuffix(suffix) else { return nil }
        parameters[name] = String(text.dropLast(suffix.count))
      }
    }
    return parameters
  }
}
