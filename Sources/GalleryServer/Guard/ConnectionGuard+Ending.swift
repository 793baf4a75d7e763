// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import HTTPTypes
import Logging
import NIOCore

extension ConnectionGuard {
  /// Makes a request the last one of its connection if its body has not arrived when its response begins.
  ///
  /// A proxy may give up such a body and send the next client's request on the same connection (HAProxy 2.6
  /// does), which the server would take for the rest of the body.
  ///
  /// - Returns: Whether it has.
  func endAfterEarlyResponse() -> Bool {
    guard progress.owedCount == 1, framing.isInBody else { return false }
    framing.endAfterRequest()
    return true
  }

  /// Whether the response that begins is the last one, because its request asked for that or for another protocol.
  var owesLastResponse: Bool { progress.owedCount == 1 && framing.isLastRequest }

  /// Notes the beginning of a response, and whether it is the last one of the connection.
  func beginResponse(isLast: Bool) {
    isLastResponse = isLast
    progress.beginResponse()
  }

  /// Notes the end of a response.
  func endResponse() {
    guard let context else { return }
    progress.endResponse(now: context.eventLoop.now)
    let isEarly = progress.owedCount == 0 && framing.isInBody
    if case .rejected(let error) = state, !isLastResponse {
      reject(error)
    } else if isEarly, state == .open {
      // Closing with unread bytes would reset the connection, and the client could lose the response.
      progress.beginDraining(now: context.eventLoop.now)
    } else if isLastResponse || (progress.owedCount == 0 && framing.isLastRequest) {
      finish()
    }
    updateTimer()
  }

  /// Closes the connection after all writes.
  func finish(_ reason: CloseReason = .lastResponse) {
    switch state {
    case .open, .rejected: break
    case .closing, .refusing, .closed: return
    }
    state = .closing(reason)
    progress.stopReading()
    if progress.pendingWriteCount == 0 { end(reason) }
  }

  /// Rejects a request as soon as all earlier ones are answered.
  func reject(_ error: FramingError) {
    if state == .open { admission.reject(error) }
    state = .rejected(error)
    let ownCount = framing.isInBody ? 1 : 0
    if progress.owedCount < ownCount || (progress.isResponding && progress.owedCount == ownCount) {
      end(.malformedRequest)
    } else if progress.owedCount == ownCount {
      refuse(Refusal(error), .malformedRequest)
    }
  }

  /// Refuses the only request that is not answered, because the decoder cannot read it.
  ///
  /// - Returns: Whether the guard answers it.
  func refuseUnreadable() -> Bool {
    guard state == .open, progress.owedCount == 1, !progress.isResponding else { return false }
    admission.reject(.unreadableRequest)
    refuse(Refusal(.unreadableRequest), .malformedRequest)
    return true
  }

  /// Writes a response of the guard, and closes the connection.
  func refuse(_ refusal: Refusal?, _ reason: CloseReason) {
    guard let context, let refusal else { return end(reason) }
    state = .refusing(reason)
    progress.stopReading()
    let id = RequestID.random()
    logger?.info(
      "refused",
      metadata: [
        "request": "\(id)", "status": .stringConvertible(refusal.code.status.code),
        "reason": "\(refusal.error?.rawValue ?? reason.rawValue)",
      ])
    write(ByteBuffer(string: refusal.text(requestID: id, at: Date())), context, nil)
    flush(context: context)
  }

  /// Closes the connection at once.
  func end(_ reason: CloseReason) {
    if case .closed = state { return }
    state = .closed(reason)
    context?.close(mode: .all, promise: nil)
  }
}
