// SPDX-License-Identifier: Apache-2.0
#if ObjectStorage
  import Testing

  @testable import ObjectStorage

  @Suite struct PatienceTests {
    private func patience() -> Patience {
      var configuration = ObjectStoreConfiguration(
        endpoint: "http://127.0.0.1:1", bucket: "b", timeout: .seconds(30))
      configuration.patience = .seconds(10)
      return Patience(configuration)
    }

    private let start = ContinuousClock.now

    /// Returns whether attempts are allowed after failures at some times since the beginning, in seconds.
    private func attempts(after failures: [Double]) -> [Bool] {
      var patience = patience()
      patience.beginAttempt()
      return failures.map { patience.allowsAnotherAttempt(at: start + .seconds($0)) }
    }

    /// Like a large object whose connection is lost after 20 seconds.
    @Test func itBeginsWithTheFirstFailure() {
      #expect(attempts(after: [20, 29, 30.5]) == [true, true, false])
      #expect(attempts(after: [1, 10, 11.5]) == [true, true, false])
    }

    @Test func aServiceThatHangsIsNotAskedAgain() {
      #expect(attempts(after: [31]) == [false])
    }
  }
#endif
