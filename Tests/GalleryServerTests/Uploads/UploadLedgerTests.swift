// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryTestSupport
import PageStorage
import Testing

@testable import GalleryServer

/// Random uses of a ledger, compared with a list of what must be the case.
struct UploadLedgerTests {
  /// An upload as it should be.
  private struct Known {
    let key: Upload.Key
    let page: StagedPage
    let expiry: Int
    var state = Upload.State.waiting
  }

  private struct Model {
    var known: [Known] = []
    var now = 0

    func index(_ key: Upload.Key) -> Int? {
      known.firstIndex { $0.key == key && ($0.expiry > now || $0.state == .inUse) }
    }

    func usage(of client: ClientID) -> UploadUsage {
      // Expired uploads count until they are removed.
      known.filter { $0.key.client == client && !$0.state.isCommitted }
        .reduce(into: UploadUsage()) {
          $0 += UploadUsage(byteCount: $1.page.byteCount, fileCount: 1)
        }
    }
  }

  private static let lifetime = 20

  @Test(arguments: 0..<20 as Range<UInt64>)
  func keepsItsRules(seed: UInt64) async throws {
    try await TestServer.run { server in
      var random = SeededGenerator(seed: seed)
      var limits = UploadLimits()
      (limits.maximumFileCount, limits.lifetime) = (4, .seconds(Self.lifetime))
      var ledger = UploadLedger(limits: limits)
      var model = Model()
      for _ in 0..<150 {
        try await step(server.store, &ledger, &model, &random, limits)
        for client in Self.clients {
          #expect(ledger.usage(of: client) == model.usage(of: client), "seed \(seed)")
        }
        for key in Self.keys {
          let found = ledger.upload(key, at: .seconds(model.now))
          let expected = model.index(key).map { model.known[$0] }
          #expect(found?.page === expected?.page, "seed \(seed)")
          #expect(found?.state == expected?.state, "seed \(seed)")
        }
        #expect(server.incoming.count == model.known.count { !$0.state.isCommitted })
      }
    }
  }

  private static let clients = [ClientID.anyone, ClientID(rawValue: "b")]
  private static let keys: [Upload.Key] = clients.flatMap { client in
    (0..<4).compactMap { number in
      (try? UploadID(TestServer.uuid(number))).map { Upload.Key(client: client, id: $0) }
    }
  }

  private func step(
    _ store: PageStore, _ ledger: inout UploadLedger, _ model: inout Model,
    _ random: inout SeededGenerator, _ limits: UploadLimits
  ) async throws {
    let key = try #require(Self.keys.randomElement(using: &random))
    let now = Duration.seconds(model.now)
    switch Int.random(in: 0..<8, using: &random) {
    case 0..<3:
      let page = try await store.stage(.bytes(TestImage.png(Int.random(in: 0..<9, using: &random))))
      let usage = UploadUsage(byteCount: page.byteCount, fileCount: 1)
      guard model.usage(of: key.client).fileCount < limits.maximumFileCount else {
        #expect(throws: Problem.self) { try ledger.take(usage, of: key.client) }
        return
      }
      try ledger.take(usage, of: key.client)
      let upload = ledger.add(page, as: key, at: now)
      guard model.index(key) == nil else {
        #expect(upload.page !== page)
        return ledger.free(usage, of: key.client)
      }
      model.known.removeAll { $0.key == key }
      model.known.append(Known(key: key, page: page, expiry: model.now + Self.lifetime))
    case 3:
      guard model.index(key).map({ model.known[$0].state == .inUse }) != true else { return }
      ledger.remove(key)
      model.known.removeAll { $0.key == key }
    case 4, 5:
      let index = model.index(key)
      let isFree = index.map { model.known[$0].state == .waiting } ?? false
      let pages = try? ledger.claim([key.id], of: key.client, at: now)
      #expect((pages != nil) == isFree)
      if isFree, let index { model.known[index].state = .inUse }
    case 6:
      guard let index = model.index(key), model.known[index].state == .inUse else { return }
      let document = Bool.random(using: &random) ? DocumentID(7) : nil
      if document != nil { model.known[index].page.discard() }
      ledger.settle([key.id], of: key.client, in: document)
      model.known[index].state = document.map { .committed($0) } ?? .waiting
    default:
      model.now += Int.random(in: 0...9, using: &random)
      ledger.removeExpired(at: .seconds(model.now))
      model.known.removeAll { $0.expiry <= model.now && $0.state != .inUse }
    }
  }
}

extension Upload.State {
  fileprivate var isCommitted: Bool {
    if case .committed = self { true } else { false }
  }
}
