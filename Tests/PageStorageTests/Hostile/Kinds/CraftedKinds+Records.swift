// SPDX-License-Identifier: Apache-2.0

extension CraftedKinds {
  /// Records that no store writes: beside a catalog, in a separate slot, and without a catalog.
  @CraftedKindBuilder static var records: [CraftedKind] {
    for (name, lines) in lines { kinds(name) { lines($0).flatMap(CraftedChecksum.line) } }
    for (name, bytes) in bytes { kinds(name, bytes) }
  }

  private static func kinds(_ name: String, _ bytes: @escaping Bytes) -> [CraftedKind] {
    [
      CraftedKind("\(name) at the end of the records", .mayLosePages) { craft in
        try craft.edit("records/0") { $0 += bytes(craft) }
      },
      CraftedKind("\(name) in records of another slot", .mayLosePages) { craft in
        try craft.write(bytes(craft), to: "records/3")
        try craft.makeFolder("incoming/3")
      },
      CraftedKind("\(name) in records without a catalog", .mayLosePages) { craft in
        try craft.edit("records/0") { $0 += bytes(craft) }
        try craft.write([UInt8](repeating: 3, count: 5_000), to: "catalogue.sqlite")
      },
    ]
  }

  private typealias Lines = @Sendable (StoreCraft) -> [String]
  private typealias Bytes = @Sendable (StoreCraft) -> [UInt8]

  private static var lines: [(String, Lines)] {
    let last = "9223372036854775807"
    let numbers = 1_000..<21_000
    return [
      ("a change", { _ in ["change"] }),
      ("two changes", { _ in ["change", "change"] }),
      (
        "a page of an original that is there",
        { craft in
          ["change"]
            + (0..<5).compactMap { place in
              (try? craft.digest(place)).map { "page \(500 + place) 1 \($0)" }
            }
        }
      ),
      (
        "originals that replace each other",
        { craft in
          ["change"]
            + (0..<5).compactMap { place in
              (try? craft.digest(place)).map { "replace 1 \($0)" }
            }
        }
      ),
      (
        "the greatest page",
        { craft in
          ["change", "page 18446744073709551615 1 \((try? craft.digest()) ?? "")"]
        }
      ),
      (
        "the greatest signed page",
        { craft in
          ["change", "page \(last) 1 \((try? craft.digest()) ?? "")"]
        }
      ),
      ("page 0", { craft in ["change", "page 0 0 \((try? craft.digest()) ?? "")"] }),
      (
        "the greatest document",
        { craft in
          ["change", "document \(last) x", "page 600 \(last) \((try? craft.digest()) ?? "")"]
        }
      ),
      (
        "a negative document",
        { craft in
          ["change", "document -5 x", "page 600 -5 \((try? craft.digest()) ?? "")"]
        }
      ),
      (
        "a page of no document",
        { craft in
          ["change", "page 600 77 \((try? craft.digest()) ?? "")"]
        }
      ),
      (
        "a page of an original that is not there",
        { _ in
          ["change", "page 600 1 " + String(repeating: "0", count: 64)]
        }
      ),
      (
        "a digest with a path",
        { _ in
          ["change", "page 600 1 ../../../outside/file" + String(repeating: "0", count: 41)]
        }
      ),
      (
        "a title of 10 MB",
        { _ in
          ["change", "document 50 " + String(repeating: "x", count: 10_000_000)]
        }
      ),
      (
        "metadata of a page",
        { _ in ["change", "metadata 2 {\"source\":\"crafted\"}", "metadata 3 {}"] }
      ),
      (
        "metadata that are none",
        { _ in
          let lists = String(repeating: "[", count: 4_000)
          return ["change", "metadata 2", "metadata 2 x", "metadata 2 \(lists)", "metadata x {}"]
        }
      ),
      (
        "metadata of 10 MB",
        { _ in
          [
            "change",
            "metadata 2 {\"source\":\"" + String(repeating: "x", count: 10_000_000) + "\"}",
          ]
        }
      ),
      ("metadata of the last page", { _ in ["change", "metadata \(last) {}", "metadata -1 {}"] }),
      (
        "metadata of 20,000 pages",
        { _ in ["change"] + numbers.map { "metadata \($0) {\"source\":\"x\"}" } }
      ),
      ("20,000 documents", { _ in ["change"] + numbers.map { "document \($0) x" } }),
      (
        "20,000 pages",
        { craft in
          let digest = (try? craft.digest()) ?? ""
          return ["change"] + numbers.map { "page \($0) 1 \(digest)" }
        }
      ),
      ("unknown words", { _ in ["change", "", " ", "rotate 1 1", "page", "document 1"] }),
    ]
  }

  private static var bytes: [(String, Bytes)] {
    [
      ("noise", { _ in (0..<50_000).map { UInt8(truncatingIfNeeded: $0 &* 37 >> 2) } }),
      ("20 MB without an end of line", { _ in [UInt8](repeating: 0x61, count: 20_000_000) }),
      ("a million empty lines", { _ in [UInt8](repeating: 0x0A, count: 1_000_000) }),
    ]
  }
}
