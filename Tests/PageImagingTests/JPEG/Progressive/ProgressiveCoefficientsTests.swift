// SPDX-License-Identifier: Apache-2.0

import GalleryGeometry
import GalleryTestSupport
import Testing

@testable import PageImaging

struct ProgressiveCoefficientsTests {
  private static let samplings: [[[Int32]]] = [
    [[1, 1]], [[2, 2]], [[1, 1], [1, 1], [1, 1]], [[2, 2], [1, 1], [1, 1]],
    [[2, 1], [1, 1], [1, 1]], [[1, 2], [1, 1], [1, 1]], [[4, 1], [1, 1], [1, 1]],
    [[4, 2], [1, 1], [1, 1]], [[2, 2], [2, 1], [1, 2]], [[1, 1], [2, 2], [1, 1]],
    [[3, 1], [1, 1], [1, 1]],
  ]

  @Test(arguments: samplings)
  func coefficientsAreThoseOfLibjpeg(sampling: [[Int32]]) throws {
    try withEvery("script", in: ScanScript.all(componentCount: sampling.count)) { script in
      try withEvery("restart interval", in: [0, 1, 3] as [UInt32]) { interval in
        try withEvery("side", in: [1, 8, 9, 17, 33, 40]) { side in
          // Noise has long codes, pages have long runs.
          let isNoise = side % 2 == 1
          let sample = JPEGSample(
            width: side, height: 41 - side, sampling: sampling, quality: isNoise ? 95 : 60,
            restartInterval: interval, script: script, seed: UInt64(side), isNoise: isNoise)
          let bytes = try #require(sample.encoded(), "\(TestTrace.current)")
          let complaint = CoefficientComparison(bytes).complaint
          #expect(complaint == nil, "\(TestTrace.current)")
        }
      }
    }
  }

  @Test func mutatedFilesAreDecodedAsLibjpegDoesOrLeftToIt() throws {
    let scripts = ScanScript.all(componentCount: 3)
    let files = try scripts.flatMap { script in
      try [0, 2].map { interval in
        try #require(
          JPEGSample(
            width: 35, height: 27, sampling: [[2, 2], [1, 1], [1, 1]],
            restartInterval: interval, script: script
          ).encoded())
      }
    }
    var decodedCount = 0
    checkProperty(
      seed: 11, runs: 4000,
      generate: { MutatedFile(files, &$0) },
      shrink: \.shrinks,
      check: { mutated in
        let comparison = CoefficientComparison(mutated.applied(to: files), mustBeDecoded: false)
        decodedCount += comparison.decodedCount
        return comparison.complaint
      })
    #expect(decodedCount > 800)
  }

  /// If the DC coefficients are in the first scans, libjpeg reads nothing else for an image of 1/8.
  @Test func whatIsDecodedIsSoundForLibjpegToo() throws {
    let scripts = ScanScript.all(componentCount: 3).filter { $0.description != "many bits" }
    let files = try scripts.map { script in
      try #require(
        JPEGSample(width: 50, height: 35, sampling: [[2, 2], [1, 1], [1, 1]], script: script)
          .encoded())
    }
    var decodedCount = 0
    checkProperty(
      seed: 77, runs: 2000,
      generate: { MutatedFile(files, &$0) },
      shrink: \.shrinks,
      check: { mutated in
        let bytes = mutated.applied(to: files)
        let source = ByteSource(bytes)
        guard let header = try? ImageHeader(reading: source),
          try ProgressiveCoefficients(source, header, block: .oneSample, scanLimit: 100) != nil
        else { return nil }
        decodedCount += 1
        let damage = try Self.damage(ByteSource(Self.withScansOfMeans(bytes)), header)
        return damage.isNone ? nil : "libjpeg finds damage"
      })
    #expect(decodedCount > 200)
  }

  /// The file without the scans that an image of 1/8 does not need; libjpeg would read those before
  /// the last bits of the DC coefficients.
  private static func withScansOfMeans(_ bytes: [UInt8]) throws -> [UInt8] {
    var result = bytes
    for scan in try JPEGScanIndex(ByteSource(bytes), limit: 100).scans.reversed()
    where !scan.carriesDC {
      // The marker, its length, the count, 2 bytes per component and 3 of the band.
      let start = scan.coded.lowerBound - 8 - 2 * scan.components.count
      result.removeSubrange(start..<scan.coded.upperBound)
    }
    return result
  }

  /// The warnings of libjpeg while it decodes an image of 1/8.
  private static func damage(_ source: ByteSource, _ header: ImageHeader) throws -> Damage {
    let scans = try JPEGScanIndex(source, limit: 100)
    return try DecoderInput.with(source) { (input) throws(ImagingError) in
      let decoder = try JPEGRowDecoder(
        input, header: header, denominator: 8, unreadDamage: scans.damage,
        options: DecodingOptions())
      let row = try RawStorage(byteCount: decoder.rasterSize.width * 4)
      while try decoder.readRow(into: row.pointer(as: UInt8.self)) {}
      try decoder.finish()
      return decoder.damage
    }
  }

  @Test func aScanLongerThanItsBlocksCanBeIsLeftToLibjpeg() throws {
    // Given
    let sample = JPEGSample(
      width: 8, height: 8, sampling: [[1, 1]], script: ScanScript.all(componentCount: 1)[1])
    var bytes = try #require(sample.encoded())
    let walk = try JPEGScanIndex(ByteSource(bytes), limit: 100)
    bytes.insert(
      contentsOf: [UInt8](repeating: 0x55, count: 200),
      at: try #require(walk.scans.first).coded.upperBound)

    // When
    let source = ByteSource(bytes)
    let decoded = try ProgressiveCoefficients(
      source, ImageHeader(reading: source), block: .oneSample, scanLimit: 100)

    // Then
    #expect(decoded == nil)
  }
}

