// SPDX-License-Identifier: Apache-2.0

import ViewerKernel

/// A gallery of the program, and its messages that are under way.
struct TwinWriter {
  struct Request {
    var kind: Double
    var fields: [Double]
    var list: [Double]
  }

  var handle = 0.0
  var lastTicket = 1.0
  var requests: [Request] = []
  /// The number of the request for changes, 0 without one.
  var stream = 0.0
  /// The version of the last delivered change.
  var delivered = 0
}

/// Random calls of two galleries of one source, and of the companions.
///
/// `Viewer/tests/kernel/twin-program.js` draws the same numbers in the same order, with the kernel in an
/// engine for WebAssembly.
struct TwinProgram {
  let kernel = Kernel()
  var time = 0.0
  var pageCount = 1000.0
  var source = TwinSource(count: 12)
  var writers = [TwinWriter(), TwinWriter()]
  var zoom = 0.0
  var drawer = 0.0
  var tracker = 0.0
  private var state: UInt32

  /// Creates a program.
  ///
  /// - Parameter seed: The seed of the random numbers, not 0.
  init(seed: UInt32) {
    state = seed
    _ = kernel.checksumReset()
    for number in writers.indices { open(number) }
    zoom = kernel.zoomOpen(375, 600, .nan, .nan, .nan, .nan, 0)
    drawer = kernel.drawerOpen(375, 600, .nan, .nan, .nan, .nan, .nan, 0)
    tracker = kernel.trackerOpen(.nan, .nan, 5_000_000, .nan, .nan, 0)
  }

  /// Returns the checksum after some calls, as 16 hexadecimal digits.
  static func checksum(calls: Int, seed: UInt32) -> String {
    var program = TwinProgram(seed: seed)
    for _ in 0..<calls { program.step() }
    return [program.kernel.checksumHigh(), program.kernel.checksumLow()].map { half in
      let digits = String(UInt32(half), radix: 16)
      return String(repeating: "0", count: 8 - digits.count) + digits
    }.joined()
  }

  /// Makes one random call, and adds all that follows from it to the checksum.
  mutating func step() {
    time += next(40) * 1_000_000
    time += next(1000)
    let writer = Int(next(2))
    add(perform(Int(next(64)), writer))
    settle(writer)
  }

  /// Returns a random number below a count: Marsaglia's xorshift of 32 bits.
  mutating func next(_ count: Double) -> Double {
    state ^= state << 13
    state ^= state >> 17
    state ^= state << 5
    return (Double(state) * count / 4_294_967_296).rounded(.down)
  }

  func add(_ number: Double) {
    _ = kernel.checksumAddNumber(number)
  }

  private mutating func open(_ writer: Int) {
    kernel.write(
      [375, 600, 375, 66, Double(source.version), 3] + Array(repeating: .nan, count: 18)
        + source.columns)
    writers[writer].handle = kernel.galleryOpen(Double(source.pages.count))
    add(writers[writer].handle)
    settle(writer)
  }

  /// Advances a gallery, takes its requests, and adds its records and its frame.
  private mutating func settle(_ writer: Int) {
    let count = kernel.galleryAdvance(writers[writer].handle, time)
    add(count)
    _ = kernel.checksumAddRecords()
    for record in kernel.records(count) {
      switch record.kind {
      case 16:
        writers[writer].stream = record.fields[0]
        writers[writer].delivered = Int(record.fields[1])
      case 17:
        if writers[writer].stream == record.fields[0] { writers[writer].stream = 0 }
      case 12...15:
        writers[writer].requests.append(
          .init(kind: record.kind, fields: record.fields, list: record.list))
      default: break
      }
    }
    add(kernel.checksumAddFrame(writers[writer].handle, time))
  }
}
