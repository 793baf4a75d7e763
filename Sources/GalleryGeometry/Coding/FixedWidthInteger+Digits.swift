// SPDX-License-Identifier: Apache-2.0

#if !hasFeature(Embedded)

  extension FixedWidthInteger {
    /// Creates a number from decimal digits and nothing else: no sign, and no zero in front.
    ///
    /// - Parameter text: The digits; `nil` is returned for anything else, and for what does not fit.
    package init?(digits text: String) {
      guard let number = Self(text), number.description == text else { return nil }
      self = number
    }
  }

#endif
