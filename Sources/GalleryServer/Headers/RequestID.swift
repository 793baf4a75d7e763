// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The IDs of requests, in responses and in the log.
enum RequestID {
  /// The state of SplitMix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, 2014).
  ///
  /// Its numbers repeat only after all 2^64 of them. Nobody has to be unable to guess an ID, and the system
  /// takes longer for a random number than all the rest of a cached response.
  private static let state = Mutex(UInt64.random(in: .min ... .max))

  /// The number of characters of an ID.
  static let length = 16

  /// Returns a new ID of 16 hexadecimal digits.
  static func random() -> String { text(of: randomNumber()) }

  /// Returns the number of a new ID.
  static func randomNumber() -> UInt64 {
    mixed(
      state.withLock { state in
        state &+= 0x9E37_79B9_7F4A_7C15
        return state
      })
  }

  /// Returns the ID of a number.
  static func text(of number: UInt64) -> String {
    String(unsafeUninitializedCapacity: length) { text in
      write(number, to: UnsafeMutableRawBufferPointer(text))
      return length
    }
  }

  /// Writes the ID of a number to memory, which has room for it.
  static func write(_ number: UInt64, to text: UnsafeMutableRawBufferPointer) {
    for index in 0..<length {
      let digit = UInt8(truncatingIfNeeded: number >> UInt64(60 - 4 * index) & 15)
      text[index] = digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
    }
  }

  /// Returns a number that differs for each state.
  private static func mixed(_ state: UInt64) -> UInt64 {
    let first = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    let second = (first ^ (first >> 27)) &* 0x94D0_49BB_1331_11EB
    return second ^ (second >> 31)
  }
}
