// SPDX-License-Identifier: Apache-2.0

import GalleryTestSupport
import Testing

/// Checks a property with an asynchronous check, like `checkProperty` of the test support.
func checkProperty<Value>(
  seed: UInt64, runs: Int, generate: (inout SeededGenerator) -> [Value],
  check: ([Value]) async -> String?, sourceLocation: SourceLocation = #_sourceLocation
) async {
  for run in 0..<runs {
    let seed = seed &+ UInt64(run)
    var generator = SeededGenerator(seed: seed)
    var value = generate(&generator)
    guard var reason = await check(value) else { continue }
    while let (simpler, why) = await firstFailure(in: value.shrinks, check) {
      (value, reason) = (simpler, why)
    }
    Issue.record("\(reason) (seed \(seed), shrunk case \(value))", sourceLocation: sourceLocation)
    return
  }
}

private func firstFailure<Value>(
  in values: [[Value]], _ check: ([Value]) async -> String?
) async -> ([Value], String)? {
  for value in values {
    if let reason = await check(value) { return (value, reason) }
  }
  return nil
}
