// SPDX-License-Identifier: Apache-2.0

/// A secret that gives access: 32 random bytes.
///
/// Its text is `pgt_` and 64 hexadecimal digits, so that people and scanners for leaked secrets
/// recognize it, and a double click selects it.
public struct AccessToken: Sendable {
  private static let prefix = "pgt_"

  let secret: Secret

  /// Creates a random token.
  public init() { secret = Secret() }

  /// Reads a token, `nil` if the text is none.
  ///
  /// - Parameter text: The text; white space around it is ignored.
  public init?(_ text: some StringProtocol) {
    let text = text.drop(while: \.isWhitespace)
    guard text.hasPrefix(Self.prefix) else { return nil }
    let end = text.lastIndex { !$0.isWhitespace }.map(text.index(after:)) ?? text.endIndex
    guard let secret = Secret(text[..<end].dropFirst(Self.prefix.count)) else { return nil }
    self.secret = secret
  }

  /// The text, which is not kept anywhere.
  public var text: String { Self.prefix + secret.text }
}
