// SPDX-License-Identifier: Apache-2.0

import GalleryTestSupport
import NIOCore
import NIOEmbedded
import PageStorage
import Testing

@testable import GalleryServer

/// The pieces in which a guard passes a body to a task.
struct BodyFlowTests {
  private let piece = BodyFlow.pieceByteCount
  private let read = 16 << 10

  /// A connection that has passed the header and the first bytes of a body, which a task has used.
  private func connection(
    byteCount: Int, _ sizes: BodyFlow.Sizes = .common
  ) throws -> CollectedConnection {
    let client = try CollectedConnection()
    client.receive(Array(post(byteCount).utf8))
    client.connection.flow.beginUse(sizes)
    return client
  }

  private func post(_ byteCount: Int) -> String {
    "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: \(byteCount)\r\n\r\n"
  }

  private func bytes(_ count: Int) -> [UInt8] { [UInt8](repeating: 7, count: count) }

  @Test func passesTheFirstBytesAtOnce() throws {
    let client = try connection(byteCount: 1 << 20)
    for _ in 0..<2 { client.receive(bytes(read)) }
    #expect(client.takeLengths().suffix(2) == [read, read])
    client.receive(bytes(read))
    #expect(client.takeLengths() == [])
  }

  @Test func passesPiecesAfterThat() throws {
    let client = try connection(byteCount: 1 << 20)
    for _ in 0..<12 { client.receive(bytes(read)) }
    client.use(2 * read)
    #expect(client.takeLengths().dropFirst() == [read, read, 4 * read])
    client.use(4 * read)
    #expect(client.takeLengths() == [4 * read])
  }

  @Test func waitsForTheTask() throws {
    let client = try connection(byteCount: 1 << 20)
    for _ in 0..<12 { client.receive(bytes(read)) }
    // The second piece waits until the first bytes and the first piece are used.
    let readCount = client.socket.readCount
    #expect(client.takeLengths().dropFirst() == [read, read])
    client.channel.read()
    #expect(client.socket.readCount == readCount)

    client.use(read)
    #expect(client.takeLengths() == [])
    client.use(read)
    #expect(client.takeLengths() == [4 * read])
    // Then the reads of the next piece are wanted.
    #expect(client.socket.readCount == readCount + 4)
  }

  @Test func passesTheRestOfABody() throws {
    let client = try connection(byteCount: 3 * read + 5)
    for _ in 0..<3 { client.receive(bytes(read)) }
    client.receive(bytes(5))
    #expect(client.takeLengths().suffix(2) == [read, 5])
  }

  @Test func passesWhatATaskLeaves() throws {
    let client = try connection(byteCount: 1 << 20)
    for _ in 0..<8 { client.receive(bytes(read)) }
    #expect(client.takeLengths().suffix(2) == [read, read])
    // A piece and two further reads arrived; the piece waits, and so do the reads.
    client.endUse()
    #expect(client.takeLengths() == [4 * read, read, read])
  }

  @Test func collectsNothingWithoutATask() throws {
    let client = try CollectedConnection()
    client.receive(Array(post(1 << 20).utf8))
    for _ in 0..<8 { client.receive(bytes(read)) }
    #expect(client.takeLengths().suffix(8) == Array(repeating: read, count: 8)[...])
  }

  @Test func collectsNoChunks() throws {
    let client = try CollectedConnection()
    client.receive(Array("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n".utf8))
    client.connection.flow.beginUse()
    client.receive(Array("FFFFF\r\n".utf8))
    for _ in 0..<8 { client.receive(bytes(read)) }
    #expect(client.takeLengths().suffix(8) == Array(repeating: read, count: 8)[...])
  }

  @Test func collectsNothingBehindAnUnansweredRequest() throws {
    let client = try CollectedConnection()
    client.receive(Array((post(0) + post(1 << 20)).utf8))
    client.connection.flow.beginUse()
    for _ in 0..<8 { client.receive(bytes(read)) }
    #expect(client.takeLengths().suffix(8) == Array(repeating: read, count: 8)[...])
  }

  @Test func passesLargeReadsUnchanged() throws {
    let client = try connection(byteCount: 1 << 20, .large)
    client.receive(bytes(2 * read))
    // The reads are small until the first bytes have passed.
    #expect(try client.readByteCount == nil)
    client.receive(bytes(5))
    #expect(try client.readByteCount == 256 << 10)
    client.use(2 * read)
    client.receive(bytes(200_000))
    client.receive(bytes(200_000))
    #expect(client.takeLengths().dropFirst() == [2 * read, 128 << 10])
    client.use(128 << 10)
    #expect(client.takeLengths() == [5 + 400_000 - 128 << 10])
  }

  @Test func readsAreSmallAgainBehindALargeBody() throws {
    let client = try connection(byteCount: 300_000, .large)
    client.receive(bytes(2 * read))
    client.receive(bytes(200_000))
    #expect(try client.readByteCount == 256 << 10)
    client.receive(bytes(300_000 - 200_000 - 2 * read))
    client.use(300_000)
    #expect(client.takeLengths().reduce(0, +) == 300_000 + post(300_000).utf8.count)
    #expect(try client.readByteCount == nil)
  }

