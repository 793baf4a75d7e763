// SPDX-License-Identifier: Apache-2.0

/// The exit statuses of the program, with the numbers of sysexits.h.
///
/// They are ordered by severity: if several things fail, the most severe one counts. A bad page or
/// script may stay bad; something missing, unwritable or unreadable needs an intervention; a busy
/// store asks for a retry, servers that are set up wrongly for a correction. A usage error stops the
/// work before anything is created.
enum ExitStatus: Int, Comparable, Sendable {
  case success
  case badInput
  case missingInput
  case uncreatableOutput
  case inputOutputError
  case busyStore
  case configuration
  case usage

  /// The argument for exit(3).
  var code: Int32 {
    switch self {
    case .success: 0
    case .badInput: 65
    case .missingInput: 66
    case .uncreatableOutput: 73
    case .inputOutputError: 74
    case .busyStore: 75
    case .configuration: 78
    case .usage: 64
    }
  }

  static func < (first: Self, second: Self) -> Bool { first.rawValue < second.rawValue }
}
