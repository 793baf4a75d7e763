// SPDX-License-Identifier: Apache-2.0

/// The name of a change of the pages, with which the host answers the question to make it.
public struct GalleryTransactionID: Hashable, Sendable {
  /// One for the first change of a session.
  let number: UInt64

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
