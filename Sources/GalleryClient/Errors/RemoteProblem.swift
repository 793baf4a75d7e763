// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import NIOCore

/// An error that a server has reported: a problem document of RFC 9457.
public struct RemoteProblem: Hashable, Sendable {
  /// A fact of a problem.
  public enum Fact: Hashable, Sendable {
    /// A number, such as a limit.
    case number(Int)
    /// A word or a sentence.
    case text(String)
  }

  /// The status of the response.
  public var status: Int

  /// The stable code, such as `notFound` or `limitExceeded`.
  public var code: String

  /// One sentence with the facts.
  public var detail: String

  /// The identifier of the request, with which the operator of the server finds it in the log;
  /// `nil` if the server did not name it.
  public var request: String?

  /// The other numbers and texts of the document, such as `limit` and `found`.
  public var facts: [String: Fact]

  /// Creates a problem.
  ///
  /// - Parameters:
  ///   - status: The status of the response.
  ///   - code: The stable code.
  ///   - detail: One sentence with the facts.
  ///   - request: The identifier of the request. `nil` by default.
  ///   - facts: The other members. None by default.
  public init(
    status: Int, code: String, detail: String, request: String? = nil, facts: [String: Fact] = [:]
  ) {
    self.status = status
    self.code = code
    self.detail = detail
    self.request = request
    self.facts = facts
  }
}

extension RemoteProblem: CustomStringConvertible {
  /// The problem as one English sentence.
  public var description: String {
    detail.isEmpty ? "The server refused the request with status \(status) (\(code))." : detail
  }
}

// MARK: - Documents

extension RemoteProblem {
  /// The maximum length of a text that is kept, in characters.
  private static let textLimit = 1_000

  /// Reads a problem document; `nil` if it is not one.
  init?(status: Int, _ bytes: ByteBuffer) {
    let decoder = JSONDecoder()
    guard
      let members = try? decoder.decode(
        [String: Member].self, from: Data(bytes.readableBytesView)),
      case .text(let code)? = members["code"]?.fact
    else { return nil }
    var facts = members.compactMapValues(\.fact)
    let (detail, request) = (facts["detail"], facts["instance"])
    for name in ["type", "title", "status", "detail", "instance", "code"] { facts[name] = nil }
    self.init(
      status: status, code: code, detail: detail?.text ?? "", request: request?.text, facts: facts)
  }

  /// A member of a problem document, of which only numbers and texts are kept.
  private struct Member: Decodable {
    let fact: Fact?

    init(from decoder: any Decoder) throws {
      let value = try decoder.singleValueContainer()
      if let number = try? value.decode(Int.self) {
        fact = .number(number)
      } else {
        let text = try? value.decode(String.self)
        fact = text.map { .text(String($0.prefix(RemoteProblem.textLimit))) }
      }
    }
  }
}

extension RemoteProblem.Fact {
  /// The text, `nil` for a number.
  fileprivate var text: String? {
    if case .text(let text) = self { text } else { nil }
  }
}
