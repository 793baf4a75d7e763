// SPDX-License-Identifier: Apache-2.0

import GalleryGeometry

/// A decoder of the lowest coefficients of a baseline JPEG that has a single scan.
///
/// The other coefficients are skipped, as many symbols at once as a lookup of 12 bits gives. The
/// decoding time is that of mispredicted branches, so it depends on the number of lookups per
/// block.
///
/// Safe as a value: the bit window stays inside the buffer of the input; see `EntropyInput.slack`.
@safe final class BaselineCoefficients: LowFrequencySource {
  let frame: ReducedFrame
  let block: ReducedBlock

  private let input: EntropyInput
  private let unit: BaselineUnit
  private var window: BitWindow
  /// The last position from which a whole unit can be read without a bounds check.
  private var lastSafe: UnsafePointer<UInt8>
  private let restartInterval: Int
  private var unitsToRestart: Int
  private var nextRestart: UInt8 = 0xD0

  /// Reads the file up to the first coded byte.
  ///
  /// Fails if libjpeg-turbo has to decode the file.
  init?(_ source: ByteSource, block: ReducedBlock) throws(ImagingError) {
    let index = try JPEGScanIndex(firstScanOf: source)
    guard index.isBaseline, let scan = index.scans.first,
      let frame = try ReducedFrame(index, size: index.size, source),
      let unit = try BaselineUnit(frame, scan, source, block: block)
    else { return nil }
    let input = try EntropyInput(source, from: scan.coded.lowerBound)
    self.input = input
    self.frame = frame
    self.block = block
    self.unit = unit
    restartInterval = scan.restartInterval
    unitsToRestart = restartInterval
    unsafe window = BitWindow(at: try input.beginCodedData())
    unsafe lastSafe = input.lastSafe
  }

  func coefficients(of component: Int) -> UnsafePointer<Int16> {
    unsafe unit.coefficients(of: component)
  }

  func readBand() throws(ImagingError) -> Bool {
    unit.beginBand()
    var left = frame.unitsAcross
    while left > 0 {
      if restartInterval > 0, unitsToRestart == 0 {
        guard try restart() else { return false }
      }
      let count = restartInterval > 0 ? min(left, unitsToRestart) : left
      guard try readUnits(count) else { return false }
      left -= count
      unitsToRestart -= count
    }
    return true
  }

  func finish() throws(ImagingError) -> Bool { try isAtMarker(0xD9) }

  /// Decodes units; returns `false` if they are invalid or their bytes are missing.
  private func readUnits(_ count: Int) throws(ImagingError) -> Bool {
    var left = count
    while left > 0 {
      if unsafe window.next > lastSafe {
        guard try refill() else { return false }
      }
      let read =
        switch block {
        case .oneSample: unsafe unit.readMeans(left, &window, lastSafe: lastSafe)
        case .fourSamples: unsafe unit.readQuarters(left, &window, lastSafe: lastSafe)
        }
      guard let read else { return false }
      left -= read
    }
    return true
  }

  /// Reads more bytes; returns `false` if the coded data have ended.
  private func refill() throws(ImagingError) -> Bool {
    guard input.ending == .open else { return false }
    let (byte, bit) = unsafe window.bytePosition
    unsafe window.move(to: try input.refill(from: byte), bit: bit)
    unsafe lastSafe = input.lastSafe
    return true
  }

  /// Returns whether fewer than eight bits are left before a marker with this code.
  private func isAtMarker(_ code: UInt8) throws(ImagingError) -> Bool {
    if input.ending == .open { _ = try refill() }
    return unsafe input.ending == .marker(code)
      && (0..<8).contains(window.bitCount(to: input.codedEnd))
  }

  /// Continues after the next restart marker; returns `false` if that marker does not follow.
  private func restart() throws(ImagingError) -> Bool {
    guard try isAtMarker(nextRestart) else { return false }
    nextRestart = nextRestart == 0xD7 ? 0xD0 : nextRestart + 1
    unit.clearPredictions()
    unitsToRestart = restartInterval
    unsafe window = BitWindow(at: try input.beginCodedData())
    unsafe lastSafe = input.lastSafe
    return true
  }
}

extension JPEGScanIndex {
  /// Whether one scan holds all coefficients of an ordinary frame.
  ///
  /// An ordinary frame has samples of 8 bits, and one or three components.
  fileprivate var isBaseline: Bool {
    guard let scan = scans.first, precision == 8, size.width > 0, size.height > 0,
      components.count == 1 || components.count == 3
    else { return false }
    return components.allSatisfy {
      (1...4).contains($0.horizontalSampling) && (1...4).contains($0.verticalSampling)
    }
      && scan.components == Array(components.indices) && scan.band == 0...63
      && scan.missingBitsBefore == 0 && scan.missingBits == 0
  }
}
