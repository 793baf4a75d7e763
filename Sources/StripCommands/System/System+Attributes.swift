// SPDX-License-Identifier: Apache-2.0

private import CMalloc
import Glibc

extension System {
  /// Returns an extended attribute of a file, `nil` if it is missing or longer than `byteCount`.
  static func attribute(_ name: String, of path: Path, byteCount: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: byteCount)
    let count = path.withCString { path in
      name.withCString { getxattr(path, $0, &bytes, byteCount) }
    }
    return count >= 0 ? Array(bytes.prefix(count)) : nil
  }

  /// Sets an extended attribute of an open file, if its file system supports them.
  static func setAttribute(_ name: String, to bytes: [UInt8], ofOpen file: Descriptor) {
    _ = name.withCString { fsetxattr(file, $0, bytes, bytes.count, 0) }
  }

  /// The kernel time that a file changed now would get, in nanoseconds since 1970.
  ///
  /// It advances in steps of some milliseconds.
  static var timeOfLastTick: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME_COARSE, &time)
    return nanoseconds(time)
  }
}
