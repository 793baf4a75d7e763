// SPDX-License-Identifier: Apache-2.0

extension Kernel {
  /// Begins a new checksum.
  package func checksumReset() -> Double {
    checksum = BitChecksum()
    return 1
  }

  /// Adds every bit of the frame of a gallery.
  package func checksumAddFrame(_ handle: Double, _ time: Double) -> Double {
    let address = galleryFrame(handle, time)
    guard address >= 0 else { return address }
    checksum.add(frame)
    return 1
  }

  /// Adds every bit of the last records and their lists.
  package func checksumAddRecords() -> Double {
    checksum.add(records)
    checksum.add(lists)
    return 1
  }

  /// Adds a number.
  package func checksumAddNumber(_ number: Double) -> Double {
    checksum.add(number)
    return 1
  }

  /// Returns the upper 32 bits.
  package func checksumHigh() -> Double { Double(checksum.value >> 32) }

  /// Returns the lower 32 bits.
  package func checksumLow() -> Double { Double(checksum.value & 0xFFFF_FFFF) }
}
