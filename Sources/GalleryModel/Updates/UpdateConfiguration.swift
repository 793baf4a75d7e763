// SPDX-License-Identifier: Apache-2.0

/// The configuration of a queue of requests.
public struct UpdateConfiguration: Hashable, Sendable {
  /// The number of requests in one transaction.
  public enum Policy: Hashable, Sendable, CaseIterable {
    /// All waiting requests, up to 256.
    case coalesce

    /// One request at a time.
    case serial
  }

  /// The number of requests in one transaction.
  ///
  /// `.coalesce` by default.
  public var policy: Policy

  /// The number of waiting requests from which on animations are short until the queue is empty.
  ///
  /// 16 by default. Less than one counts as one.
  public var softLimit: Int

  /// The number of waiting requests at which further ones are rejected.
  ///
  /// 1024 by default. Less than one counts as one.
  public var hardLimit: Int

  /// Creates a configuration.
  ///
  /// - Parameters:
  ///   - policy: The number of requests in one transaction.
  ///   - softLimit: The number of waiting requests from which on animations are shortened.
  ///   - hardLimit: The number of waiting requests at which further ones are rejected.
  public init(policy: Policy = .coalesce, softLimit: Int = 16, hardLimit: Int = 1024) {
    self.policy = policy
    self.softLimit = softLimit
    self.hardLimit = hardLimit
  }
}

#if !hasFeature(Embedded)
  extension UpdateConfiguration: Codable {}
  extension UpdateConfiguration.Policy: Codable {}
#endif
