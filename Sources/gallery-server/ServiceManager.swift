// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The service manager that started the program, which is told when the server is ready and when it ends.
///
/// The protocol is that of sd_notify(3): one datagram for each state, to the socket named by the
/// environment variable `NOTIFY_SOCKET`.
struct ServiceManager: Sendable {
  /// A state of the program.
  enum State: String, Sendable {
    case ready = "READY=1"
    case stopping = "STOPPING=1"
  }

  private let path: String

  /// Finds the service manager; `nil` without one, or if the path of its socket is not usable.
  ///
  /// - Parameter environment: The environment variables.
  init?(environment: [String: String]) {
    guard let path = environment["NOTIFY_SOCKET"], path.hasPrefix("/") || path.hasPrefix("@"),
      path.utf8.count > 1, path.utf8.count < MemoryLayout.size(ofValue: sockaddr_un().sun_path)
    else { return nil }
    self.path = path
  }

  /// Tells the manager a state; a manager that does not answer any more is ignored.
  func tell(_ state: State) {
    let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    // A leading @ stands for the zero of an abstract name.
    let name = path.hasPrefix("@") ? [0] + path.utf8.dropFirst() : Array(path.utf8)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
    let length = MemoryLayout.offset(of: \sockaddr_un.sun_path).map { $0 + name.count } ?? 0
    withUnsafePointer(to: address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        _ = sendto(
          descriptor, state.rawValue, state.rawValue.utf8.count, Int32(MSG_NOSIGNAL),
          address, socklen_t(length))
      }
    }
  }
}
