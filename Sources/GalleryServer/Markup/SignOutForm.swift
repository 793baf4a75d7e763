// SPDX-License-Identifier: Apache-2.0

/// The button that ends the session of a browser.
enum SignOutForm {
  static func form(root: String, icon: HTMLText) -> HTMLText {
    """
    <form method="post" action="\(root)/session/end">\
    <button class="icon-button" data-action="sign-out" aria-label="Sign out" title="Sign out">\(icon)</button>\
    </form>

    """
  }
}
