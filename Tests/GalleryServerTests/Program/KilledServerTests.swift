// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryPages
import GalleryTestSupport
import NIOCore
import PageStorage
import Synchronization
import Testing

/// A server that is killed while clients make edits with keys and repeat those that got no response.
///
/// 60 edits by 4 clients; `GALLERY_SERVER_KEYED_EDITS=1000` makes 1,000 by 8.
struct KilledServerTests {
  private static let wanted = TestEnvironment.number("GALLERY_SERVER_KEYED_EDITS")
  private static let clientCount = wanted == nil ? 4 : 8
  private static let editCount = (wanted ?? 60) / clientCount

  @Test func everyEditIsAppliedOnce() async throws {
    let folder = TestFiles.folder
      .appendingPathComponent("gallery-server-killed-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.path + "/store"
    let pages = try await Self.makeStore(at: path)
    let supervisor = try Supervisor(path, in: folder.path)
    let replays = try await withThrowingTaskGroup(of: Int.self) { group in
      for client in 0..<Self.clientCount {
        group.addTask {
          var replayCount = 0
          for number in 0..<Self.editCount {
            let edit = Edit(client: client, number: number, page: pages[client])
            if try await edit.makeUntilAnswered(by: supervisor) { replayCount += 1 }
          }
          return replayCount
        }
      }
      group.addTask {
        try await supervisor.killUntilEnd()
        return 0
      }
      var (sum, ended) = (0, 0)
      for try await count in group {
        sum += count
        ended += 1
        if ended == Self.clientCount { supervisor.end() }
      }
      return sum
    }
    print(
      "killed server: \(Self.clientCount) x \(Self.editCount) edits,"
        + " \(supervisor.killCount) kills, \(replays) responses repeated")
    #expect(supervisor.killCount > 0)
    try await Self.expectEachEditOnce(at: path, pages)
  }

  private static func makeStore(at path: String) async throws -> [PageID] {
    let store = try await PageStore.open(at: path)
    let document = try await store.createDocument(title: "pages").id
    let inputs = (0..<clientCount).map { PageInput.bytes(TestImage.png($0)) }
    let pages = try await store.ingest(inputs, into: document).map { try $0.get().id }
    await store.close()
    return pages
  }

  private static func expectEachEditOnce(at path: String, _ pages: [PageID]) async throws {
    let store = try await PageStore.open(at: path)
    let documents = try await store.documents()
    let created = documents.filter { $0.title != "pages" }.map(\.title).sorted()
    let rotationCount = (0..<editCount).count { $0 % 2 == 0 }
    let titles = (0..<clientCount).flatMap { client in
      (0..<editCount).filter { $0 % 2 == 1 }.map { "\(client)-\($0)" }
    }
    #expect(created == titles.sorted())
    let pagesDocument = try #require(documents.first { $0.title == "pages" })
    #expect(pagesDocument.revision == 1 + clientCount * rotationCount)
    for page in pages {
      #expect(try await store.page(page).rotation.count == rotationCount % 4)
    }
    #expect(try await store.verify().problems == [])
    await store.close()
  }
}

/// One edit of one client: a rotation, or a new document.
private struct Edit {
  let client: Int
  let number: Int
  let page: PageID

  private struct NoAnswer: Error {}

  private func request(port: Int) -> String {
    let isRotation = number % 2 == 0
    let body = isRotation ? "{\"rotation\":90}" : "{\"title\":\"\(client)-\(number)\"}"
    let target =
      isRotation ? "PATCH /api/v1/pages/\(page.rawValue)" : "POST /api/v1/documents"
    return """
      \(target) HTTP/1.1\r
      Host: 127.0.0.1:\(port)\r
      Content-Type: application/json\r
      Idempotency-Key: client-\(client)-edit-\(number)\r
      Content-Length: \(body.utf8.count)\r
      \r
      \(body)
      """
  }

  /// Sends the edit until it is answered.
  ///
  /// - Returns: Whether the answer was that of an earlier request.
  func makeUntilAnswered(by supervisor: Supervisor) async throws -> Bool {
    while true {
      let port = supervisor.port
      let answer = (try? await RawConnection.send(request(port: port), to: port)) ?? ""
      if answer.hasPrefix("HTTP/1.1 20"), answer.contains("\r\n\r\n{") {
        return answer.lowercased().contains("idempotent-replay: true")
      }
      // Anything else: no answer, or one that asks for a repetition.
      let status = answer.split(separator: " ").dropFirst().first.flatMap { Int($0) }
      if let status, ![200, 201, 409, 503].contains(status) {
        Issue.record("\(answer)")
        throw NoAnswer()
      }
      try await Task.sleep(for: .milliseconds(10))
    }
  }
}

/// Starts the server, kills it, and starts it again.
private final class Supervisor: Sendable {
  private struct State {
    var port = 0
    var isEnding = false
    var killCount = 0
  }

  private let path: String
  private let folder: String
  private let state = Mutex(State())

  init(_ path: String, in folder: String) throws { (self.path, self.folder) = (path, folder) }

  var port: Int { state.withLock(\.port) }
  var killCount: Int { state.withLock(\.killCount) }

  /// Makes the present server the last one.
  func end() { state.withLock { $0.isEnding = true } }

  func killUntilEnd() async throws {
    while !state.withLock(\.isEnding) {
      let server = try ServerChild(["--store", path], in: folder)
      var failure: (any Error)?
      do {
        let port = try await server.port()
        state.withLock { $0.port = port }
        // Later ones live longer: on a busy machine, no request might be answered otherwise.
        let longest = 250 + 20 * killCount
        try await Task.sleep(for: .milliseconds(Int.random(in: 20...longest)))
      } catch {
        failure = error
      }
      server.child.kill()
      await server.child.waitUntilExit()
      if let failure { throw failure }
      state.withLock { $0.killCount += 1 }
    }
  }
}
