// SPDX-License-Identifier: Apache-2.0

private import CGalleryKernel

/// A part of the memory that the kernel shares with its script, as a growing array of doubles.
///
/// An export takes and returns single numbers. All lists, records and frames pass through regions: the side
/// that has something to say writes them, and the other one reads them at their address.
@safe final class NumberRegion {
  private var start: UnsafeMutablePointer<Double>?

  /// The count of numbers for which there is memory.
  private(set) var capacity = 0

  /// The count of numbers that were written, or that a script was promised room for.
  private(set) var count = 0

  init() {}

  deinit { unsafe cgallery_kernel_free(start) }

  /// The address in bytes, 0 for a region without memory.
  var address: Double { Double(UInt(bitPattern: unsafe start)) }

  /// Makes room for a number of doubles.
  ///
  /// What was written is kept.
  ///
  /// - Returns: `false` if there is no memory. Then nothing changes.
  func reserve(_ wanted: Int) -> Bool {
    guard wanted > capacity else { return true }
    let larger = max(wanted, 2 * capacity, 256)
    let bytes = larger * MemoryLayout<Double>.size
    guard let moved = unsafe cgallery_kernel_resize(start, bytes) else { return false }
    unsafe start = moved.assumingMemoryBound(to: Double.self)
    capacity = larger
    return true
  }

  /// Makes room for a list of a script, which replaces what was written.
  ///
  /// The list ends with this count, although there may be memory behind it.
  ///
  /// - Returns: `false` if there is no memory. Then nothing changes.
  func reserveList(_ wanted: Int) -> Bool {
    guard reserve(wanted) else { return false }
    count = wanted
    return true
  }

  /// Forgets what was written.
  func clear() { count = 0 }

  /// Writes a number behind the others.
  ///
  /// - Precondition: There is memory.
  @inline(never)
  func append(_ number: Double) {
    if count == capacity {
      guard reserve(count + 1) else { preconditionFailure("out of memory") }
    }
    unsafe start.unsafelyUnwrapped[count] = number
    count += 1
  }

  /// Makes room for numbers behind the others, and counts them as written.
  ///
  /// - Returns: The first one, for writing all of them.
  /// - Precondition: There is memory.
  @unsafe func extend(by added: Int) -> UnsafeMutablePointer<Double> {
    guard reserve(count + added) else { preconditionFailure("out of memory") }
    defer { count += added }
    return unsafe start.unsafelyUnwrapped + count
  }

  /// The number at an index.
  ///
  /// - Precondition: The index is in `0..<capacity`.
  subscript(index: Int) -> Double {
    get {
      precondition(index >= 0 && index < capacity, "index must be in 0..<capacity")
      return unsafe start.unsafelyUnwrapped[index]
    }
    set {
      precondition(index >= 0 && index < capacity, "index must be in 0..<capacity")
      unsafe start.unsafelyUnwrapped[index] = newValue
    }
  }
}
