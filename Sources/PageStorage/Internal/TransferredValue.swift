// SPDX-License-Identifier: Apache-2.0

/// A value that goes from one thread to another and is never used by two at a time.
///
/// The compiler cannot see that: the value is written before a queue or a lock hands it on, and the
/// one who had it before does not keep it.
struct TransferredValue<Value>: @unchecked Sendable {
  let value: Value

  init(_ value: Value) {
    self.value = value
  }
}
