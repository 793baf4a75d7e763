// SPDX-License-Identifier: Apache-2.0

import GallerySharing

/// Writes records of eight numbers, and the lists to which they refer.
struct RecordWriter {
  /// The numbers per record.
  static let length = 8

  private let records: NumberRegion
  private let lists: NumberRegion

  /// Creates a writer that replaces the contents of both regions.
  init(_ records: NumberRegion, lists: NumberRegion) {
    self.records = records
    self.lists = lists
    records.clear()
    lists.clear()
  }

  /// The count of records.
  var count: Double { Double(records.count / Self.length) }

  /// Writes a record.
  ///
  /// - Parameters:
  ///   - kind: The kind.
  ///   - time: The time, `nil` without one.
  ///   - fields: The fields a to d.
  ///   - list: Writes the list.
  @inline(never)
  func write(
    _ kind: RecordKind, at time: Duration? = nil,
    _ fields: (a: Double, b: Double, c: Double, d: Double) = (0, 0, 0, 0),
    list: (NumberRegion) -> Void = { _ in }
  ) {
    let position = lists.count
    list(lists)
    records.append(Double(kind.rawValue))
    records.append(time.number)
    records.append(fields.a)
    records.append(fields.b)
    records.append(fields.c)
    records.append(fields.d)
    records.append(Double(position))
    records.append(Double(lists.count - position))
  }
}
