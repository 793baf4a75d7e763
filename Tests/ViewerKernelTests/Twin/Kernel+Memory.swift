// SPDX-License-Identifier: Apache-2.0

import ViewerKernel

// The memory of a kernel, as a script accesses it.
extension Kernel {
  /// Returns numbers at an address.
  func numbers(at address: Double, count: Int) -> [Double] {
    guard count > 0, address > 0, let start = UnsafePointer<Double>(bitPattern: UInt(address))
    else {
      return []
    }
    return Array(UnsafeBufferPointer(start: start, count: count))
  }

  /// Writes a list to the input region.
  ///
  /// - Precondition: The region has room for it.
  func write(_ list: [Double]) {
    let address = inputReserve(Double(list.count))
    precondition(address >= 0, "The input region has no room for \(list.count) numbers: \(address)")
    guard !list.isEmpty, let start = UnsafeMutablePointer<Double>(bitPattern: UInt(address)) else {
      return
    }
    start.update(from: list, count: list.count)
  }

  /// Returns the last records, each with its list.
  func records(_ count: Double) -> [KernelRecord] {
    let numbers = numbers(at: recordsAddress(), count: 8 * Int(count))
    return (0..<Int(count)).map { place in
      let fields = Array(numbers[8 * place..<8 * place + 8])
      let start = listsAddress() + 8 * fields[6]
      return KernelRecord(
        kind: fields[0], time: fields[1], fields: Array(fields[2..<6]),
        list: self.numbers(at: start, count: Int(fields[7])))
    }
  }
}

/// A record as a script reads it.
struct KernelRecord: Equatable {
  var kind: Double
  var time: Double
  var fields: [Double]
  var list: [Double]

  /// Returns whether all numbers have the same bits, so that a NaN equals itself.
  static func == (left: Self, right: Self) -> Bool {
    left.bits == right.bits
  }

  private var bits: [UInt64] {
    ([kind, time] + fields + [Double(list.count)] + list).map(\.bitPattern)
  }
}
