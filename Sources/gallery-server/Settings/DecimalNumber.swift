// SPDX-License-Identifier: Apache-2.0

extension FixedWidthInteger {
  /// Reads a number of ASCII digits; unlike `init(_:)` it accepts no sign.
  ///
  /// - Parameter digits: The digits.
  init?(digits: some StringProtocol) {
    guard digits.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
    self.init(digits)
  }
}
