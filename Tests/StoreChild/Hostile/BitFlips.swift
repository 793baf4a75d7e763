// SPDX-License-Identifier: Apache-2.0

import GalleryTestData
import PageStorage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A test that flips single random bits in copies of a store and judges the store's behavior.
///
/// It prints `step NUMBER STEP FILE BIT` before each step, so that the last line locates a trap;
/// then one `violation NUMBER FILE BIT TEXT` per violation, and `flip NUMBER OUTCOME...`.
struct BitFlips {
  /// The files in which a bit is flipped.
  enum Target: String {
    case catalog
    case log
    case records
    case originals

    func contains(_ path: String) -> Bool {
      switch self {
      case .catalog: path == "/catalogue.sqlite"
      case .log: path.hasPrefix("/catalogue.sqlite-") && !path.hasSuffix("-shm")
      case .records: path.hasPrefix("/records/")
      case .originals: path.hasPrefix("/blobs/")
      }
    }
  }

  private let target: Target
  private let image: FolderImage
  private let work: String
  private let expected: StoreSnapshot
  private let paths: [String]
  private let places: [[UInt8]: String]

  /// Reads the store, and records what it serves while it is sound.
  init(_ target: Target, template: String) async throws(PageStoreError) {
    self.target = target
    image = FolderImage(of: template)
    work = "\(template)-flips-\(getpid())"
    paths = image.files.keys.filter(target.contains).sorted()
    let originals = image.files.filter { $0.key.hasPrefix("/blobs/") }
    places = Dictionary(originals.map { ($0.value, $0.key) }) { first, _ in first }
    image.write(to: work)
    var configuration = StoreTemplate.configuration
    configuration.access = .readOnly
    let store = try await PageStore.open(at: work, configuration: configuration)
    expected = await StoreSnapshot(store)
    let isSound = try await store.verify().isSound
    await store.close()
    FolderImage.remove(work)
    StoreChild.say("template \(isSound && expected.errors.isEmpty ? "sound" : "damaged")")
  }

  /// Flips the bits of a range of numbers.
  ///
  /// - Parameters:
  ///   - seed: The seed; each flip depends only on the seed and its number.
  ///   - numbers: The numbers of the flips.
  func run(seed: UInt64, _ numbers: Range<Int>) async {
    for number in numbers { await run(seed: seed, number) }
    StoreChild.say("end flips")
  }

  private func run(seed: UInt64, _ number: Int) async {
    var random = SeededGenerator(seed: seed &* 1_000_003 &+ UInt64(number))
    let size = paths.reduce(0) { $0 + (image.files[$1]?.count ?? 0) }
    guard size > 0 else { return StoreChild.say("flip \(number) nothing-there") }
    var bit = Int.random(in: 0..<size * 8, using: &random)
    for path in paths {
      var bytes = image.files[path] ?? []
      guard bit >= bytes.count * 8 else {
        let original = target == .originals ? bytes : nil
        bytes[bit / 8] ^= 1 << UInt8(bit % 8)
        return await judge(number, path, bit, bytes, original)
      }
      bit -= bytes.count * 8
    }
  }

  private func judge(
    _ number: Int, _ path: String, _ bit: Int, _ bytes: [UInt8], _ original: [UInt8]?
  ) async {
    var judge = FlipJudge(
      folder: work, expected: expected, places: places, damagedOriginal: original)
    for step in ["read", "write", "repair"] {
      StoreChild.say("step \(number) \(step) \(path) \(bit)")
      ProcessLimits.endProcess(inSeconds: 60)
      FolderImage.remove(work)
      image.write(to: work, changed: (path, bytes))
      switch step {
      case "read": await judge.read()
      case "write": await judge.write()
      default: await judge.repair()
      }
    }
    ProcessLimits.endProcess(inSeconds: 0)
    FolderImage.remove(work)
    for violation in judge.violations {
      StoreChild.say("violation \(number) \(path) \(bit) \(violation)")
    }
    StoreChild.say((["flip", "\(number)"] + judge.outcomes).joined(separator: " "))
  }
}
