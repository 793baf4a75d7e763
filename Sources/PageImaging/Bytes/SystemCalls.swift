// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
  private import Glibc
#elseif canImport(Musl)
  private import Musl
#endif

/// The calls to the operating system that this module makes.
enum SystemCalls {
  /// Opens a regular file for reading and returns its descriptor and size in bytes.
  ///
  /// `O_NONBLOCK` keeps a FIFO without a writer from blocking the call; it does nothing to a
  /// regular file. `O_NOCTTY` keeps a terminal from becoming ours before it is refused.
  static func openRegularFile(
    _ path: String
  ) throws(ImagingError) -> (descriptor: Int32, byteCount: Int) {
    // A zero byte would cut the path short and open another file than the one named.
    guard !path.utf8.contains(0) else { throw .io(operation: "open", errno: EINVAL) }
    let descriptor = retrying { unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY) }
    guard descriptor >= 0 else { throw .io(operation: "open", errno: errno) }
    return try regularFile(descriptor)
  }

  /// Returns another descriptor of an open regular file, and its size in bytes.
  static func duplicateRegularFile(
    _ descriptor: Int32
  ) throws(ImagingError) -> (descriptor: Int32, byteCount: Int) {
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0 else { throw .io(operation: "fcntl", errno: errno) }
    return try regularFile(copy)
  }

  /// Returns a descriptor and the size of its file, or closes it.
  private static func regularFile(
    _ descriptor: Int32
  ) throws(ImagingError) -> (descriptor: Int32, byteCount: Int) {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else {
      let code = errno
      close(descriptor)
      throw .io(operation: "fstat", errno: code)
    }
    if let kind = irregularKind(status.st_mode) {
      close(descriptor)
      throw .notRegularFile(kind: kind)
    }
    return (descriptor, Int(status.st_size))
  }

  /// Reads up to `buffer.count` bytes at `offset` and returns how many there were.
  static func read(
    _ descriptor: Int32, at offset: Int, into buffer: UnsafeMutableRawBufferPointer
  ) throws(ImagingError) -> Int {
    var filled = 0
    // The kernel may hand out fewer bytes than asked for; only zero means the end.
    while filled < buffer.count {
      let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
      let count = retrying {
        unsafe pread(descriptor, rest.baseAddress, rest.count, offset + filled)
      }
      guard count >= 0 else { throw .io(operation: "pread", errno: errno) }
      guard count > 0 else { break }
      filled += count
    }
    return filled
  }

  /// Returns whether two blocks of the same length hold the same bytes.
  static func areEqual(_ first: UnsafeRawBufferPointer, _ second: UnsafeRawBufferPointer) -> Bool {
    guard let one = first.baseAddress, let other = second.baseAddress else { return true }
    return unsafe memcmp(one, other, min(first.count, second.count)) == 0
  }

  /// Closes a descriptor.
  ///
  /// There is no retry: on Linux the descriptor is gone even if the call was interrupted.
  static func closeFile(_ descriptor: Int32) {
    close(descriptor)
  }

  /// Returns the system's message for an error number.
  static func message(of code: Int32) -> String {
    // Both C libraries keep the text in constant or thread-local memory.
    unsafe strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)"
  }

  private static func retrying<Result: SignedInteger>(_ call: () -> Result) -> Result {
    var result = call()
    while result < 0, errno == EINTR { result = call() }
    return result
  }

  private static func irregularKind(_ mode: mode_t) -> String? {
    switch mode & S_IFMT {
    case S_IFREG: nil
    case S_IFDIR: "folder"
    case S_IFIFO: "FIFO"
    case S_IFSOCK: "socket"
    case S_IFCHR, S_IFBLK: "device"
    default: "special file"
    }
  }
}

// MARK: - Memory and mathematics

extension SystemCalls {
  /// Allocates memory, each byte of it `fill`, or returns nil: Swift's own allocation ends the
  /// program when it fails.
  static func allocate(byteCount: Int, fill: UInt8) -> UnsafeMutableRawBufferPointer? {
    guard byteCount >= 0, byteCount < Int.max else { return nil }
    // One byte more, so that an empty block has an address too.
    guard let block = unsafe fill == 0 ? calloc(1, byteCount + 1) : malloc(byteCount + 1) else {
      return nil
    }
    if fill != 0 { unsafe memset(block, Int32(fill), byteCount) }
    return unsafe UnsafeMutableRawBufferPointer(start: block, count: byteCount)
  }

  /// Frees what `allocate` returned.
  static func release(_ block: UnsafeMutableRawBufferPointer) {
    unsafe free(block.baseAddress)
  }

  /// The index of the first `byte` in `bytes`.
  static func firstIndex(of byte: UInt8, in bytes: UnsafeRawBufferPointer) -> Int? {
    guard let base = bytes.baseAddress else { return nil }
    return unsafe memchr(base, Int32(byte), bytes.count).map { unsafe UnsafeRawPointer($0) - base }
  }

  /// The sine of an angle in radians.
  static func sine(_ angle: Double) -> Double { sin(angle) }

  /// The cosine of an angle in radians.
  static func cosine(_ angle: Double) -> Double { cos(angle) }
}
