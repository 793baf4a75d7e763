// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
  private import Glibc
#elseif canImport(Musl)
  private import Musl
#endif

extension SystemCalls {
  /// How a file is opened.
  enum Access {
    // O_DIRECT of Linux, which the headers do not show to Swift.
    #if arch(arm64) || arch(arm)
      private static let direct: Int32 = 0o200000
    #else
      private static let direct: Int32 = 0o40000
    #endif

    case read
    case create
    case createDirect
    case append
    case folder

    fileprivate var flags: Int32 {
      switch self {
      case .read: O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY
      case .create: O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW
      case .createDirect: O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW | Self.direct
      case .append: O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW
      case .folder: O_RDONLY | O_DIRECTORY | O_CLOEXEC
      }
    }
  }

  static func open(_ path: String, _ access: Access) throws(PageStoreError) -> Int32 {
    guard !path.utf8.contains(0) else { throw .io(operation: "open", errno: EINVAL) }
    #if canImport(Glibc)
      let descriptor = retrying { Glibc.open(path, access.flags, 0o644) }
    #else
      let descriptor = retrying { Musl.open(path, access.flags, 0o644) }
    #endif
    guard descriptor >= 0 else { throw failure("open") }
    return descriptor
  }

  /// Lets later writes go through the kernel's memory.
  static func endDirectAccess(_ descriptor: Int32) throws(PageStoreError) {
    guard fcntl(descriptor, F_SETFL, 0) == 0 else { throw failure("fcntl") }
  }

  /// Closes a descriptor; there is no retry, since on Linux it is gone even after an interruption.
  static func closeFile(_ descriptor: Int32) {
    close(descriptor)
  }

  /// Takes the lock of an open file, which its owner loses with its life.
  ///
  /// - Returns: `false` if another one holds it.
  static func tryLock(_ descriptor: Int32) throws(PageStoreError) -> Bool {
    if retrying({ flock(descriptor, LOCK_EX | LOCK_NB) }) == 0 { return true }
    guard errno == EWOULDBLOCK else { throw failure("flock") }
    return false
  }
}
