// SPDX-License-Identifier: Apache-2.0

import PageStorage

extension ObjectReadingError {
  /// The exit status for the error.
  var status: ExitStatus {
    switch self {
    case .missing, .inaccessible: .missingInput
    case .unusable: .configuration
    case .tooLong: .badInput
    case .unreachable: .inputOutputError
    }
  }

  /// A stable, machine-readable identifier.
  var code: String {
    switch self {
    case .missing: "missingInput"
    case .inaccessible: "deniedInput"
    case .unusable: "unfitLocation"
    case .tooLong: "limitExceeded"
    case .unreachable: "unreachable"
    }
  }

  /// The message as one sentence.
  var sentence: String {
    switch self {
    case .missing: "There is no such object."
    case .tooLong(let limit): "The object is longer than \(limit >> 20) MiB."
    case .inaccessible(let reason): "The object cannot be read: \(reason)."
    case .unusable(let reason): "Objects cannot be read: \(reason)."
    case .unreachable(let reason): "The object could not be read now: \(reason)."
    }
  }
}
