// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import NIOCore

extension RequestSource {
  /// Finds the client of a request to a server with a configuration.
  init(
    of request: HTTPRequest, from peer: SocketAddress?, configuration: GalleryServerConfiguration
  ) {
    self.init(
      peer: peer, isSecure: configuration.isEncrypted, fields: request.headerFields,
      proxies: configuration.trustedProxies)
    if let url = configuration.publicURL { isSecure = url.hasPrefix("https:") }
  }
}
