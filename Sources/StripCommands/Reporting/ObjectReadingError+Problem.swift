// SPDX-License-Identifier: Apache-2.0

import PageStorage

extension ObjectReadingError {
  /// The exit status for the error.
  var status: ExitStatus {
    switch self {
    case .missing, .unusable: .missingInput
    case .tooLong: .badInput
    case .unreachable: .inputOutputError
    }
  }

  /// A stable, machine-readable identifier.
  var code: String {
    switch self {
    case .missing: "missingInput"
    case .unusable: "deniedInput"
    case .tooLong: "limitExceeded"
    case .unreachable: "unreachable"
    }
  }

  /// The message as one sentence.
  var sentence: String {
    switch self {
    case .missing: "There is no such object."
    case .tooLong(let limit): "The object is longer than \(limit >> 20) MiB."
    case .unusable(let reason): "Objects cannot be read: \(reason)."
    case .unreachable(let reason): "The object could not be read now: \(reason)."
    }
  }
}
