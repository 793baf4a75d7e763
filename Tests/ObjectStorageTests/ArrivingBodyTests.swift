// SPDX-License-Identifier: Apache-2.0
#if ObjectStorage
  import NIOCore
  import Testing

  @testable import ObjectStorage

  /// Parts of bodies that are wanted, however they arrive.
  struct ArrivingBodyTests {
    private static let content = Array("abcdef".utf8)

    /// All ways to cut the content into parts, as the places of the cuts.
    private static let cuts = (0..<32).map { mask in (1..<6).filter { mask >> ($0 - 1) & 1 == 1 } }

    private static func parts(_ cuts: [Int]) -> [ByteBuffer] {
      zip([0] + cuts, cuts + [content.count]).map { ByteBuffer(bytes: content[$0..<$1]) }
    }

    @Test func thePartIsTheSameHoweverItArrives() {
      for cuts in Self.cuts {
        for lower in 0...8 {
          for upper in lower...8 {
            var body = ArrivingBody(wanted: lower..<upper, limit: 10, time: .zero)
            for part in Self.parts(cuts) where !body.isComplete { body.add(part) }
            let expected = Self.content.indices.filter { (lower..<upper).contains($0) }
            #expect(
              Array(body.bytes.readableBytesView) == expected.map { Self.content[$0] },
              "\(cuts) \(lower..<upper)")
            #expect(body.isComplete == (upper <= Self.content.count))
          }
        }
      }
    }

    @Test func allIsWantedWithoutARange() {
      for cuts in Self.cuts {
        var body = ArrivingBody(wanted: nil, limit: 6, time: .zero)
        for part in Self.parts(cuts) { body.add(part) }
        #expect(Array(body.bytes.readableBytesView) == Self.content)
        #expect(body.byteCount == 6 && !body.isComplete && !body.isTooLong)
        body.add(ByteBuffer(bytes: [0]))
        #expect(body.isTooLong)
      }
    }

    @Test func bytesThatNobodyWantsHaveALimit() {
      var body = ArrivingBody(wanted: 0..<1, limit: 1, time: .zero)
      body.note(byteCount: ArrivingBody.skippedLimit + 1)
      #expect(!body.isTooLong)
      body.note(byteCount: ArrivingBody.skippedLimit + 2)
      #expect(body.isTooLong)
    }

    @Test func aSlowBodyIsWaitedForOnlyForATime() {
      var body = ArrivingBody(wanted: nil, limit: 1 << 30, time: .seconds(10))
      let start = ContinuousClock.now
      #expect(!body.isTooSlow(at: start + .seconds(9)))
      #expect(body.isTooSlow(at: start + .seconds(11)))
      body.note(byteCount: 11 * 16 << 10)
      #expect(!body.isTooSlow(at: start + .seconds(10)))
      #expect(body.isTooSlow(at: start + .seconds(13)))
    }
  }
#endif
