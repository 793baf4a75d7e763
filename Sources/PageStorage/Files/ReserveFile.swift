// SPDX-License-Identifier: Apache-2.0

/// Room on the disk that is given up when there is no other, so that deleting works on a full disk.
///
/// SQLite needs room in its log also for what makes room, and cannot open a store without some.
struct ReserveFile: Sendable {
  let folder: Folder
  let byteCount: Int

  private var name: String { StoreFolder.reserveName }

  /// What one change takes; less is of no use.
  private static let minimumByteCount = 64 << 10

  /// Takes the room unless it is taken: all of it if the disk has plenty, else a quarter of what is
  /// left.
  ///
  /// What was not made by a store stays as it is.
  func restore() {
    let taken: Int
    do {
      try folder.checkIsOwnFile(name)
      let status = try folder.status(of: name)
      // A copy of a store may have a hole in its place, which reserves nothing.
      taken = status.map { $0.isAllocated ? $0.byteCount : 0 } ?? 0
    } catch {
      return
    }
    guard taken < byteCount,
      let available = SystemCalls.availableByteCount(at: folder.descriptor)
    else { return }
    let wanted = min(byteCount, available / 4)
    guard wanted == byteCount || taken == 0 && wanted >= Self.minimumByteCount else { return }
    guard let (file, _) = try? folder.openToWrite(name) else { return }
    defer { SystemCalls.closeFile(file) }
    do {
      try SystemCalls.allocate(file, byteCount: wanted)
    } catch {
      _ = release()
    }
  }

  /// Gives the room up.
  ///
  /// - Returns: `false` if there was none.
  func release() -> Bool {
    guard (try? folder.checkIsOwnFile(name)) != nil else { return false }
    return (try? folder.remove(name)) ?? false
  }
}
