// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import GalleryServer
import PageStorage

/// The reason why the program does not start, with the exit status of sysexits.h.
struct StartupFailure: Error, CustomStringConvertible {
  /// The exit statuses.
  enum Status: Int32, Sendable {
    case usage = 64
    case badInput = 65
    case missingInput = 66
    case unavailable = 69
    case uncreatableOutput = 73
    case inputOutputError = 74
    case busyStore = 75
    case configuration = 78
  }

  let status: Status
  let description: String

  init(_ status: Status, _ description: String) {
    (self.status, self.description) = (status, description)
  }

  /// Describes why tokens cannot be used.
  init(_ error: AccessDatabaseError) {
    let status: Status =
      switch error {
      case .damaged: .badInput
      case .failed: .inputOutputError
      case .readOnly: .uncreatableOutput
      }
    self.init(status, error.description)
  }

  /// Prints the failure, and returns the end of the program.
  func exit() -> ExitCode {
    StandardStreams.print("gallery-server: \(self)", to: .error)
    return ExitCode(status.rawValue)
  }

  /// Describes why a store could not be opened.
  init(opening path: String, _ error: PageStoreError) {
    let status: Status =
      switch error {
      case .locked: .busyStore
      case .full, .readOnly: .uncreatableOutput
      case .io(_, let errno) where errno == 2 || errno == 20: .missingInput
      case .io: .inputOutputError
      default: .badInput
      }
    self.init(status, "the store \(path) cannot be opened: \(error)")
  }
}
