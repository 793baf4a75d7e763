// SPDX-License-Identifier: Apache-2.0

/// The scans of a progressive JPEG that a thumbnail needs.
///
/// All DC scans are selected: they are short, and the image at 1/8 is then the one that a decoder
/// of the whole file produces. AC scans are selected if they carry the three lowest AC
/// coefficients, until the missing bits of these no longer show. A refinement scan can be decoded
/// only if all coefficients of its band are known up to that scan, so the earlier scans of its band
/// are selected too.
struct ScanSelection: Hashable {
  /// The scans to decode, in the order of the file.
  private(set) var scans: [JPEGScan] = []
  /// The data to keep of each component.
  private(set) var contents: [CoefficientGrid.Contents]
  /// The number of low bits that remain missing of the coefficients 1, 2 and 4 of each component.
  private(set) var missingDetailBits: [SIMD3<Int>]

  /// The zigzag positions of the AC coefficients for the image at 1/4.
  static let details = [1, 2, 4]

  /// The largest tolerated error of a sample at 1/4, in levels of 256.
  ///
  /// The error is that of truncating one coefficient in the worst case. Measured on scanned pages
  /// of 300 dpi at 512 pixels, 1.5 levels reduce the SSIM by 0.0003, and 3 levels by 0.0008, which
  /// is too much for a required SSIM of 0.995.
  static let tolerance = 2.0

  /// Selects the scans for means only (1/8) or with details (1/4).
  ///
  /// Fails if the scans do not follow each other as the standard requires, or do not contain the
  /// required coefficients.
  ///
  /// - Parameters:
  ///   - index: The scans of the file.
  ///   - wantsDetails: Whether AC coefficients are needed.
  ///   - frame: The components with their quantization steps.
  init?(_ index: JPEGScanIndex, wantsDetails: Bool, frame: ReducedFrame) {
    var progress = SpectralProgress(componentCount: index.components.count)
    let count = index.components.count
    contents = Array(repeating: wantsDetails ? .details : .mean, count: count)
    missingDetailBits = Array(repeating: .zero, count: count)
    var isNeeded = index.scans.map(\.carriesDC)
    var lastNeeded = [Int?](repeating: nil, count: count)
    for (place, scan) in index.scans.enumerated() {
      guard progress.follows(scan, of: index.components) else { return nil }
      let component = scan.components[0]
      guard lastNeeded[component] == nil, !scan.carriesDC,
        let missing = progress.missingDetailBits(of: component),
        Self.isTolerable(missing, frame.components[component].steps)
      else { continue }
      lastNeeded[component] = place
      missingDetailBits[component] = missing
    }
    guard (0..<count).allSatisfy({ (0...1).contains(progress.missingMeanBits(of: $0)) }) else {
      return nil
    }
    if wantsDetails {
      for component in 0..<count {
        guard let last = lastNeeded[component] else { return nil }
        select(component, upTo: last, of: index.scans, &isNeeded)
      }
    }
    scans = zip(index.scans, isNeeded).filter(\.1).map(\.0)
  }

  private mutating func select(
    _ component: Int, upTo last: Int, of scans: [JPEGScan], _ isNeeded: inout [Bool]
  ) {
    var band = Set(Self.details)
    for index in stride(from: last, through: 0, by: -1) {
      let scan = scans[index]
      guard !scan.carriesDC, scan.components == [component],
        scan.band.contains(where: band.contains)
      else { continue }
      isNeeded[index] = true
      guard !scan.isFirst else { continue }
      band.formUnion(scan.band)
      contents[component] = .refinableDetails
    }
  }

  private static func isTolerable(_ missing: SIMD3<Int>, _ steps: SIMD4<Int32>) -> Bool {
    var levels = 0.0
    for place in 0..<3 {
      levels = max(levels, Double((1 << missing[place]) - 1) * Double(steps[place + 1]) / 8)
    }
    return levels <= tolerance
  }
}
