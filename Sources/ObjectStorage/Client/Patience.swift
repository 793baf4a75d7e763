// SPDX-License-Identifier: Apache-2.0
#if ObjectStorage

  /// How long a request that fails is attempted again.
  ///
  /// A large object may take long until its first attempt fails, which a lost connection must not end. A service that
  /// hangs, so that an attempt takes all its time, is asked again only within the patience from the beginning.
  struct Patience {
    private let patience: Duration
    private let timeout: Duration
    private let begin = ContinuousClock.now
    private var attempt = ContinuousClock.now
    private var firstFailure: ContinuousClock.Instant?

    init(_ configuration: ObjectStoreConfiguration) {
      (patience, timeout) = (configuration.patience, configuration.timeout)
    }

    /// Notes the beginning of an attempt.
    mutating func beginAttempt() { attempt = .now }

    /// Returns whether another attempt may follow one that has failed now.
    mutating func allowsAnotherAttempt(at now: ContinuousClock.Instant = .now) -> Bool {
      let first = firstFailure ?? now
      firstFailure = first
      let hasHung = now - attempt >= timeout
      return now < (hasHung ? begin : first) + patience
    }
  }
#endif
