// SPDX-License-Identifier: Apache-2.0

/// The grouping of the pages of a watched folder into documents.
enum WatchGrouping: Hashable, Sendable {
  /// One document for all pages.
  case folder
  /// One document per subfolder, and one for the top level.
  case subfolder
  /// One document for pages that arrive without a longer pause between them.
  case pause(Duration)

  /// The arrival of a file.
  struct Arrival: Hashable, Sendable {
    /// The subfolder that contains it.
    var subfolder: [UInt8]?
    /// The time of arrival, in nanoseconds since 1970.
    var time: Int64
  }

  /// Groups files by document.
  ///
  /// - Parameter arrivals: The files in order.
  /// - Returns: The indexes of the files of each document, in order.
  func groups(of arrivals: [Arrival]) -> [[Int]] {
    switch self {
    case .folder: arrivals.isEmpty ? [] : [Array(arrivals.indices)]
    case .subfolder: Self.groupsByFolder(arrivals)
    case .pause(let pause): Self.groupsByTime(arrivals, pause)
    }
  }

  private static func groupsByFolder(_ arrivals: [Arrival]) -> [[Int]] {
    var order: [[UInt8]?] = []
    var byFolder: [[UInt8]?: [Int]] = [:]
    for (index, arrival) in arrivals.enumerated() {
      if byFolder[arrival.subfolder] == nil { order.append(arrival.subfolder) }
      byFolder[arrival.subfolder, default: []].append(index)
    }
    return order.compactMap { byFolder[$0] }
  }

  private static func groupsByTime(_ arrivals: [Arrival], _ pause: Duration) -> [[Int]] {
    var groups: [[Int]] = []
    var last: Int64?
    for (index, arrival) in arrivals.enumerated() {
      if let last, continues(after: last, at: arrival.time, pause) {
        groups[groups.count - 1].append(index)
      } else {
        groups.append([index])
      }
      last = max(last ?? arrival.time, arrival.time)
    }
    return groups
  }

  /// Whether a page that arrived at a time belongs to the document whose last page arrived at
  /// another.
  static func continues(after last: Int64, at time: Int64, _ pause: Duration) -> Bool {
    let (gap, overflows) = time.subtractingReportingOverflow(last)
    return overflows ? time < last : .nanoseconds(gap) <= pause
  }
}
