// SPDX-License-Identifier: Apache-2.0

/// Room on the disk that is given up when there is no other, so that deleting works on a full disk.
///
/// SQLite needs room in its log also for what makes room, and cannot open a store without some.
struct ReserveFile: Sendable {
  let path: String
  let byteCount: Int

  /// What one change takes; less is of no use.
  private static let minimumByteCount = 64 << 10

  /// Takes the room unless it is taken: all of it if the disk has plenty, else a quarter of what is
  /// left.
  func restore() {
    let taken = ((try? SystemCalls.byteCount(of: path)) ?? nil) ?? 0
    guard taken < byteCount, let available = SystemCalls.availableByteCount(at: parent) else {
      return
    }
    let wanted = min(byteCount, available / 4)
    guard wanted == byteCount || taken == 0 && wanted >= Self.minimumByteCount else { return }
    guard let descriptor = try? SystemCalls.open(path, .create) else { return }
    defer { SystemCalls.closeFile(descriptor) }
    do {
      try SystemCalls.allocate(descriptor, byteCount: wanted)
    } catch {
      _ = try? SystemCalls.removeFile(path)
    }
  }

  /// Gives the room up.
  ///
  /// - Returns: `false` if there was none.
  func release() -> Bool {
    (try? SystemCalls.removeFile(path)) ?? false
  }

  private var parent: String {
    String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
  }
}
