// SPDX-License-Identifier: Apache-2.0

/// The page that asks a person for a token, and the button that ends a session.
struct SignInPage: Sendable {
  /// The path below which the server is mounted.
  let root: String

  /// Returns the page.
  ///
  /// - Parameters:
  ///   - next: The path to show after the sign-in.
  ///   - problem: The reason why an attempt failed, `nil` for the first one.
  /// - Returns: The page.
  func page(next: String, problem: String? = nil) -> HTMLText {
    let failure: HTMLText = if let problem { "<p role=\"alert\">\(problem)</p>" } else { "" }
    return .page(
      title: "Sign in",
      """
      <main>
      <h1>Sign in</h1>
      \(failure)
      <form method="post" action="\(root)/session">
      <input type="hidden" name="next" value="\(next)">
      <label>Token <input type="password" name="token" autocomplete="current-password" required></label>
      <button>Sign in</button>
      </form>
      <p>The operator of the server adds tokens: gallery-server token add</p>
      </main>
      """)
  }

  /// Returns a path of this server, without anything that leads elsewhere.
  static func localPath(_ text: String?, root: String) -> String {
    guard let text, text.hasPrefix("/"), !text.hasPrefix("//"),
      text.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\\") })
    else { return root + "/" }
    return text
  }
}
