// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import GalleryTestData
import PageStorage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Calls every function on crafted stores.
///
/// Each store is a folder `NAME.PART/store`, where the part is `read`, `write` or `repair`. It
/// prints `step NAME.PART CALL` before each call, `error NAME.PART CALL CODE` after a call that
/// failed, and `end NAME.PART PEAK` with the peak memory in MiB. A call that takes too long ends
/// the process.
struct StoreVisit {
  /// The peak memory, in MiB, above which a new process must continue.
  private static let memoryLimit = 200

  let item: String
  let path: String
  let seconds: Int

  /// Visits one store after the other.
  ///
  /// - Parameters:
  ///   - folder: The parent folder of the stores.
  ///   - words: The time limit of a part in seconds, and the names of the folders.
  static func run(below folder: String, _ words: [String]) async {
    guard let seconds = words.first.flatMap({ Int($0) }) else { exit(2) }
    ProcessLimits.apply()
    for item in words.dropFirst() {
      ProcessLimits.endProcess(inSeconds: seconds)
      await StoreVisit(item: item, path: "\(folder)/\(item)/store", seconds: seconds).run()
      StoreChild.say("end \(item) \(ProcessLimits.peakMemory)")
      if ProcessLimits.peakMemory > memoryLimit { exit(0) }
    }
  }

  private func run() async {
    switch item.split(separator: ".").last {
    case "read":
      if let store = await open(.readOnly) { await read(store) }
    case "write":
      if let store = await open(.readWrite) { await write(store) }
    default: await repair()
    }
  }

  func call<Value>(
    _ name: String, _ body: () async throws(PageStoreError) -> Value
  ) async -> Value? {
    StoreChild.say("step \(item) \(name)")
    do throws(PageStoreError) {
      return try await body()
    } catch {
      StoreChild.say("error \(item) \(name) \(error.code)")
      return nil
    }
  }

  private func open(_ access: PageStoreConfiguration.Access) async -> PageStore? {
    var configuration = StoreTemplate.configuration
    configuration.access = access
    return await call("open") { () async throws(PageStoreError) in
      try await PageStore.open(at: path, configuration: configuration)
    }
  }

  private func repair() async {
    let report = await call("repair") { () async throws(PageStoreError) in
      try await PageStore.repair(at: path, configuration: StoreTemplate.configuration)
    }
    guard let store = await open(.readWrite) else { return }
    let isSound = await call("verify") { () async throws(PageStoreError) in
      try await store.verify().isSound
    }
    StoreChild.say("repaired \(item) \(report != nil) \(isSound == true)")
    _ = await call("append") { () async throws(PageStoreError) in
      let document = try await store.documents().first?.id ?? DocumentID(1)
      return try await store.append(.bytes(PagePicture.bytes(998)), to: document)
    }
    await store.close()
  }
}
