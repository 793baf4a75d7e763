// SPDX-License-Identifier: Apache-2.0

import GalleryTestSupport
import Testing
import ViewerKernel

/// Random calls with numbers that no script should pass, and some that it may.
///
/// A twin gets the same calls, but not those whose code promises that nothing has happened.
struct HostileProgram {
  private let kernel = Kernel()
  private let twin = Kernel()
  private var generator: SeededGenerator
  private var time = 0.0

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
    for kernel in [kernel, twin] { Self.openModels(of: kernel) }
  }

  /// Opens models, so that some handles are valid.
  private static func openModels(of kernel: Kernel) {
    kernel.write(Array(repeating: .nan, count: 24) + [1, 2, 3, 0.5, .nan, 2, 0, 0, 0])
    #expect(kernel.galleryOpen(3) > 0)
    #expect(kernel.zoomOpen(375, 600, .nan, .nan, .nan, .nan, 0) > 0)
    #expect(kernel.drawerOpen(375, 600, .nan, .nan, .nan, .nan, .nan, 0) > 0)
    #expect(kernel.trackerOpen(.nan, .nan, .nan, .nan, .nan, 0) > 0)
    kernel.write([375, 600, 375, 66] + Array(repeating: .nan, count: 20))
    #expect(kernel.galleryOpen(0) > 0)
  }

  /// Makes one call.
  ///
  /// - Returns: The results of the kernel and of its twin, equal for a call that only the kernel
  ///   got.
  mutating func call() -> (result: Double, twin: Double) {
    if generator.chance(0.3) { writeList() }
    let call = Self.calls[Int.random(in: 0..<Self.calls.count, using: &generator)]
    let (numbers, start) = (generator, time)
    let result = call(kernel, &self)
    guard !Self.codesWithoutEffect.contains(result) else { return (result, result) }
    (generator, time) = (numbers, start)
    return (result, call(twin, &self))
  }

  /// Before the other codes, a gallery may have reached the time of the call.
  private static let codesWithoutEffect = [
    KernelCode.invalidHandle, .outOfRange, .invalidTime, .invalidList, .tooLarge, .outOfMemory,
    .duplicatePage, .closed,
  ].map(\.number)

  /// A handle that may be valid.
  var handle: Double {
    mutating get { generator.chance(0.9) ? Double(Int.random(in: 0...6, using: &generator)) : any }
  }

  /// A time that is usually valid.
  var now: Double {
    mutating get {
      guard generator.chance(0.9) else { return any }
      time += Double(Int.random(in: 0...50_000_000, using: &generator))
      return time
    }
  }

  /// A small whole number.
  var small: Double {
    mutating get { generator.chance(0.8) ? Double(Int.random(in: -1...8, using: &generator)) : any }
  }

  /// Any number.
  var any: Double {
    mutating get {
      let numbers: [Double] = [
        .nan, .infinity, -.infinity, 0, -0.0, -1, 1, 0.5, .leastNonzeroMagnitude, 2_147_483_646,
        2_147_483_647,
        2_147_483_648, 4_294_967_296, 9_007_199_254_740_991, 9_007_199_254_740_992, 1e300, -1e300,
        9_223_372_036_854_775_808, 123_456_789, 375,
      ]
      if generator.chance(0.1) { return Double(bitPattern: generator.next()) }
      return numbers[Int.random(in: 0..<numbers.count, using: &generator)]
    }
  }

  private mutating func writeList() {
    let count = Int.random(in: 0...60, using: &generator)
    let list = (0..<count).map { _ in generator.chance(0.9) ? small : any }
    for kernel in [kernel, twin] { kernel.write(list) }
  }
}
