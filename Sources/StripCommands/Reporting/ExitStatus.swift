// SPDX-License-Identifier: Apache-2.0

/// What the program tells its caller, in the numbers of sysexits.h.
///
/// The order is that of gravity: when several things went wrong, the gravest one counts. A page
/// or a script that is bad may stay bad; what is missing, cannot be written or cannot be read is for somebody
/// to mend; a store that others keep busy asks to try again. A usage error ends the work before
/// anything is made.
enum ExitStatus: Int, Comparable, Sendable {
  case success
  case badInput
  case missingInput
  case uncreatableOutput
  case inputOutputError
  case busyStore
  case usage

  /// The number for exit(3).
  var code: Int32 {
    switch self {
    case .success: 0
    case .badInput: 65
    case .missingInput: 66
    case .uncreatableOutput: 73
    case .inputOutputError: 74
    case .busyStore: 75
    case .usage: 64
    }
  }

  static func < (first: Self, second: Self) -> Bool { first.rawValue < second.rawValue }
}
