// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryTestSupport

/// A series of bit flips, tested by a process that is restarted after a crash.
struct FlipBatch {
  /// The number of crashes after which the rest is skipped.
  private static let deathLimit = 60

  private let kind: String
  private let seed: UInt64
  private let numbers: Range<Int>

  init(_ kind: String, _ seed: UInt64, _ numbers: Range<Int>) {
    (self.kind, self.seed, self.numbers) = (kind, seed, numbers)
  }

  func run(in folder: TestFolder) async throws -> FlipResults {
    var results = FlipResults()
    var next = numbers.lowerBound
    for _ in 0..<Self.deathLimit where next < numbers.upperBound {
      let child = try ChildProcess(
        ["flips", kind, "\(seed)", "\(next)", "\(numbers.upperBound - next)"], in: folder,
        environment: ["SWIFT_BACKTRACE": "enable=no"])
      await child.waitUntilExit()
      results.take(try child.lines())
      let end = child.process.terminationReason == .exit ? "exit" : "signal"
      guard let step = results.lastStep else {
        results.violations.append("no flip: \(end) \(child.process.terminationStatus)")
        break
      }
      guard results.isCutShort else { break }
      results.addDeath(step, "\(end) \(child.process.terminationStatus)")
      next = (Int(step[1]) ?? numbers.upperBound) + 1
    }
    return results
  }
}

/// The results of flips.
struct FlipResults {
  var violations: [String] = []
  private(set) var flipCount = 0
  /// The number of flips with each outcome.
  private(set) var outcomes: [String: Int] = [:]
  private var badFlips: Set<String> = []
  private(set) var lastStep: [String]?
  private(set) var isCutShort = false

  mutating func take(_ lines: [[String]]) {
    lastStep = lines.last { $0[0] == "step" }
    isCutShort = lines.last != ["end", "flips"]
    for line in lines {
      switch line[0] {
      case "flip":
        flipCount += 1
        for outcome in Set(line.dropFirst(2)) { outcomes[outcome, default: 0] += 1 }
      case "violation":
        badFlips.insert(line[1])
        violations.append(line.dropFirst().joined(separator: " "))
      case "template": if line[1] != "sound" { violations.append("the template is damaged") }
      default: continue
      }
    }
  }

  /// Records an unexpected exit of a process.
  mutating func addDeath(_ step: [String], _ how: String) {
    flipCount += 1
    badFlips.insert(step[1])
    let place = "\(step[1]) \(step.dropFirst(3).joined(separator: " "))"
    violations.append("\(place) \(step[2]): the process ended (\(how))")
  }

  func merging(_ other: FlipResults) -> FlipResults {
    var both = self
    both.violations += other.violations
    both.flipCount += other.flipCount
    both.outcomes.merge(other.outcomes, uniquingKeysWith: +)
    both.badFlips.formUnion(other.badFlips)
    return both
  }

  func summary(of kind: String) -> String {
    let words = outcomes.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
    return "flips of \(kind): \(flipCount), \(badFlips.count) of them bad; "
      + words.joined(separator: ", ")
  }

  /// The first violations, one per line: number, file, bit, text.
  func list(of kind: String, seed: UInt64) -> String {
    let lines = violations.prefix(30).map { String($0.prefix(600)) }.joined(separator: "\n")
    return "\(kind), seed \(seed): \(violations.count) violations\n\(lines)"
  }
}
