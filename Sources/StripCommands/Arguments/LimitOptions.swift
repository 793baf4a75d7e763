// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import PageImaging

/// A positive integer with an optional unit: 512M, 2G.
struct CountArgument: Hashable, Sendable {
  let count: Int

  /// Parses a number of bytes; units are powers of 1024.
  static func bytes(_ text: String) throws -> Self {
    Self(count: try count(in: text, step: 1024, example: "512M or 2G", unit: "bytes"))
  }

  /// Parses a number of pixels; units are powers of 1000, as in camera specifications.
  static func pixels(_ text: String) throws -> Self {
    Self(count: try count(in: text, step: 1000, example: "800M or 2G", unit: "pixels"))
  }

  private static let units: [Character] = ["K", "M", "G", "T"]

  private static func count(
    in text: String, step: Int, example: String, unit: String
  ) throws -> Int {
    var digits = Substring(text)
    var factor = 1
    if let last = text.uppercased().last, let place = units.firstIndex(of: last) {
      digits = digits.dropLast()
      for _ in 0...place { factor *= step }
    }
    guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      throw ValidationError(
        "It must be a whole number, or one with K, M, G or T: \(example)\(reason(in: text)).")
    }
    guard let number = Int(digits), !number.multipliedReportingOverflow(by: factor).overflow else {
      throw ValidationError("It is more than \(Int.max) \(unit).")
    }
    guard number > 0 else { throw ValidationError("It must be at least 1.") }
    return number * factor
  }

  /// Returns the reason why a text is not such a number, as the end of a sentence.
  private static func reason(in text: String) -> String {
    let number = text.prefix { "0123456789".contains($0) }
    let rest = text.dropFirst(number.count)
    if text.hasPrefix("-") || text.hasPrefix("+") { return ", without a sign" }
    if number.isEmpty { return ", and begins with a digit" }
    if rest.contains(where: { ".,".contains($0) }) { return ", without a fraction" }
    return "; '\(Path(String(rest)).displayText)' is not one of these letters"
  }
}

/// The arguments that limit the cost of decoding a page.
struct LimitOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The memory limit per page. (default: 256M)",
      valueName: "size"),
    transform: CountArgument.bytes)
  var limitMemory: CountArgument?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The pixel limit per page. (default: 500M)", valueName: "count"),
    transform: CountArgument.pixels)
  var limitPixels: CountArgument?

  /// The default limits with the changes given by the arguments.
  var limits: DecodingLimits {
    var limits = DecodingLimits.default
    if let limitMemory { limits.decodeMemory = limitMemory.count }
    if let limitPixels { limits.pixelCount = limitPixels.count }
    return limits
  }
}
