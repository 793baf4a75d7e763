// SPDX-License-Identifier: Apache-2.0

package import GalleryModel

/// An event of a replay: an event of the gallery, with requests identified by their names.
package enum ReplayEvent {
  /// An event that involves no requests.
  case gallery(GalleryEvent)

  /// The pages have changed.
  case committed(tickets: [String], Changeset, at: Duration)

  /// A request has ended for a reason other than a refusal.
  case completed(ticket: String, UpdateOutcome, at: Duration)

  /// A call was refused.
  case rejected(ReplayRefusal)
}

/// A call that a gallery refused.
package struct ReplayRefusal {
  package let call: ScriptCall.Name
  /// The name of the request that the call makes or refers to.
  package let ticket: String?
  /// The reason as one sentence.
  package let reason: String
  /// Whether the script asks for something impossible, such as a page that does not exist.
  ///
  /// It is `false` if the call only comes too late or finds the queue full.
  package let isMistake: Bool
  package let time: Duration
}

extension UpdateOutcome {
  /// The name of the outcome in the output.
  package var name: StaticString {
    switch self {
    case .success: "success"
    case .failed: "failed"
    case .cancelled: "cancelled"
    case .cancelledOut: "cancelledOut"
    case .superseded: "superseded"
    case .alreadyRemoved: "alreadyRemoved"
    case .dependencyFailed: "dependencyFailed"
    case .rejected: "rejected"
    }
  }
}
