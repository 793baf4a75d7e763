// SPDX-License-Identifier: Apache-2.0

#if !hasFeature(Embedded)

  extension Array {
    /// The array, `nil` if it is empty: an encoding leaves out the key of an empty list.
    package var nonempty: Self? { isEmpty ? nil : self }
  }

#endif
