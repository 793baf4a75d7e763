// SPDX-License-Identifier: Apache-2.0

/// Which pages of a watched folder share a document.
enum WatchGrouping: Hashable, Sendable {
  /// All of them.
  case folder
  /// Those of each folder inside, and those at the top.
  case subfolder
  /// Those that came without a longer pause between them.
  case pause(Duration)

  /// A file that arrived.
  struct Arrival: Hashable, Sendable {
    /// The folder inside in which it lies.
    var subfolder: [UInt8]?
    /// When it came, in nanoseconds since 1970.
    var time: Int64
  }

  /// Sorts files into those that go to one document together.
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
      if let last, continues(after: last, arrival.time, pause) {
        groups[groups.count - 1].append(index)
      } else {
        groups.append([index])
      }
      last = max(last ?? arrival.time, arrival.time)
    }
    return groups
  }

  /// Whether a page that came at a time belongs to those before it, the last of which came at another.
  static func continues(after last: Int64, _ time: Int64, _ pause: Duration) -> Bool {
    let (gap, overflows) = time.subtractingReportingOverflow(last)
    return overflows ? time < last : .nanoseconds(gap) <= pause
  }
}
