// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The lists that are being read or sent, each of which requests of the same version share.
///
/// A long list takes megabytes until a slow client has received it. A reading is known as long as
/// a request refers to it, also if the list is too long for ``PageListMemory``.
final class PageListReadings<Form: PageListForm>: Sendable {
  typealias Reading = PageListReading<Form>

  private struct Entry {
    weak var reading: Reading?
  }

  private let entries = Mutex<[PageListMemory.Version: Entry]>([:])

  /// The number of lists that requests refer to.
  var count: Int { entries.withLock { $0.values.count { $0.reading != nil } } }

  /// Returns a reading of a list, which may be of a later version.
  ///
  /// - Parameters:
  ///   - version: The present version of the list. Without a sound number of what is known of originals,
  ///     nothing is shared.
  ///   - read: The source of the pages, used if no request reads them.
  /// - Returns: The reading, when its first pages are known.
  /// - Throws: The error of the store, if it has no pages to begin with.
  func reading(
    of version: PageListMemory.Version, _ read: @escaping Reading.Source
  ) async throws -> Reading {
    guard version.knowledge >= 0 else { return try await Reading.begin(read) }
    let (reading, isNew) = entries.withLock { entries in
      entries = entries.filter { $0.value.reading != nil }
      if let known = entries[version]?.reading, !known.hasFailed { return (known, false) }
      let reading = Reading()
      entries[version] = Entry(reading: reading)
      return (reading, true)
    }
    if isNew { reading.start(read) }
    try await reading.waitForBeginning()
    return reading
  }
}
