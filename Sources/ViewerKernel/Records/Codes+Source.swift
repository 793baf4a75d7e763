// SPDX-License-Identifier: Apache-2.0

import GallerySharing

// Errors and outcomes as fields of a record: the number of the case as in the interface, and one number that says
// more, such as the index that is out of range.
extension UpdateError {
  /// The number of the error, and its detail.
  var numbers: (code: Double, detail: Double) {
    switch self {
    case .indexOutOfRange(let index, _): (1, Double(index))
    case .gapOutOfRange(let index, _): (2, Double(index))
    case .destinationOutOfRange(let index, _): (3, Double(index))
    case .repeatedIndex(let index): (4, Double(index))
    case .repeatedDestination(let index): (5, Double(index))
    case .unknownPage(let page): (6, page.number)
    case .duplicateID(let page): (7, page.number)
    case .invalidContentVersion(let found): (8, Double(found))
    case .tooManyPages: (9, 0)
    case .queueFull(let limit): (10, Double(limit))
    case .sourceFailed(let code): (11, Double(code))
    case .sourceInconsistent: (12, 0)
    }
  }
}

extension UpdateOutcome {
  /// The number of the outcome, the time of the commit or the error, and its detail.
  var numbers: (outcome: Double, error: Double, detail: Double) {
    switch self {
    case .success(let time): (0, time.number, 0)
    case .failed(let error): (1, error.numbers.code, error.numbers.detail)
    case .cancelled: (2, 0, 0)
    case .cancelledOut: (3, 0, 0)
    case .superseded: (4, 0, 0)
    case .alreadyRemoved: (5, 0, 0)
    case .dependencyFailed: (6, 0, 0)
    case .rejected(let error): (7, error.numbers.code, error.numbers.detail)
    }
  }
}

extension PageSourceFailure {
  /// The number of the failure, and its detail.
  var numbers: (code: Double, detail: Double) {
    switch self {
    case .gone: (1, 0)
    case .conflict(let version, _): (2, Double(version))
    case .invalidChange(let error): (3, error.numbers.code)
    case .unusablePages(let error): (4, KernelCode(error).number)
    case .decreasedVersion(_, let found): (5, Double(found))
    case .failed(let code): (6, Double(code))
    }
  }
}
