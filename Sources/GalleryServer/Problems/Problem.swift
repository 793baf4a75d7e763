// SPDX-License-Identifier: Apache-2.0

import HTTPTypes

/// An error with everything that its response states: RFC 9457.
struct Problem: Error {
  /// A fact of a problem, as a further member of the document.
  typealias Fact = any Encodable & Sendable

  let code: ProblemCode

  /// One sentence with the facts; it contains no path, metadata or internals.
  let detail: String

  /// Further members, by name.
  var facts: [String: Fact] = [:]

  /// Further header fields of the response.
  var headers: HTTPFields = [:]

  init(
    _ code: ProblemCode, _ detail: String, facts: [String: Fact] = [:], headers: HTTPFields = [:]
  ) {
    (self.code, self.detail, self.facts, self.headers) = (code, detail, facts, headers)
  }

  static func malformed(_ detail: String) -> Self { Self(.malformed, detail) }
}

extension Problem: CustomStringConvertible {
  /// The code, the sentence, and the facts in alphabetical order, as logs show them.
  var description: String {
    let facts = facts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
    return "\(code.rawValue): \(detail)"
      + (facts.isEmpty ? "" : " (\(facts.joined(separator: ", ")))")
  }
}

/// The members of a problem document.
struct ProblemDocument: Encodable {
  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(_ name: String) { stringValue = name }
    init?(stringValue: String) { self.init(stringValue) }
    init?(intValue: Int) { nil }
  }

  let problem: Problem
  let root: String
  let requestID: String

  func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    for (name, fact) in problem.facts { try values.encode(fact, forKey: Key(name)) }
    let code = problem.code
    try values.encode("\(root)/problems/\(code.rawValue)", forKey: Key("type"))
    try values.encode(code.title, forKey: Key("title"))
    try values.encode(code.status.code, forKey: Key("status"))
    try values.encode(problem.detail, forKey: Key("detail"))
    try values.encode(requestID, forKey: Key("instance"))
    try values.encode(code.rawValue, forKey: Key("code"))
  }
}
