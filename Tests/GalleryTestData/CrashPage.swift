// SPDX-License-Identifier: Apache-2.0

/// Page data for programs that are killed: generated from a number, without an encoder.
public enum CrashPage {
  /// Returns a file that begins like a PNG, with the number in its size and behind the header.
  ///
  /// - Parameter number: A number in `0..<256`; from 200 on the page is a large one.
  /// - Returns: A few kilobytes, or 1.2 megabytes. The header can be read, the pixels cannot be
  ///   decoded.
  public static func bytes(_ number: Int) -> [UInt8] {
    var bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10, 0, 0, 0, 13]
    let header: [UInt8] = [
      0x49, 0x48, 0x44, 0x52, 0, 0, 1, UInt8(number), 0, 0, 1, 0, 8, 0, 0, 0, 0,
    ]
    bytes += header
    let sum = checkSum(header)
    bytes += (0..<4).map { UInt8(truncatingIfNeeded: sum >> (24 - 8 * $0)) }
    bytes += [0, 0, 16, 0, 0x49, 0x44, 0x41, 0x54]
    return bytes + [UInt8](repeating: UInt8(number), count: number < 200 ? 5_000 : 1_200_000)
  }

  private static func checkSum(_ bytes: [UInt8]) -> UInt32 {
    var sum = UInt32.max
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
    }
    return ~sum
  }
}
