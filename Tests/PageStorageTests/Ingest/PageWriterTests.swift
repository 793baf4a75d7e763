// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryTestSupport
import Testing

@testable import PageStorage

/// Pages that begin fast, and have a buffer, and go on slowly.
@Suite struct PageWriterTests {
  private let folder: TestFolder

  init() throws { folder = try TestFolder(onDisk: true) }

  @Test(arguments: [0, 1, 4_095, 4_096, 5_000, 1 << 20, 1 << 20 + 1, 1 << 20 + 4_096, 3 << 20])
  func aPageThatBecomesSlowIsWrittenWithoutItsBuffer(fastCount: Int) async throws {
    let store = try await folder.open()
    var random = SeededGenerator(seed: UInt64(fastCount))
    let bytes = (0..<fastCount + 10_000).map { _ in UInt8.random(in: 0...255, using: &random) }
    var time = ContinuousClock.now
    let writer = try PageWriter(slot: try store.slot(), announced: 8 << 20) { time }

    try append(bytes[...fastCount], to: writer, by: 70_000)
    let hadBuffer = writer.hasBuffer
    time += .seconds(3_600)
    try append(bytes[(fastCount + 1)...], to: writer, by: 999)
    #expect(!writer.hasBuffer)
    try writer.finish()

    let path = "/proc/self/fd/\(writer.file.descriptor)"
    #expect(FileManager.default.contents(atPath: path) == Data(bytes), "\(hadBuffer)")
  }

  private func append(_ bytes: ArraySlice<UInt8>, to writer: PageWriter, by count: Int) throws {
    for start in stride(from: bytes.startIndex, to: bytes.endIndex, by: count) {
      try Array(bytes[start..<min(start + count, bytes.endIndex)])
        .withUnsafeBytes { try writer.append($0) }
    }
  }

  @Test func theRateCountsFromTheBeginning() {
    let start = ContinuousClock.now
    var rate = ArrivalRate(from: start)
    let least = Int(ArrivalRate.least)
    let arrivals = [(0, 1), (2 * least, 2), (least - 1, 3), (1, 3)]
    let areSlow = arrivals.map { rate.note($0, at: start + .seconds($1)) }
    #expect(areSlow == [false, false, true, false])
  }

  @Test func aPageThatBeginsLateIsNotSlow() {
    let start = ContinuousClock.now
    var rate = ArrivalRate()
    let arrivals = [(1, 60), (2 * Int(ArrivalRate.least), 62), (0, 63)]
    let areSlow = arrivals.map { rate.note($0, at: start + .seconds($1)) }
    #expect(areSlow == [false, false, true])
  }
}
