// SPDX-License-Identifier: Apache-2.0

/// The button that ends the session of a browser.
enum SignOutForm {
  static func form(root: String) -> HTMLText {
    """
    <form method="post" action="\(root)/session/end"><button>Sign out</button></form>

    """
  }
}
