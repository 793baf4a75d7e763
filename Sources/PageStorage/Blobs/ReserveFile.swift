// SPDX-License-Identifier: Apache-2.0

/// Room on the disk that is given up when there is no other, so that deleting works on a full disk.
///
/// SQLite needs room in its log also for what makes room, and cannot open a store without some.
struct ReserveFile: Sendable {
  let path: String
  let byteCount: Int

  /// Takes the room unless it is taken, if the disk has plenty.
  func restore() {
    guard byteCount > 0, (try? SystemCalls.byteCount(of: path)) ?? nil != byteCount else { return }
    guard let available = SystemCalls.availableByteCount(at: parent), available > 3 * byteCount
    else {
      return
    }
    guard let descriptor = try? SystemCalls.open(path, .create) else { return }
    defer { SystemCalls.closeFile(descriptor) }
    do {
      try SystemCalls.allocate(descriptor, byteCount: byteCount)
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