/// Some changes of one of several files.
private struct MutatedFile {
  var fileIndex: Int
  var changes: [Change]

  struct Change {
    var place: Double
    var value: UInt8
    var kind: Int
  }

  init(_ files: [[UInt8]], _ generator: inout SeededGenerator) {
    fileIndex = Int.random(in: files.indices, using: &generator)
    changes = (0..<Int.random(in: 1...3, using: &generator)).map { _ in
      Change(
        place: Double.random(in: 0..<1, using: &generator),
        value: UInt8.random(in: 0...255, using: &generator),
        kind: Int.random(in: 0...9, using: &generator))
    }
  }

  /// Fewer changes.
  var shrinks: [Self] {
    changes.shrinks.map { changes in
      var copy = self
      copy.changes = changes
      return copy
    }
  }

  /// Overwrites bytes, flips bits, and removes or inserts bytes.
  func applied(to files: [[UInt8]]) -> [UInt8] {
    var bytes = files[fileIndex]
    for change in changes {
      let index = Int(change.place * Double(bytes.count))
      switch change.kind {
      case 0...3: bytes[index] = change.value
      case 4...7: bytes[index] ^= 1 << (change.value & 7)
      case 8: bytes.remove(at: index)
      default: bytes.insert(change.value, at: index)
      }
    }
    return bytes
  }
}

/// Our coefficients compared with those of libjpeg, from a file without the scans that we skip.
struct CoefficientComparison {
  /// The difference, if there is one.
  private(set) var complaint: String?
  /// The number of files that were not left to libjpeg.
  private(set) var decodedCount = 0

  init(_ bytes: [UInt8], mustBeDecoded: Bool = true) {
    for wantsDetails in [false, true] where complaint == nil {
      do {
        complaint = try compare(bytes, wantsDetails, mustBeDecoded)
      } catch {
        complaint = mustBeDecoded ? "\(error)" : nil
      }
    }
  }

  private mutating func compare(
    _ bytes: [UInt8], _ wantsDetails: Bool, _ mustBeDecoded: Bool
  ) throws -> String? {
    let source = ByteSource(bytes)
    let header = try ImageHeader(reading: source)
    guard
      let ours = try ProgressiveCoefficients(
        source, header, block: wantsDetails ? .fourSamples : .oneSample, scanLimit: 100)
    else { return mustBeDecoded ? "left to libjpeg" : nil }
    let walk = try JPEGScanIndex(source, limit: 100)
    decodedCount += 1
    let needed = Self.removingOthers(than: ours.selection.scans, of: walk.scans, from: bytes)
    for (component, grid) in ours.grids.enumerated() {
      let layout = ours.frame.components[component]
      guard let theirs = LibjpegCoefficients(needed, component: component) else {
        return "libjpeg refuses the file"
      }
      if theirs.warningCount > 0 { return "libjpeg warns" }
      if (theirs.blocksAcross, theirs.blocksDown) != (layout.blocksAcross, layout.blocksDown) {
        return "the number of blocks"
      }
      for block in 0..<layout.blocksAcross * layout.blocksDown {
        let (x, y) = (block % layout.blocksAcross, block / layout.blocksAcross)
        let place = (y * grid.blocksPerRow + x) * grid.coefficientCount
        let found = (0..<grid.coefficientCount).map { grid.coefficients[place + $0] }
        let expected = Array(theirs.lowest(ofBlock: block)[..<grid.coefficientCount])
        if found != expected {
          return "component \(component), block (\(x), \(y)): \(found), not \(expected)"
        }
      }
    }
    return nil
  }

  private static func removingOthers(
    than kept: [JPEGScan], of all: [JPEGScan], from bytes: [UInt8]
  ) -> [UInt8] {
    var result = bytes
    for scan in all.reversed() where !kept.contains(scan) {
      let headerByteCount = 8 + 2 * scan.components.count
      result.removeSubrange(scan.coded.lowerBound - headerByteCount..<scan.coded.upperBound)
    }
    return result
  }
}
