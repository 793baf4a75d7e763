// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import PageImaging

/// A whole number that may have a unit: 512M, 2G.
protocol CountArgument: ExpressibleByArgument {
  /// What K, M and G multiply by, once, twice and three times.
  static var step: Int { get }
  init(count: Int)
}

extension CountArgument {
  init?(argument: String) {
    guard let count = Self.count(argument) else { return nil }
    self.init(count: count)
  }

  private static func count(_ text: String) -> Int? {
    let units: [Character] = ["K", "M", "G", "T"]
    var digits = Substring(text)
    var factor = 1
    if let last = text.uppercased().last, let place = units.firstIndex(of: last) {
      digits = digits.dropLast()
      for _ in 0...place { factor *= step }
    }
    guard digits.allSatisfy({ $0.isASCII && $0.isNumber }), let number = Int(digits), number > 0
    else { return nil }
    let (count, overflows) = number.multipliedReportingOverflow(by: factor)
    return overflows ? nil : count
  }
}

/// A number of bytes; units are powers of 1024.
struct ByteCountArgument: CountArgument, Hashable, Sendable {
  static let step = 1024
  let count: Int
}

/// A number of pixels; units are powers of 1000, as those of cameras.
struct PixelCountArgument: CountArgument, Hashable, Sendable {
  static let step = 1000
  let count: Int
}

/// The arguments that say what a page may cost before it is refused.
struct LimitOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The most memory that decoding a page may take, such as 2G. (default: 256M)",
      valueName: "size"))
  var limitMemory: ByteCountArgument?

  @Option(
    help: ArgumentHelp(
      "The most pixels that a page may have, such as 800M. (default: 500M)", valueName: "count"))
  var limitPixels: PixelCountArgument?

  /// The limits, of which the arguments change some.
  var limits: DecodingLimits {
    var limits = DecodingLimits.default
    if let limitMemory { limits.decodeMemory = limitMemory.count }
    if let limitPixels { limits.pixelCount = limitPixels.count }
    return limits
  }
}
