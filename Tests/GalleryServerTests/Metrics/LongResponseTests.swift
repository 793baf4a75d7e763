// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import Synchronization
import Testing

@testable import GalleryServer

/// The pace of a long response.
struct LongResponseTests {
  /// The order of what happens to a response.
  private final class Steps: Sendable {
    let all = Mutex<[String]>([])

    func note(_ step: String) { all.withLock { $0.append(step) } }
  }

  private struct Writer: ResponseBodyWriter {
    let steps: Steps

    mutating func write(_ buffer: ByteBuffer) async throws { steps.note("\(buffer.readableBytes)") }

    consuming func finish(_ trailingHeaders: HTTPFields?) async throws { steps.note("end") }
  }

  @Test func waitsForTheConnectionAfterEachLongPiece() async throws {
    var response = Response(
      status: .ok,
      body: ResponseBody { writer in
        for count in [10_000, 20, 65_536] {
          try await writer.write(ByteBuffer(repeating: 1, count: count))
        }
        try await writer.finish(nil)
      })
    let request = HTTPRequest(method: .get, scheme: "http", authority: "a", path: "/")
    response.end(
      RequestRecord(request, id: "1", metrics: RequestMetrics(), logger: Logger(label: "test")))
    let steps = Steps()
    let connection = CurrentConnection(invite: {}, catchUp: { steps.note("caught up") })
    try await CurrentConnection.$value.withValue(connection) {
      try await response.body.write(Writer(steps: steps))
    }
    #expect(
      steps.all.withLock(\.self) == ["10000", "caught up", "20", "65536", "caught up", "end"])
  }
}
