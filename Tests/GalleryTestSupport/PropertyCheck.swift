// SPDX-License-Identifier: Apache-2.0

public import Testing

/// A generated value for which a property does not hold, made as simple as possible.
public struct Counterexample<Value> {
  /// The seed that generates the first failing value at once.
  public var seed: UInt64

  /// The value as generated.
  public var original: Value

  /// The simplest failing value that shrinking found.
  public var shrunk: Value

  /// What is wrong with the shrunk value.
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
///   - check: Returns what is wrong with a value, `nil` if the property holds. An error that it
///     throws is a failure.
///   - sourceLocation: Where the issue is shown.
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
///   - check: Returns what is wrong with a value, `nil` if the property holds.
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

/// Steps to simpler failing values until none of the proposals fails.
private func simplify<Value>(
  _ found: inout Counterexample<Value>,
  shrink: (Value) -> [Value],
  check: (Value) throws -> String?
) {
  // A bound, because a proposal that leads back to its origin would never end.
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
