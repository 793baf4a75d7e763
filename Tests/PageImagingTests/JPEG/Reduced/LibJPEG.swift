// SPDX-License-Identifier: Apache-2.0

import CGalleryJPEGOracle
import GalleryTestSupport

@testable import PageImaging

/// The result of libjpeg for a JPEG.
struct LibJPEGPicture {
  /// A component: all coefficients of its blocks, and its samples at a reduced size.
  struct Component {
    let blocksAcross: Int
    let blocksDown: Int
    /// In row order.
    let steps: [Int]
    /// 64 per block, in row order.
    let coefficients: [Int16]
    /// The samples per side of a block.
    let side: Int
    let samples: [UInt8]

    func coefficient(_ index: Int, ofBlock x: Int, _ y: Int) -> Int16 {
      coefficients[(y * blocksAcross + x) * 64 + index]
    }
  }

  let components: [Component]

  /// Decodes a file at 1/`denominator`; nil if libjpeg reports a warning or an error.
  init?(_ bytes: [UInt8], denominator: Int) {
    var picture = cgallery_oracle_picture()
    cgallery_oracle_decode(bytes, bytes.count, UInt32(denominator), &picture)
    defer { cgallery_oracle_clear(&picture) }
    guard picture.is_decoded != 0, picture.warning_count == 0 else { return nil }
    let all = [
      picture.components.0, picture.components.1, picture.components.2, picture.components.3,
    ]
    components = all.prefix(Int(picture.component_count)).map(Self.copy)
  }

  private static func copy(_ component: cgallery_oracle_component) -> Component {
    let blocks = Int(component.blocks_across * component.blocks_down)
    let side = Int(component.side)
    let steps = withUnsafeBytes(of: component.steps) {
      $0.bindMemory(to: UInt16.self).map(Int.init)
    }
    return Component(
      blocksAcross: Int(component.blocks_across), blocksDown: Int(component.blocks_down),
      steps: steps,
      coefficients: Array(UnsafeBufferPointer(start: component.coefficients, count: blocks * 64)),
      side: side,
      samples: Array(UnsafeBufferPointer(start: component.samples, count: blocks * side * side)))
  }
}

/// A JPEG to be written by libjpeg: any sampling, any restart interval.
struct LibJPEGRequest: Hashable, CustomStringConvertible {
  var width = 16
  var height = 16
  /// Horizontal and vertical factors of each component; a single one is gray.
  var sampling = [SIMD2<UInt8>(1, 1)]
  var quality = 80
  var restartInterval = 0
  var optimizes = false
  var isProgressive = false
  /// The contrast: 0 is flat, 255 is noise.
  var contrast: UInt8 = 40
  /// Whether colors may be outside of RGB.
  var isVivid = true
  var seed: UInt64 = 1

  var description: String {
    "\(width) x \(height), sampling \(sampling.map { "\($0.x)x\($0.y)" }), quality \(quality), "
      + "restart \(restartInterval), optimized \(optimizes), progressive \(isProgressive), "
      + "contrast \(contrast), seed \(seed)"
  }

  /// The usual samplings, and gray.
  static let samplings: [[SIMD2<UInt8>]] = [
    [SIMD2(1, 1)], [SIMD2(2, 2)],
    [SIMD2(1, 1), SIMD2(1, 1), SIMD2(1, 1)], [SIMD2(2, 1), SIMD2(1, 1), SIMD2(1, 1)],
    [SIMD2(2, 2), SIMD2(1, 1), SIMD2(1, 1)], [SIMD2(1, 2), SIMD2(1, 1), SIMD2(1, 1)],
    [SIMD2(4, 1), SIMD2(1, 1), SIMD2(1, 1)], [SIMD2(4, 2), SIMD2(1, 1), SIMD2(1, 1)],
    [SIMD2(1, 4), SIMD2(1, 1), SIMD2(1, 1)], [SIMD2(2, 2), SIMD2(2, 1), SIMD2(1, 2)],
  ]

  static func random(using random: inout SeededGenerator, isProgressive: Bool) -> Self {
    LibJPEGRequest(
      width: Int.random(in: 1...140, using: &random),
      height: Int.random(in: 1...140, using: &random),
      sampling: samplings.randomElement(using: &random) ?? samplings[0],
      quality: Int.random(in: 1...100, using: &random),
      restartInterval: random.chance(0.5) ? 0 : Int.random(in: 1...20, using: &random),
      optimizes: random.chance(0.5), isProgressive: isProgressive,
      contrast: UInt8.random(in: 0...255, using: &random), seed: random.next())
  }

  /// The same file in simpler forms.
  var simpler: [Self] {
    var result: [Self] = []
    func add(_ change: (inout Self) -> Void) {
      var other = self
      change(&other)
      if other != self { result.append(other) }
    }
    add { $0.width = max(1, $0.width / 2) }
    add { $0.height = max(1, $0.height / 2) }
    add { $0.sampling = [SIMD2(1, 1)] }
    add { $0.restartInterval = 0 }
    add { $0.optimizes = false }
    add { $0.contrast = 0 }
    return result
  }

  /// The bytes of the file; nil if libjpeg does not support it.
  func encoded() -> [UInt8]? {
    var request = cgallery_oracle_request()
    request.width = UInt32(width)
    request.height = UInt32(height)
    request.components = UInt32(sampling.count)
    withUnsafeMutableBytes(of: &request.horizontal) { $0.copyBytes(from: sampling.map(\.x)) }
    withUnsafeMutableBytes(of: &request.vertical) { $0.copyBytes(from: sampling.map(\.y)) }
    request.quality = UInt32(quality)
    request.restart_interval = UInt32(restartInterval)
    request.optimizes = optimizes ? 1 : 0
    request.is_progressive = isProgressive ? 1 : 0
    var count = 0
    guard let bytes = cgallery_oracle_encode(&request, samples(), &count) else { return nil }
    defer { cgallery_oracle_free(bytes) }
    return Array(UnsafeBufferPointer(start: bytes, count: count))
  }

  /// A gradient with an amount of noise given by the contrast.
  private func samples() -> [UInt8] {
    var random = SeededGenerator(seed: seed)
    let levels = UInt64(contrast) + 1
    var samples: [UInt8] = []
    samples.reserveCapacity(width * height * sampling.count)
    for y in 0..<height {
      for x in 0..<width {
        let slope = UInt8(truncatingIfNeeded: (x + y) / 2)
        for component in sampling.indices {
          let noise = UInt8(truncatingIfNeeded: random.next() % levels)
          samples.append(
            isVivid
              ? slope / 2 &+ noise
              : component == 0 ? 80 + slope / 4 &+ noise : 112 + slope / 8 &+ noise / 4)
        }
      }
    }
    return samples
  }
}