  @Test func shrinksInTheMiddleOfAPiece() throws {
    let client = try connection(byteCount: 1 << 20, .large)
    client.receive(bytes(2 * read))
    client.use(2 * read)
    client.receive(bytes(100_000))
    #expect(try client.readByteCount == 256 << 10)
    client.connection.flow.shrink()
    client.takeLengths()
    client.receive(bytes(read))
    #expect(client.takeLengths() == [100_000])
    #expect(try client.readByteCount == nil)
    client.use(100_000)
    for _ in 0..<3 { client.receive(bytes(read)) }
    #expect(client.takeLengths() == [piece])
  }

  @Test func aSlowBodyIsLargeNoLonger() async throws {
    var large = LargeBody()
    // Other tests may have all of them at the moment.
    while large == nil {
      await Task.yield()
      large = LargeBody()
    }
    weak let place = large
    let flow = BodyFlow()
    flow.begin(isCollectable: true)
    let use = BodyUse(
      flow, large: large, rate: ArrivalRate(from: ContinuousClock.now - .seconds(3_600)))
    large = nil
    flow.pass(BodyFlow.headByteCount)
    #expect(flow.sizes == .large && place != nil)
    use.note(BodyFlow.headByteCount)
    #expect(flow.sizes == .common && place == nil, "its place is free")
    use.end()
    #expect(flow.sizes == nil)
  }

  @Test func onlyAFewBodiesAreLargeAtATime() {
    var bodies: [LargeBody] = []
    while let body = LargeBody() { bodies.append(body) }
    #expect(bodies.count <= LargeBody.countLimit)
    bodies.removeLast()
    #expect(LargeBody() != nil)
  }

  @Test(arguments: [BodyFlow.Sizes.common, .large], 0..<60)
  func keepsEveryByteAndLittleMemory(sizes: BodyFlow.Sizes, seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let total = Int.random(in: 0...1_000_000, using: &random)
    let client = try connection(byteCount: total, sizes)
    client.takeLengths()
    var (sent, taken) = (0, 0)
    while taken < total {
      if client.socket.wantsRead, sent < total {
        let read = try client.readByteCount ?? read
        let count = Int.random(in: 1...min(read, total - sent), using: &random)
        client.receive(bytes(count))
        sent += count
      }
      // The task takes everything that waits, or nothing.
      #expect(sent - taken <= 3 * (sizes.readByteCount ?? piece))
      guard Bool.random(using: &random) || sent == total || !client.socket.wantsRead else {
        continue
      }
      for length in client.takeLengths() {
        taken += length
        client.use(length)
      }
    }
    #expect(taken == total)
  }
}

/// A connection whose reads are delivered only when they are wanted, as those of a socket.
private final class CollectedConnection {
  let channel = EmbeddedChannel()
  let socket = WantedReads()
  let connection: ConnectionGuard
  private var waiting: [[UInt8]] = []

  init() throws {
    connection = ConnectionGuard(
      limits: ConnectionLimits(), admission: ConnectionAdmission(limitPerAddress: 64),
      now: channel.eventLoop.now)
    try channel.pipeline.syncOperations.addHandlers([socket, connection])
    let client = try SocketAddress(ipAddress: "192.0.2.1", port: 1)
    channel.remoteAddress = client
    channel.connect(to: client, promise: nil)
    channel.read()
  }

  /// Lets bytes arrive, which stay in the system until a read is wanted.
  func receive(_ bytes: [UInt8]) {
    waiting.append(bytes)
    deliver()
  }

  func use(_ byteCount: Int) {
    if connection.flow.use(byteCount) { connection.releaseBody() }
    deliver()
  }

  func endUse() {
    if connection.flow.endUse() { connection.releaseBody() }
    deliver()
  }

  /// The size of the reads of large pieces, `nil` if the reads are those of every connection.
  var readByteCount: Int? {
    get throws {
      guard connection.readByteCount != nil else { return nil }
      let allocator = try channel.syncOptions?.getOption(.recvAllocator)
      return (allocator as? FixedSizeRecvByteBufferAllocator)?.capacity
    }
  }

  private func deliver() {
    while socket.wantsRead, !waiting.isEmpty {
      socket.wantsRead = false
      channel.pipeline.fireChannelRead(ByteBuffer(bytes: waiting.removeFirst()))
      channel.pipeline.fireChannelReadComplete()
      channel.read()
    }
  }

  @discardableResult func takeLengths() -> [Int] {
    var lengths: [Int] = []
    while let buffer = try? channel.readInbound(as: ByteBuffer.self) {
      lengths.append(buffer.readableBytes)
    }
    return lengths
  }
}

/// The reads that a connection requests of its socket.
private final class WantedReads: ChannelOutboundHandler {
  typealias OutboundIn = ByteBuffer

  var wantsRead = false
  private(set) var readCount = 0

  func read(context: ChannelHandlerContext) {
    wantsRead = true
    readCount += 1
    context.read()
  }
}
