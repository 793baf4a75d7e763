// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOEmbedded
import Testing

@testable import GalleryServer

/// The limits of a connection of HTTP/2 as a whole.
struct HTTP2ConnectionTests {
  private let instant = TimeAmount.nanoseconds(1)

  @Test(arguments: [[], TestFrame.preface, TestFrame.preface + TestFrame.settings.bytes])
  func closesAConnectionThatIsNotEstablished(bytes: [UInt8]) throws {
    let test = try StreamTestConnection(isEstablished: false)
    test.receive(bytes)
    test.advance(.seconds(15) - instant)
    #expect(test.isOpen)
    test.advance(instant)
    #expect(!test.isOpen)
    #expect(test.admission.statistics.closed == [.slowHeader: 1])
  }

  @Test func closesAnIdleConnection() throws {
    let test = try StreamTestConnection()
    test.receive([try test.client.header(1)])
    test.advance(.minutes(10))
    test.streams[0].respond()
    test.advance(.seconds(60) - instant)
    #expect(test.isOpen)
    test.advance(instant)
    #expect(!test.isOpen)
    #expect(test.ends == [0])
    #expect(test.admission.statistics.closed == [.idle: 1])
    #expect(test.admission.statistics.open == 0)
  }

  /// Those that a client holds as well, by not reading their responses.
  @Test func countsOpenStreams() throws {
    let test = try StreamTestConnection()
    for stream in [1, 3, 5, 7] { test.receive([try test.client.header(stream)]) }
    #expect(test.admission.statistics.openStreams == 4)
    test.streams[0].respond()
    test.streams[1].respond(100_000)
    test.receive([.reset(5)])
    test.advance(.zero)
    #expect(test.admission.statistics.openStreams == 2)
    test.channel.close(promise: nil)
    test.advance(.zero)
    #expect(test.admission.statistics.openStreams == 0)
  }

  @Test func limitsTheTimeOfAHeaderBesidesOtherStreams() throws {
    let test = try StreamTestConnection()
    test.receive([try test.client.header(1)])
    var part = try test.client.header(3)
    part.flags = 1
    test.receive(part.bytes)
    test.advance(.seconds(15) - instant)
    #expect(test.isOpen)
    test.advance(instant)
    #expect(!test.isOpen)
    #expect(test.admission.statistics.closed == [.slowHeader: 1])
  }

  @Test func countsTheTimeOfEachFrameByItself() throws {
    let test = try StreamTestConnection()
    let ping = TestFrame(type: 6, payload: [0, 0, 0, 0, 0, 0, 0, 0]).bytes
    test.receive(Array(ping[..<5]))
    for _ in 0..<4 {
      test.advance(.seconds(10))
      test.receive(Array(ping[5...] + ping[..<5]))
    }
    #expect(test.isOpen)
    test.advance(.seconds(15) - instant)
    #expect(test.isOpen)
    test.advance(instant)
    #expect(test.admission.statistics.closed == [.slowHeader: 1])
  }

  @Test func closesAConnectionThatTakesNoBytes() throws {
    let test = try StreamTestConnection()
    test.socket.isStuck = true
    test.receive([try test.client.header(1)])
    test.streams[0].respond()
    test.advance(.seconds(30))
    #expect(!test.isOpen)
    #expect(test.admission.statistics.closed == [.stalledWrite: 1])
  }

  @Test(arguments: [false, true])
  func refusesManyBodiesBeforeTheSettings(isShared: Bool) throws {
    let test = try StreamTestConnection(isEstablished: false, isShared: isShared)
    test.receive(TestFrame.preface)
    test.receive([.settings])
    for stream in stride(from: 1, to: 13, by: 2) {
      test.receive([try test.client.header(stream, FramedClient.post, ends: false)])
    }
    #expect(test.resets(of: 7).isEmpty)
    #expect(test.resets(of: 9) == (isShared ? [] : [7]))
    #expect(test.resets(of: 11) == (isShared ? [] : [7]))
  }

  @Test func letsTheClientsOfAProxyCancelMore() throws {
    let test = try StreamTestConnection(isShared: true)
    for number in stride(from: 1, to: 6_001, by: 2) {
      test.receive([try test.client.header(number), .reset(number)])
    }
    #expect(test.isOpen)
    #expect(test.ends.isEmpty)
  }

  @Test func endsRapidResets() throws {
    let test = try StreamTestConnection()
    var number = 1
    while test.isOpen, number < 6_000 {
      test.receive([try test.client.header(number), .reset(number)])
      number += 2
    }
    #expect(!test.isOpen)
    #expect(number / 2 == 1_001)
    #expect(test.ends == [11])
    #expect(test.admission.statistics.closed == [.malformedRequest: 1])
    #expect(test.admission.statistics.rejected == [.malformedFrames: 1])
  }

  @Test(
    arguments: [
      // Parts of a header, pings, settings, empty data, a frame above the size, an unknown preface.
      [TestFrame](
        repeating: TestFrame(type: 9, stream: 1), count: 10),
      [TestFrame](repeating: TestFrame(type: 6, payload: [0, 0, 0, 0, 0, 0, 0, 0]), count: 300),
      [TestFrame](repeating: .settings, count: 300),
      [TestFrame](repeating: .data(1, []), count: 3),
      [TestFrame(type: 0, stream: 1, payload: [UInt8](repeating: 0, count: 17_000))],
      [TestFrame(type: 8, stream: 0, payload: [0, 0, 0, 0])],
      [TestFrame(type: 6, payload: [0])],
    ])
  func endsFloodsAndMalformedFrames(frames: [TestFrame]) throws {
    let test = try StreamTestConnection()
    var header = try test.client.header(1, FramedClient.post, ends: false)
    if frames[0].type == 9 { header.flags = 0 }
    test.receive([header])
    test.receive(frames)
    #expect(!test.isOpen)
    #expect(test.ends.first.map { $0 > 0 } == true)
    #expect(test.admission.statistics.rejected == [.malformedFrames: 1])
  }

  @Test func endsAtShutdownAfterItsStreams() throws {
    let test = try StreamTestConnection()
    test.receive([try test.client.header(1)])
    test.channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
    test.advance(.seconds(5))
    #expect(test.ends == [0])
    #expect(test.isOpen)
    test.streams[0].respond()
    test.advance(.seconds(2) - instant)
    #expect(test.statuses[1] == ["200"])
    #expect(test.isOpen)
    test.advance(instant)
    #expect(!test.isOpen)
    #expect(test.admission.statistics.closed == [.lastResponse: 1])
  }
}
