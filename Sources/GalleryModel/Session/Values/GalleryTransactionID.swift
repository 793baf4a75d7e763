// SPDX-License-Identifier: Apache-2.0

/// The identifier of a change of the pages, which the host passes with its answer.
public struct GalleryTransactionID: Hashable, Sendable {
  /// The number, 1 for the first change of a session.
  package let number: UInt64

  init(number: UInt64) {
    self.number = number
  }
}

#if !hasFeature(Embedded)
  extension GalleryTransactionID: CustomStringConvertible {
    /// The number of the change.
    public var description: String { "\(number)" }
  }
#endif
