// SPDX-License-Identifier: Apache-2.0

/// The messages about a page that is damaged but shown.
enum DamageNote {
  static func text(warningCount: Int) -> String {
    let warnings = warningCount == 1 ? "1 warning" : "\(warningCount) warnings"
    return "The page is damaged and shown as far as possible (\(warnings))."
  }
}
