// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import NIOCore
import NIOHTTP1

/// A handler behind the decoder of requests, which puts the authority of a target in absolute form into the
/// field `Host`: RFC 9112, 3.2.2.
///
/// The next handler keeps only the path of such a target, whatever its scheme is. A different `Host` is passed
/// on in another field, so that the request can be refused, as is any `Host` beside a target of another scheme.
final class TargetAuthority: ChannelInboundHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard case .head(var head) = unwrapInboundIn(data) else { return context.fireChannelRead(data) }
    Self.move(from: head.uri, to: &head.headers)
    context.fireChannelRead(wrapInboundOut(.head(head)))
  }

  /// Moves the authority of a target into a header.
  static func move(from target: String, to headers: inout HTTPHeaders) {
    let other = HTTPField.Name.replacedHost.rawName
    headers.remove(name: other)  // a client may have sent it
    guard let absolute = AbsoluteTarget(target[...]) else {
      let isKnown = target.hasPrefix("/") || target == "*"
      if !isKnown { headers.add(name: other, value: headers["host"].first ?? "") }
      return
    }
    if let host = headers["host"].first, !absolute.isFor(host) {
      headers.add(name: other, value: host)
    }
    headers.replaceOrAdd(name: "Host", value: String(absolute.authority))
  }
}

@available(*, unavailable)
extension TargetAuthority: Sendable {}
