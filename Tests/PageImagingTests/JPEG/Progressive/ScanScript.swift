// SPDX-License-Identifier: Apache-2.0

import CGalleryJPEGOracle
import Foundation
import GalleryTestSupport

@testable import PageImaging

/// The scans of a progressive JPEG, in order.
struct ScanScript: CustomStringConvertible {
  var description: String
  var scans: [cgallery_oracle_scan]

  /// A scan of the coefficients `band`.
  static func scan(
    _ components: [Int32], _ band: ClosedRange<Int32>, _ before: Int32, _ after: Int32
  ) -> cgallery_oracle_scan {
    let padded = components + Array(repeating: 0, count: 4 - components.count)
    return cgallery_oracle_scan(
      component_count: Int32(components.count),
      components: (padded[0], padded[1], padded[2], padded[3]),
      first: band.lowerBound, last: band.upperBound, missing_before: before, missing: after)
  }

  /// Scripts for `count` components: that of libjpeg, and those of other encoders.
  static func all(componentCount count: Int) -> [ScanScript] {
    let every = Array(0..<Int32(count))
    func each(
      _ band: ClosedRange<Int32>, _ before: Int32, _ after: Int32
    ) -> [cgallery_oracle_scan] {
      every.map { scan([$0], band, before, after) }
    }
    let usual =
      [scan(every, 0...0, 0, 1)] + each(1...5, 0, 2) + each(6...63, 0, 2) + each(1...63, 2, 1)
      + [scan(every, 0...0, 1, 0)] + each(1...63, 1, 0)
    return [
      ScanScript(description: "usual", scans: usual),
      ScanScript(description: "spectral", scans: [scan(every, 0...0, 0, 0)] + each(1...63, 0, 0)),
      ScanScript(
        description: "components apart",
        scans: each(0...0, 0, 0) + each(1...8, 0, 2) + each(9...63, 0, 2) + each(1...63, 2, 1)
          + each(1...63, 1, 0)),
      ScanScript(
        description: "coefficient by coefficient",
        scans: [scan(every, 0...0, 0, 0)] + each(1...1, 0, 0) + each(2...2, 0, 1)
          + each(3...63, 0, 0) + each(2...2, 1, 0)),
      ScanScript(
        description: "many bits",
        scans: [scan(every, 0...0, 0, 3), scan(every, 0...0, 3, 2)] + each(1...63, 0, 4)
          + each(1...63, 4, 3) + [scan(every, 0...0, 2, 1)] + each(1...63, 3, 2)
          + each(1...63, 2, 1) + [scan(every, 0...0, 1, 0)] + each(1...63, 1, 0)),
      ScanScript(
        description: "means without their last bit",
        scans: [scan(every, 0...0, 0, 1)] + each(1...63, 0, 0)),
    ]
  }
}

/// A JPEG made for a test.
struct JPEGSample {
  var width: Int
  var height: Int
  /// Horizontal and vertical factors of each component.
  var sampling: [[Int32]]
  var quality: Int32 = 85
  var restartInterval: UInt32 = 0
  var script: ScanScript?
  var seed: UInt64 = 1
  /// Whether the image is noise instead of a page.
  var isNoise = false
  /// The samples of all components, row by row, which override both.
  var content: [UInt8]?

  /// The bytes, or nil if libjpeg refuses to write such a file.
  func encoded() -> [UInt8]? {
    var request = cgallery_oracle_scan_request()
    request.width = UInt32(width)
    request.height = UInt32(height)
    request.channels = UInt32(sampling.count)
    request.quality = quality
    _ = withUnsafeMutableBytes(of: &request.horizontal_sampling) { factors in
      factors.bindMemory(to: Int32.self).update(fromContentsOf: sampling.map { $0[0] })
    }
    _ = withUnsafeMutableBytes(of: &request.vertical_sampling) { factors in
      factors.bindMemory(to: Int32.self).update(fromContentsOf: sampling.map { $0[1] })
    }
    request.restart_interval = restartInterval
    let scans = script?.scans ?? []
    return scans.withUnsafeBufferPointer { scans in
      request.scans = scans.baseAddress
      request.scan_count = Int32(scans.count)
      var bytes: UnsafeMutablePointer<UInt8>?
      var count = 0
      guard cgallery_oracle_encode_scans(&request, content ?? drawn(), &bytes, &count) == 0 else {
        return nil
      }
      defer { free(bytes) }
      return Array(UnsafeBufferPointer(start: bytes, count: count))
    }
  }

  /// Dark strokes on a gradient, or noise.
  private func drawn() -> [UInt8] {
    var generator = SeededGenerator(seed: seed)
    var result: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width {
        let isInk = (x / 3 + y / 5 + Int(seed)) % 7 == 0
        for channel in sampling.indices {
          let paper = 120 + (x * 3 + y * 2 + channel * 40) % 130
          result.append(
            isNoise ? UInt8.random(in: 0...255, using: &generator) : UInt8(isInk ? 30 : paper))
        }
      }
    }
    return result
  }
}

/// The coefficients of one component as read by libjpeg.
struct LibjpegCoefficients {
  var blocksAcross: Int
  var blocksDown: Int
  var warningCount: Int
  /// 64 per block, in natural order.
  var values: [Int16]

  /// Reads them from all scans of a file, or fails with nil if libjpeg does.
  init?(_ bytes: [UInt8], component: Int) {
    var result = cgallery_oracle_coefficients()
    guard
      cgallery_oracle_read_coefficients(bytes, bytes.count, Int32(component), &result) == 0
    else { return nil }
    defer { free(result.values) }
    blocksAcross = Int(result.blocks_across)
    blocksDown = Int(result.blocks_down)
    warningCount = Int(result.warning_count)
    values = Array(
      UnsafeBufferPointer(start: result.values, count: blocksAcross * blocksDown * 64))
  }

  /// The coefficients (0, 0), (0, 1), (1, 0) and (1, 1) of a block.
  func lowest(ofBlock block: Int) -> [Int16] {
    [0, 1, 8, 9].map { values[block * 64 + $0] }
  }
}
