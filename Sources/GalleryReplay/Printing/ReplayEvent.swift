// SPDX-License-Identifier: Apache-2.0

package import GalleryModel

/// What a replay tells: events of the gallery, in which requests have their names.
package enum ReplayEvent {
  /// An event that has nothing to do with requests.
  case gallery(GalleryEvent)

  /// The pages have changed.
  case committed(tickets: [String], Changeset, at: Duration)

  /// A request has ended in another way than by being refused.
  case completed(ticket: String, UpdateOutcome, at: Duration)

  /// A call was refused.
  case rejected(ReplayRefusal)
}

/// A call that a gallery refused.
package struct ReplayRefusal {
  package let call: ScriptCall.Name
  /// The name of the request that the call makes or speaks of.
  package let ticket: String?
  /// One sentence.
  package let reason: String
  /// Whether the script asks for what can never be, such as a page that does not exist.
  ///
  /// It is none if the call only comes too late, or finds a queue that is full.
  package let isMistake: Bool
  package let time: Duration
}

extension UpdateOutcome {
  /// The name of the outcome in what is printed.
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
