// SPDX-License-Identifier: Apache-2.0

/// A call that a model refused.
package struct ReplayRefusal {
  /// The name of the call.
  let call: String

  /// The name of the request that the call makes or refers to.
  let ticket: String?

  /// The reason as one sentence.
  package let reason: String

  /// Whether the script asks for something impossible, such as a page that does not exist.
  ///
  /// It is `false` if the call only comes too late or finds the queue full.
  package let isMistake: Bool

  let time: Duration
}

extension ReplayRefusal {
  init<Action>(
    _ step: ScriptStep<Action>, ticket: String? = nil, reason: String, isMistake: Bool
  ) {
    self.init(
      call: step.name, ticket: ticket, reason: reason, isMistake: isMistake,
      time: step.time.duration)
  }

  /// The members of the event that reports the refusal.
  var members: [ReplayRecord.Member] {
    let name: [ReplayRecord.Member] = ticket.map { [("ticket", .text($0))] } ?? []
    return name + [("call", .text(call)), ("error", .text(reason))]
  }
}
