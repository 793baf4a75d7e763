// SPDX-License-Identifier: Apache-2.0

/// The reason why an export returns no value.
package enum KernelCode: Int, Error, Hashable, Sendable, CaseIterable {
  /// There is nothing to return. It is not a mistake.
  case nothing = -1
  /// No model of this kind is open under the handle.
  case invalidHandle = -2
  /// A length, location, translation, velocity or scale is infinite or NaN.
  case notFinite = -3
  /// A number is not whole, or is out of the range of its parameter.
  case outOfRange = -4
  /// A time is not a whole number of nanoseconds in its range.
  case invalidTime = -5
  /// A list has another length or other contents than required.
  case invalidList = -6
  /// A list, a document or the number of open models exceeds its limit.
  case tooLarge = -7
  /// Memory for a region could not be allocated.
  case outOfMemory = -8
  /// A viewport or a setting has no valid layout.
  case invalidConfiguration = -9
  /// There is no page with this ID.
  case unknownPage = -10
  /// Two pages have the same ID.
  case duplicatePage = -11
  /// The gallery is closed.
  case closed = -12

  /// The result of the export.
  package var number: Double { Double(rawValue) }
}

/// Returns the value of a call, or its code.
func attempt(_ call: () throws(KernelCode) -> Double) -> Double {
  do throws(KernelCode) {
    return try call()
  } catch {
    return error.number
  }
}
