// SPDX-License-Identifier: Apache-2.0

/// The entry of original bytes in the catalog.
struct BlobRow: Equatable {
  var id: Int64
  var digest: ContentDigest
  var byteCount: Int
  var header: PageHeader?
  var damage: String?

  var checksum: Int64 {
    var sum = Checksum()
    sum.add(id)
    digest.withUnsafeBytes { sum.add($0) }
    sum.add(Int64(byteCount))
    if let header {
      header.withStoredBytes { sum.add($0) }
    } else {
      sum.add(UnsafeRawBufferPointer(start: nil, count: 0))
    }
    Array((damage ?? "").utf8).withUnsafeBytes { sum.add($0) }
    return sum.stored
  }
}

extension BlobRow {
  static var damagedIndex: PageStoreError {
    .corrupted(.catalog(message: "an index differs from its table; repair rebuilds it"))
  }
}
