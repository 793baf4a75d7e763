// SPDX-License-Identifier: Apache-2.0

/// A value handed from one thread to another, never used by two at a time.
///
/// The compiler cannot verify this: the value is written before a queue or a lock hands it over,
/// and the previous owner does not keep it.
struct TransferredValue<Value>: @unchecked Sendable {
  let value: Value

  init(_ value: Value) {
    self.value = value
  }
}
