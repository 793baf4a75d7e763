// SPDX-License-Identifier: Apache-2.0

public import Testing

/// A generated value that violates a property, simplified as far as possible.
public struct Counterexample<Value> {
  /// The seed that generates this failing value in the first run.
  public var seed: UInt64

  /// The value as generated.
  public var original: Value

  /// The simplest failing value that shrinking found.
  public var shrunk: Value

  /// The violation by the shrunk value.
  public var reason: String
}

/// Checks a property of random values, and records an issue with a simplified counterexample.
///
/// The message of the issue holds the seed of the failing run. To repeat only that run, pass it as
/// `seed` with `runs: 1`.
///
/// - Parameters:
///   - seed: The seed of the first run. Each run adds one.
///   - runs: The number of values to try.
///   - generate: Makes a value from random numbers only.
///   - shrink: Returns simpler values that may fail too, the simplest first, and never the value
///     itself or one from which shrinking would lead back to it.
///   - check: Returns a description of the violation, `nil` if the property holds. A thrown error
///     is a violation.
///   - sourceLocation: The source location of the recorded issue.
public func checkProperty<Value>(
  seed: UInt64,
  runs: Int = 200,
  generate: (inout SeededGenerator) -> Value,
  shrink: (Value) -> [Value],
  check: (Value) throws -> String?,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let found = firstCounterexample(
    seed: seed, runs: runs, generate: generate, shrink: shrink, check: check)
  guard let found else { return }
  Issue.record(
    "\(found.reason) (seed \(found.seed), shrunk case \(found.shrunk))",
    sourceLocation: sourceLocation)
}

/// Returns the first counterexample of a property, simplified.
///
/// The parameters are those of ``checkProperty(seed:runs:generate:shrink:check:sourceLocation:)``.
///
/// - Parameters:
///   - seed: The seed of the first run. Each run adds one.
///   - runs: The number of values to try.
///   - generate: Makes a value from random numbers only.
///   - shrink: Returns simpler values that may fail too.
///   - check: Returns a description of the violation, `nil` if the property holds.
/// - Returns: `nil` if the property held in all runs.
public func firstCounterexample<Value>(
  seed: UInt64,
  runs: Int,
  generate: (inout SeededGenerator) -> Value,
  shrink: (Value) -> [Value],
  check: (Value) throws -> String?
) -> Counterexample<Value>? {
  for run in 0..<runs {
    let runSeed = seed &+ UInt64(run)
    var generator = SeededGenerator(seed: runSeed)
    let value = generate(&generator)
    guard let reason = failure(of: value, check) else { continue }
    var found = Counterexample(seed: runSeed, original: value, shrunk: value, reason: reason)
    simplify(&found, shrink: shrink, check: check)
    return found
  }
  return nil
}

/// Replaces a failing value by simpler ones until no proposal fails.
private func simplify<Value>(
  _ found: inout Counterexample<Value>,
  shrink: (Value) -> [Value],
  check: (Value) throws -> String?
) {
  // The bound ends the search if a proposal leads back to its origin.
  for _ in 0..<1000 {
    guard let simpler = firstFailure(in: shrink(found.shrunk), check) else { return }
    (found.shrunk, found.reason) = simpler
  }
}

private func firstFailure<Value>(
  in values: [Value], _ check: (Value) throws -> String?
) -> (Value, String)? {
  for value in values {
    if let reason = failure(of: value, check) { return (value, reason) }
  }
  return nil
}

private func failure<Value>(of value: Value, _ check: (Value) throws -> String?) -> String? {
  do {
    return try check(value)
  } catch {
    return "threw \(error)"
  }
}
