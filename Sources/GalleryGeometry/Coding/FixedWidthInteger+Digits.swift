// SPDX-License-Identifier: Apache-2.0

#if !hasFeature(Embedded)

  extension FixedWidthInteger {
    /// Creates a number from decimal digits only: no sign and no leading zero.
    ///
    /// - Parameter text: The digits. The result is `nil` for any other text and on overflow.
    package init?(digits text: String) {
      guard let number = Self(text), number.description == text else { return nil }
      self = number
    }
  }

#endif
