// SPDX-License-Identifier: Apache-2.0

/// The use of a request's body by its task, of which its connection learns; see ``BodyFlow``.
struct BodyUse: Sendable {
  private let connection = CurrentConnection.value
  private let flow: BodyFlow?
  /// Kept until the end of the use.
  private let large: LargeBody?

  /// Begins the use, before the first byte is taken.
  ///
  /// - Parameter byteCount: The announced length of the body; without one, its parts pass as they arrive.
  init(_ byteCount: Int?) async {
    // The connection is asked on another thread, which a small body is not worth.
    let isLarge = byteCount.map { $0 > BodyFlow.headByteCount + BodyFlow.pieceByteCount } ?? false
    flow = isLarge ? await connection.bodyFlow() : nil
    large = flow == nil ? nil : LargeBody()
    flow?.beginUse(large == nil ? .common : .large)
  }

  /// Notes that bytes were taken.
  func note(_ byteCount: Int) {
    if flow?.use(byteCount) == true { connection.releaseBody() }
  }

  /// Ends the use; what follows is not collected.
  func end() {
    if flow?.endUse() == true { connection.releaseBody() }
  }
}
