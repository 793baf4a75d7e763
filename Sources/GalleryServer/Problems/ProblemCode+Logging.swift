// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Logging

extension ProblemCode {
  /// The level at which the cause is logged, `nil` for what clients do wrong.
  ///
  /// An error needs somebody who repairs something. A server that is busy, or ends, needs nobody.
  var logLevel: Logger.Level? {
    switch self {
    case _ where status.code < 500: nil
    case .locked, .busy, .draining, .tooManyStreams, .tooManyConnections, .notImplemented: .notice
    case .full, .unavailable, .outcomeUnknown: .warning
    default: .error
    }
  }
}
