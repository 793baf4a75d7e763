// SPDX-License-Identifier: Apache-2.0

/// A call of a script, with its time.
package struct ScriptStep<Action> {
  /// The time of the call.
  package let time: ReplayTime

  /// The name of the call.
  package let name: String

  /// What the call does; `nil` if it only lets time pass.
  package internal(set) var action: Action?
}

/// A line of a script that holds a call.
protocol ScriptLine: Decodable {
  associatedtype Action

  var step: ScriptStep<Action> { get }
}
