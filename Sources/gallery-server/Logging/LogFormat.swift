// SPDX-License-Identifier: Apache-2.0

import Logging

/// The form of the log on standard error, and of the line on standard output.
enum LogFormat: String, CaseIterable, Sendable {
  /// Lines for people.
  case text
  /// An object in each line, for programs.
  case json

  /// Returns the logger of the program, for messages of a level and above.
  func logger(
    level: Logger.Level, writingTo stream: any TextOutputStream & Sendable
  ) -> Logger {
    var logger = Logger(label: "gallery-server") { label in
      switch self {
      case .text: TextLogHandler(label: label, stream: stream)
      case .json: JSONLogHandler(stream: stream)
      }
    }
    logger.logLevel = level
    return logger
  }

  /// Returns the line that tells scripts that the server answers requests.
  func listeningLine(_ url: String) -> String {
    switch self {
    case .text: "listening on \(url)"
    case .json: #"{"message":"listening","url":"\#(url)"}"#
    }
  }
}
