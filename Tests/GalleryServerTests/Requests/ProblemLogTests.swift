// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import Logging
import PageStorage
import Testing

@testable import GalleryServer

/// The levels at which problems are logged.
struct ProblemLogTests {
  @Test func onlyFailuresAreLogged() {
    for code in ProblemCode.allCases {
      #expect((code.logLevel != nil) == (code.status.code >= 500), "\(code)")
    }
  }

  @Test func logsShowSentences() {
    let facts = ["limit": 5, "found": 7]
    let problem = Problem(.limitExceeded, "The page is too large.", facts: facts)
    #expect("\(problem)" == "limitExceeded: The page is too large. (found 7, limit 5)")
    #expect("\(Problem.malformed("No."))" == "malformed: No.")
  }

  /// Another request may succeed soon.
  @Test(arguments: [EMFILE, ENFILE, ENOMEM])
  func aShortageIsNoFailureOfTheServer(number: Int32) {
    let problem = Problem(describing: PageStoreError.io(operation: "open", errno: number))
    #expect(problem.code.status == .serviceUnavailable && problem.headers[.retryAfter] == "1")
    let other = Problem(describing: PageStoreError.io(operation: "open", errno: EIO))
    #expect(other.code == .internalError)
  }

  @Test func onlyWhatNeedsRepairIsAnError() {
    let errors = ProblemCode.allCases.filter { $0.logLevel == .error }
    #expect(errors == [.corrupted, .internalError])
    // The end of a server cancels uploads.
    #expect(Problem(describing: PageStoreError.cancelled).code.logLevel == .notice)
    #expect(Problem(describing: PageStoreError.full(operation: "write")).code.logLevel == .warning)
  }
}
