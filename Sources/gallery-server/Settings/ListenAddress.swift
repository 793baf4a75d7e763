// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import NIOCore

/// An address to listen on: a host and a port, such as `127.0.0.1:8080` and `[::1]:0`.
struct ListenAddress: ExpressibleByArgument, Sendable {
  let host: String
  let port: Int

  init?(argument: String) {
    guard let colon = argument.lastIndex(of: ":"),
      let port = UInt16(digits: argument[argument.index(after: colon)...])
    else { return nil }
    var host = argument[..<colon]
    if host.hasPrefix("["), host.hasSuffix("]") {
      host = host.dropFirst().dropLast()
    } else if host.contains(":") {
      return nil
    }
    guard !host.isEmpty else { return nil }
    (self.host, self.port) = (String(host), Int(port))
  }

  /// Returns the numeric address, which is the one that is listened on.
  func resolved() throws(StartupFailure) -> SocketAddress {
    do {
      return try SocketAddress.makeAddressResolvingHost(host, port: port)
    } catch {
      throw StartupFailure(.configuration, "\(host) is not an address of this machine")
    }
  }
}

extension SocketAddress {
  /// Whether only this machine can connect to it.
  var isLoopback: Bool {
    guard let ipAddress else { return false }
    return ipAddress == "::1" || ipAddress.hasPrefix("127.")
  }

  /// The URL of a server that listens on it.
  func url(isEncrypted: Bool) -> String {
    let host = ipAddress ?? "localhost"
    return
      "\(isEncrypted ? "https" : "http")://\(host.contains(":") ? "[\(host)]" : host):\(port ?? 0)"
  }
}
