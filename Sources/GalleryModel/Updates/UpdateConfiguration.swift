// SPDX-License-Identifier: Apache-2.0

/// The choices of a queue of requests.
public struct UpdateConfiguration: Hashable, Sendable {
  /// The number of requests that change the pages together.
  public enum Policy: Hashable, Sendable, CaseIterable {
    /// All that wait, up to 256.
    case coalesce

    /// One after the other.
    case serial
  }

  /// The number of requests that change the pages together.
  ///
  /// `.coalesce` by default.
  public var policy: Policy

  /// The number of waiting requests from which on animations are shortened until none is left.
  ///
  /// 16 by default. Less than one counts as one.
  public var softLimit: Int

  /// The number of waiting requests at which further ones are refused.
  ///
  /// 1024 by default. Less than one counts as one.
  public var hardLimit: Int

  /// Creates choices.
  ///
  /// - Parameters:
  ///   - policy: The number of requests that change the pages together.
  ///   - softLimit: The number of waiting requests from which on animations are shortened.
  ///   - hardLimit: The number of waiting requests at which further ones are refused.
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
