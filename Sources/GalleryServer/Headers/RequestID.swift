// SPDX-License-Identifier: Apache-2.0

/// The IDs of requests, in responses and in the log.
enum RequestID {
  /// Returns a new ID of 16 hexadecimal digits.
  static func random() -> String {
    let digits = String(UInt64.random(in: .min ... .max), radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
