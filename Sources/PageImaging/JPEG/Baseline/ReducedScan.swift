// SPDX-License-Identifier: Apache-2.0

/// The header of a scan.
struct ReducedScan {
  /// A component in the scan: its place in the frame, and the numbers of its Huffman codes.
  struct Component: Hashable {
    let index: Int
    let dcCode: Int
    let acCode: Int
  }

  let components: [Component]
  /// The first and last coefficient in the zigzag, and the bits: as the header has them.
  let firstCoefficient: Int
  let lastCoefficient: Int
  let previousBit: Int
  let lastBit: Int

  /// Whether one scan holds all there is, as in every baseline file.
  var isSequential: Bool {
    firstCoefficient == 0 && lastCoefficient == 63 && previousBit == 0 && lastBit == 0
  }

  /// Reads the header behind its length; nil if it does not fit the frame.
  init?(
    length: Int, _ frame: [ReducedSegments.Component], from input: EntropyInput
  ) throws(ImagingError) {
    guard let count = try input.nextByte(), count > 0, count <= frame.count,
      length == 6 + 2 * Int(count)
    else { return nil }
    var components: [Component] = []
    for _ in 0..<count {
      guard let identifier = try input.nextByte(), let codes = try input.nextByte(),
        codes >> 4 < 4, codes & 15 < 4,
        let index = frame.firstIndex(where: { $0.identifier == identifier }),
        index > components.last?.index ?? -1
      else { return nil }
      components.append(
        Component(index: index, dcCode: Int(codes >> 4), acCode: Int(codes & 15)))
    }
    guard let first = try input.nextByte(), let last = try input.nextByte(),
      let bits = try input.nextByte(), first <= last, last < 64
    else { return nil }
    self.components = components
    firstCoefficient = Int(first)
    lastCoefficient = Int(last)
    previousBit = Int(bits >> 4)
    lastBit = Int(bits & 15)
  }
}
