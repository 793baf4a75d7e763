// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
  private import Glibc
#elseif canImport(Musl)
  private import Musl
#endif

/// The calls to the operating system that this module makes.
///
/// No call is repeated after a failed fsync: what it could not write may be gone from memory, and a
/// second call would succeed without having written it.
enum SystemCalls {
  /// Returns the system's words for an error number.
  static func message(of code: Int32) -> String {
    strerror(code).map { String(cString: $0) } ?? "error \(code)"
  }

  /// The error for the number that the last call left.
  static func failure(_ operation: String, code: Int32 = errno) -> PageStoreError {
    code == ENOSPC || code == EDQUOT
      ? .full(operation: operation) : .io(operation: operation, errno: code)
  }

  /// The error for a number that SQLite kept.
  static func isFull(_ code: Int32) -> Bool { code == ENOSPC || code == EDQUOT }

  private static func retrying<Result: SignedInteger>(_ call: () -> Result) -> Result {
    var result = call()
    while result < 0, errno == EINTR { result = call() }
    return result
  }

  /// The time since 1970, in milliseconds.
  static var milliseconds: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }

  /// Lets the calling thread sleep.
  static func sleep(microseconds: UInt32) {
    usleep(microseconds)
  }

  /// The number of processors that are online.
  static var processorCount: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }
}

// MARK: - Descriptors

extension SystemCalls {
  /// How a file is opened.
  enum Access {
    case read
    case create
    case append
    case folder

    fileprivate var flags: Int32 {
      switch self {
      case .read: O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY
      case .create: O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW
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

  /// Closes a descriptor; there is no retry, since on Linux it is gone even after an interruption.
  static func closeFile(_ descriptor: Int32) {
    close(descriptor)
  }

  static func write(
    _ bytes: UnsafeRawBufferPointer, to descriptor: Int32
  ) throws(PageStoreError) {
    var rest = bytes
    while !rest.isEmpty {
      #if canImport(Glibc)
        let count = retrying { Glibc.write(descriptor, rest.baseAddress, rest.count) }
      #else
        let count = retrying { Musl.write(descriptor, rest.baseAddress, rest.count) }
      #endif
      guard count >= 0 else { throw failure("write") }
      rest = UnsafeRawBufferPointer(rebasing: rest[count...])
    }
  }

  static func write(_ bytes: [UInt8], to descriptor: Int32) throws(PageStoreError) {
    try bytes.withUnsafeBufferPointer { (bytes) throws(PageStoreError) in
      try write(UnsafeRawBufferPointer(bytes), to: descriptor)
    }
  }

  /// Reads up to `byteCount` bytes from `offset`; fewer only at the end.
  static func bytes(
    of descriptor: Int32, at offset: Int, byteCount: Int
  ) throws(PageStoreError) -> [UInt8] {
    var failure: PageStoreError?
    let bytes = [UInt8](unsafeUninitializedCapacity: byteCount) { buffer, count in
      do throws(PageStoreError) {
        count = try read(descriptor, at: offset, into: UnsafeMutableRawBufferPointer(buffer))
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return bytes
  }

  /// Reads up to `buffer.count` bytes from `offset`; fewer only at the end.
  static func read(
    _ descriptor: Int32, at offset: Int, into buffer: UnsafeMutableRawBufferPointer
  ) throws(PageStoreError) -> Int {
    var filled = 0
    while filled < buffer.count {
      let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
      let count = retrying { pread(descriptor, rest.baseAddress, rest.count, offset + filled) }
      guard count >= 0 else { throw failure("pread") }
      guard count > 0 else { break }
      filled += count
    }
    return filled
  }

  /// Lets the kernel start to write a file, so that a later fsync has less to wait for.
  static func startWriting(_ descriptor: Int32) {
    // Linux takes it as the wish to write pages that are not written yet, and keeps those in memory.
    _ = posix_fadvise(descriptor, 0, 0, POSIX_FADV_DONTNEED)
  }

  static func synchronize(_ descriptor: Int32) throws(PageStoreError) {
    guard fsync(descriptor) == 0 else { throw failure("fsync") }
  }

  static func truncate(_ descriptor: Int32, to byteCount: Int) throws(PageStoreError) {
    guard retrying({ ftruncate(descriptor, byteCount) }) == 0 else { throw failure("ftruncate") }
  }

  /// Takes blocks of the disk for a file.
  static func allocate(_ descriptor: Int32, byteCount: Int) throws(PageStoreError) {
    let code = posix_fallocate(descriptor, 0, byteCount)
    guard code == 0 else { throw failure("posix_fallocate", code: code) }
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

// MARK: - Names

extension SystemCalls {
  static func rename(_ old: String, to new: String) throws(PageStoreError) {
    #if canImport(Glibc)
      guard Glibc.rename(old, new) == 0 else { throw failure("rename") }
    #else
      guard Musl.rename(old, new) == 0 else { throw failure("rename") }
    #endif
  }

  /// Gives a file a second name, which must be free.
  static func link(_ path: String, as name: String) throws(PageStoreError) {
    #if canImport(Glibc)
      guard Glibc.link(path, name) == 0 else { throw failure("link") }
    #else
      guard Musl.link(path, name) == 0 else { throw failure("link") }
    #endif
  }

  /// Removes a name; that it does not exist is no error.
  ///
  /// - Returns: Whether there was one.
  @discardableResult
  static func removeFile(_ path: String) throws(PageStoreError) -> Bool {
    if unlink(path) == 0 { return true }
    guard errno == ENOENT else { throw failure("unlink") }
    return false
  }

  /// Makes a folder unless there is one.
  ///
  /// - Returns: Whether it is new.
  @discardableResult
  static func makeFolder(_ path: String) throws(PageStoreError) -> Bool {
    if mkdir(path, 0o755) == 0 { return true }
    guard errno == EEXIST else { throw failure("mkdir") }
    return false
  }

  static func synchronizeFolder(_ path: String) throws(PageStoreError) {
    let descriptor = try open(path, .folder)
    defer { closeFile(descriptor) }
    try synchronize(descriptor)
  }

  /// The size of a regular file, `nil` if there is none.
  static func byteCount(of path: String) throws(PageStoreError) -> Int? {
    var status = stat()
    guard stat(path, &status) == 0 else {
      guard errno == ENOENT || errno == ENOTDIR else { throw failure("stat") }
      return nil
    }
    return status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : nil
  }

  /// The size of an open file; a folder, FIFO, socket or device is refused.
  static func byteCount(ofRegular descriptor: Int32) throws(PageStoreError) -> Int {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw failure("fstat") }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .io(operation: "open", errno: EINVAL) }
    return Int(status.st_size)
  }

  /// Whether there is a folder.
  static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// The names in a folder except `.` and `..`, empty if there is no folder.
  static func names(in folder: String) throws(PageStoreError) -> [String] {
    guard let stream = opendir(folder) else {
      guard errno == ENOENT else { throw failure("opendir") }
      return []
    }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  /// The bytes that an ordinary user may still write to the file system of a folder.
  static func availableByteCount(at path: String) -> Int? {
    var status = statvfs()
    guard statvfs(path, &status) == 0 else { return nil }
    return Int(clamping: UInt64(status.f_bavail) * UInt64(status.f_frsize))
  }
}
