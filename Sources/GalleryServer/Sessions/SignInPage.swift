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
    let failure: HTMLText = problem.map { "<p role=\"alert\">\($0)</p>" } ?? ""
    return .page(
      title: "Sign in", in: PageFrame(root: root, view: "message", styles: ["pages.css"]),
      """
      <main>
      <h1>Sign in</h1>
      \(failure)
      <form class="fields" method="post" action="\(root)/session">
      <input type="hidden" name="next" value="\(next)">
      <label>Token <input type="password" name="token" autocomplete="current-password" required></label>
      <button class="primary">Sign in</button>
      </form>
      <p class="note">The operator of the server adds tokens: <code>gallery-server token add</code></p>
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
