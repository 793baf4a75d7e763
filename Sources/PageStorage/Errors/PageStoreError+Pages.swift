// SPDX-License-Identifier: Apache-2.0

extension PageStoreError {
  /// Whether the bytes of one page are the reason why several were not stored, so that others may be.
  package var concernsOnePage: Bool {
    switch self {
    case .corrupted(.original), .irregularFile, .otherDigest: true
    default: false
    }
  }
}
