// SPDX-License-Identifier: Apache-2.0

import NIOCore

extension ConnectionGuard {
  /// Writes a chunk of the response that is being sent, past the encoder, which knows nothing of it.
  ///
  /// - Parameter chunk: The chunk with its framing.
  /// - Returns: Whether it was written: not while the client has not taken all earlier bytes, nor in a response without
  ///   chunks.
  func sendChunk(_ chunk: ByteBuffer) -> Bool {
    guard state == .open, !isUnframed, progress.isResponding, progress.pendingWriteCount == 0,
      let context
    else { return false }
    write(chunk, context, nil)
    flush(context: context)
    return true
  }

  /// Whether the client has closed its side, or the connection has ended.
  var isEnding: Bool { isInputClosed || !isActive }

  /// Returns when the client has taken all bytes, or the connection has ended.
  func whenTaken() -> EventLoopFuture<Void>? {
    guard isActive, progress.pendingWriteCount > 0, let context else { return nil }
    let promise = taken ?? context.eventLoop.makePromise()
    taken = promise
    return promise.futureResult
  }

  /// Ends the waiting for the client.
  func endWaiting() {
    taken?.succeed()
    taken = nil
  }
}
