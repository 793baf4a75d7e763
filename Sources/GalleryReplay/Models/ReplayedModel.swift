// SPDX-License-Identifier: Apache-2.0

/// A model that a script can drive.
protocol ReplayedModel {
  /// What a call does, read from its keys.
  associatedtype Action = (inout Self, Duration) throws -> Void

  /// The key in the script's first object that selects the model.
  static var scriptName: String { get }

  /// The model's calls besides `frame` and `advance`.
  static var scriptCalls: [ModelCall<Self>] { get }

  /// The expected name of a call, as the end of a sentence that begins with "must be".
  static var callExpectation: String { get }

  /// Makes a call and returns why the model refused it.
  mutating func perform(_ step: ScriptStep<Action>) throws(ScriptMistake) -> ReplayRefusal?

  /// Advances the time and returns the events up to it.
  mutating func records(until time: Duration) -> [ReplayRecord]

  /// Returns the frame at a time.
  mutating func record(at time: Duration) -> ReplayRecord

  /// Returns the event that reports a refusal.
  static func record(of refusal: ReplayRefusal) -> ReplayRecord
}

extension ReplayedModel {
  static var callExpectation: String { String.expectation }

  /// The names of all calls, in the order in which messages list them.
  static var callNames: String {
    (TimeCall.allCases.map(\.rawValue) + scriptCalls.map(\.name)).joined(separator: ", ")
  }

  static func record(of refusal: ReplayRefusal) -> ReplayRecord {
    .event("rejected", at: refusal.time, refusal.members)
  }
}

extension ReplayedModel where Action == (inout Self, Duration) throws -> Void {
  mutating func perform(_ step: ScriptStep<Action>) throws(ScriptMistake) -> ReplayRefusal? {
    do {
      try step.action?(&self, step.time.duration)
      return nil
    } catch {
      return ReplayRefusal(step, reason: "\(error)", isMistake: true)
    }
  }
}

/// A call that a script can make to a model.
struct ModelCall<Model: ReplayedModel>: Sendable {
  let name: String
  /// The keys of the call besides `at` and `call`.
  let keys: [String]
  /// Reads the values of the keys.
  let read: @Sendable (ScriptObject) throws -> Model.Action

  init(
    _ name: String, _ keys: [String] = [],
    read: @escaping @Sendable (ScriptObject) throws -> Model.Action
  ) {
    self.name = name
    self.keys = keys
    self.read = read
  }
}
