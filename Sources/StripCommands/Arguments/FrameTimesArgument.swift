// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// Times in seconds, ascending, separated by commas.
struct FrameTimesArgument: ExpressibleByArgument, Hashable, Sendable {
  /// The maximum number of times: each one keeps a frame in memory.
  static let limit = 12

  let seconds: [Double]

  init?(argument: String) {
    let parts = argument.split(separator: ",", omittingEmptySubsequences: false)
    let seconds = parts.compactMap { Double($0) }
    guard seconds.count == parts.count, seconds.count <= Self.limit, seconds.first ?? -1 >= 0,
      seconds.last ?? .infinity <= 60, zip(seconds, seconds.dropFirst()).allSatisfy({ $0 < $1 })
    else { return nil }
    self.seconds = seconds
  }
}
