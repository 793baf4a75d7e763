// SPDX-License-Identifier: Apache-2.0

import Crypto
import GalleryTestSupport

@testable import PageStorage

/// A call of an engine for bytes, on one of a few originals.
enum BlobStep: Sendable {
  case put(UInt8)
  case read(UInt8)
  case remove(Set<UInt8>)
  case list(prefix: String, after: UInt8?, limit: Int)

  static func random(using random: inout SeededGenerator) -> Self {
    let number = UInt8.random(in: 0..<8, using: &random)
    switch Int.random(in: 0..<4, using: &random) {
    case 0: return .put(number)
    case 1: return .read(number)
    case 2: return .remove([number, UInt8.random(in: 0..<8, using: &random)])
    default:
      let length = Int.random(in: 0...3, using: &random)
      let after = Bool.random(using: &random) ? UInt8.random(in: 0..<8, using: &random) : nil
      return .list(
        prefix: String(digest(number).description.prefix(length)), after: after,
        limit: Int.random(in: 0...9, using: &random))
    }
  }

  static func bytes(_ number: UInt8) -> [UInt8] {
    [UInt8](repeating: number, count: 1 + Int(number) * 1_000)
  }

  static func digest(_ number: UInt8) -> ContentDigest {
    ContentDigest(SHA256.hash(data: bytes(number)))
  }

  /// Makes the call on an engine, and returns its result as text.
  func make(on blobs: any BlobStore) async -> String {
    do {
      switch self {
      case .put(let number):
        return "\(try await blobs.put(BytesInMemory(Self.bytes(number)), as: Self.digest(number)))"
      case .read(let number):
        return "\(try await blobs.bytes(of: Self.digest(number), limit: .max).count)"
      case .remove(let numbers):
        try await blobs.remove(Set(numbers.map(Self.digest)))
        return ""
      case .list(let prefix, let after, let limit):
        let last = after.map(Self.digest)
        return "\(try await blobs.digests(from: prefix, after: last, limit: limit))"
      }
    } catch {
      return "\(error)"
    }
  }

  /// Makes the call on the numbers of the stored originals, and returns its result as text.
  func make(on stored: inout Set<UInt8>) -> String {
    switch self {
    case .put(let number): return "\(stored.insert(number).inserted)"
    case .read(let number):
      guard stored.contains(number) else {
        return "\(PageStoreError.corrupted(.original(Self.digest(number))))"
      }
      return "\(Self.bytes(number).count)"
    case .remove(let numbers):
      stored.subtract(numbers)
      return ""
    case .list(let prefix, let after, let limit):
      let first = after.map { Self.digest($0).description } ?? ""
      let texts = stored.map { Self.digest($0).description }
        .filter { $0.hasPrefix(prefix) && $0 > first }
      return "[" + texts.sorted().prefix(limit).joined(separator: ", ") + "]"
    }
  }
}
