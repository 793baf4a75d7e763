// SPDX-License-Identifier: Apache-2.0

import GallerySystem

extension PageStoreError {
  /// Whether the system has too many open files or too little memory at the moment.
  package var isShortage: Bool {
    switch self {
    case .io(let operation, let errno), .inputFailed(let operation, let errno):
      SystemError(call: operation, number: errno).isShortageOfFiles
    default: false
    }
  }

  /// Whether the bytes of one page are the reason why several were not stored, so that others may be.
  package var concernsOnePage: Bool {
    switch self {
    case .corrupted(.original), .irregularFile, .otherDigest: true
    default: false
    }
  }
}
