// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

/// The entry of a keyed edit's receipt.
///
/// The row ID is made of the first bits of the key's digest, and up to ``probeCount`` rows follow
/// each other where these bits agree.
struct ReceiptRow: Hashable {
  /// The digest of the key.
  let key: ContentDigest
  /// The digest of the request.
  let request: ContentDigest
  let response: [UInt8]
  /// The time of the request, in milliseconds since 1970.
  let time: Int64
  /// The row ID.
  var id: Int64

  /// The number of rows that keys with the same first bits can have.
  static let probeCount: Int64 = 4

  private static let retention = EditReceipt.retention.components.seconds * 1_000

  /// The lowest row ID for a key, below 2^52.
  private static func home(of key: ContentDigest) -> Int64 {
    let bits = key.bytes.prefix(8).reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
    return 1 + Int64(bits >> 12) & ~(probeCount - 1)
  }

  /// Returns the row IDs that the receipt of a key can have.
  static func homes(of key: ContentDigest) -> Range<Int64> {
    let home = home(of: key)
    return home..<home + probeCount
  }

  var checksum: Int64 {
    var sum = Checksum()
    sum.add(id)
    sum.add(time)
    for bytes in [key.bytes, request.bytes, response] {
      bytes.withUnsafeBytes { sum.add($0) }
    }
    return sum.stored
  }

  init(key: ContentDigest, request: ContentDigest, response: [UInt8], time: Int64) {
    (self.key, self.request, self.response, self.time) = (key, request, response, time)
    id = Self.home(of: key)
  }

  init(_ asked: KeyedRequest, response: [UInt8]) {
    self.init(
      key: asked.key.digest, request: asked.digest, response: response,
      time: asked.time.milliseconds)
  }

  /// Creates a receipt as it is stored, unless its row ID is none of the key's.
  init?(
    id: Int64, key: ContentDigest, request: ContentDigest, response: [UInt8], time: Int64
  ) {
    self.init(key: key, request: request, response: response, time: time)
    guard Self.homes(of: key).contains(id) else { return nil }
    self.id = id
  }

  /// The receipt as a value.
  var receipt: EditReceipt {
    EditReceipt(
      request: request, response: response,
      time: Date(milliseconds: time))
  }

  /// Returns whether the receipt is no longer kept at a time.
  func isExpired(at now: Int64) -> Bool { Self.isExpired(time, at: now) }

  /// Returns whether a receipt of a time is no longer kept at another one.
  static func isExpired(_ time: Int64, at now: Int64) -> Bool {
    let age = now.subtractingReportingOverflow(time)
    return age.overflow ? time < now : age.partialValue > retention
  }

  /// What is read of every row around a key.
  struct Facts {
    let id: Int64
    let time: Int64
    /// The digest of the key, `nil` if it is damaged.
    let key: ContentDigest?
  }
}
