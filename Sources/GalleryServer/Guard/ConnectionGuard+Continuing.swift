// SPDX-License-Identifier: Apache-2.0

import NIOCore

extension ConnectionGuard {
  private static let continuation = ByteBuffer(string: "HTTP/1.1 100 Continue\r\n\r\n")

  /// Tells the client to send the body of the request that is being answered.
  ///
  /// Nothing is sent if the body is complete, to clients of HTTP/1.0, and while earlier requests are
  /// answered. The response bypasses the encoder, which knows nothing of it.
  func sendContinue() {
    guard state == .open, framing.isInBody, !framing.message.isVersion10, !progress.isResponding,
      progress.owedCount == 1, let context
    else { return }
    write(Self.continuation, context, nil)
    flush(context: context)
  }
}
