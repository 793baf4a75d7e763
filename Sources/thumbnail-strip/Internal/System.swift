// SPDX-License-Identifier: Apache-2.0

import Glibc
import Synchronization

/// The calls to the operating system that the program makes.
///
/// Nothing else imports libc.
enum System {
  /// Calls `call` again as long as a signal interrupts it.
  private static func retrying<Number: FixedWidthInteger>(
    _ call: () -> Number
  ) throws(SystemError) -> Number {
    while true {
      let result = call()
      if result >= 0 { return result }
      if errno != EINTR { throw SystemError(number: errno) }
    }
  }
}

/// A call to the operating system that failed.
struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The value of `errno`.
  let number: Int32

  /// What the operating system says about it, as a sentence.
  var description: String { String(cString: strerror(number)) + "." }

  /// Whether nobody reads what is written any more.
  var isBrokenPipe: Bool { number == EPIPE }

  /// Whether a file is not there, or out of reach, rather than faulty.
  var isUnreachableFile: Bool {
    [ENOENT, ENOTDIR, EACCES, EPERM, ELOOP, ENAMETOOLONG].contains(number)
  }

  /// Whether a file with that name is there already.
  var isExistingFile: Bool { number == EEXIST }

  /// The error of a name that leads to something that is not a folder.
  static var notFolder: SystemError { SystemError(number: ENOTDIR) }
}

extension Path {
  fileprivate func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    var terminated = bytes
    terminated.append(0)
    return terminated.withUnsafeBufferPointer { buffer in
      buffer.withMemoryRebound(to: CChar.self) { characters in
        guard let start = characters.baseAddress else { preconditionFailure("an empty buffer") }
        return body(start)
      }
    }
  }
}

// MARK: - Open files

extension System {
  /// The number of an open file.
  typealias Descriptor = Int32

  static let standardInput: Descriptor = 0
  static let standardOutput: Descriptor = 1
  static let standardError: Descriptor = 2

  /// Opens a file to read, without waiting for the writer of a FIFO.
  static func open(_ path: Path) throws(SystemError) -> Descriptor {
    try path.withCString { name in
      Result { () throws(SystemError) in
        try retrying { Glibc.open(name, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
      }
    }.get()
  }

  /// Opens a file to read from its beginning to its end, and waits for the writer of a FIFO.
  static func openStream(_ path: Path) throws(SystemError) -> Descriptor {
    try path.withCString { name in
      Result { () throws(SystemError) in
        try retrying { Glibc.open(name, O_RDONLY | O_CLOEXEC) }
      }
    }.get()
  }

  /// Makes a file to write; fails if there is one with that name.
  static func create(_ path: Path) throws(SystemError) -> Descriptor {
    try path.withCString { name in
      Result { () throws(SystemError) in
        try retrying { Glibc.open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666) }
      }
    }.get()
  }

  /// Closes a file, and tells what the operating system could not write until then.
  static func close(_ file: Descriptor) throws(SystemError) {
    // Linux has released the number even when close(2) was interrupted: never close twice.
    guard Glibc.close(file) == 0 || errno == EINTR else { throw SystemError(number: errno) }
  }

  /// Reads at most `count` bytes; fewer at the end of the file only.
  static func read(_ file: Descriptor, count: Int) throws(SystemError) -> [UInt8] {
    var failure: SystemError?
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      do throws(SystemError) {
        while filled < count {
          let rest = UnsafeMutableRawBufferPointer(
            rebasing: UnsafeMutableRawBufferPointer(buffer)[filled...])
          let got = try retrying { Glibc.read(file, rest.baseAddress, rest.count) }
          guard got > 0 else { break }
          filled += got
        }
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return bytes
  }

  /// Reads what is there, at most `count` bytes; waits if there is nothing, and returns nothing at
  /// the end of the file only.
  static func readAvailable(_ file: Descriptor, atMost count: Int) throws(SystemError) -> [UInt8] {
    var failure: SystemError?
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      do throws(SystemError) {
        filled = try retrying { Glibc.read(file, buffer.baseAddress, count) }
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return bytes
  }

  /// Reads a file to its end.
  static func readAll(_ file: Descriptor) throws(SystemError) -> [UInt8] {
    let chunk = 1 << 16
    var bytes: [UInt8] = []
    while true {
      let part = try read(file, count: chunk)
      bytes.append(contentsOf: part)
      if part.count < chunk { return bytes }
    }
  }

  /// Writes all bytes.
  static func write(_ bytes: [UInt8], to file: Descriptor) throws(SystemError) {
    var written = 0
    while written < bytes.count {
      written += try bytes.withUnsafeBytes { buffer in
        Result { () throws(SystemError) in
          let rest = UnsafeRawBufferPointer(rebasing: buffer[written...])
          return try retrying { Glibc.write(file, rest.baseAddress, rest.count) }
        }
      }.get()
    }
  }
}

extension System {
  /// Writes all bytes over those at an offset; the position in the file stays.
  static func write(
    _ bytes: [UInt8], to file: Descriptor, at offset: Int
  ) throws(SystemError) {
    var written = 0
    while written < bytes.count {
      written += try bytes.withUnsafeBytes { buffer in
        Result { () throws(SystemError) in
          let rest = UnsafeRawBufferPointer(rebasing: buffer[written...])
          return try retrying { pwrite(file, rest.baseAddress, rest.count, offset + written) }
        }
      }.get()
    }
  }
}

// MARK: - Names

extension System {
  /// Tells one file from all others, whatever names and links lead to it.
  struct FileIdentity: Hashable, Sendable {
    let device: UInt64
    let number: UInt64
  }

  /// What stands behind a name, with links followed.
  struct FileStatus: Hashable, Sendable {
    let identity: FileIdentity
    let isFolder: Bool
    let isRegular: Bool

    fileprivate init(_ status: stat) {
      identity = FileIdentity(device: UInt64(status.st_dev), number: UInt64(status.st_ino))
      isFolder = status.st_mode & S_IFMT == S_IFDIR
      isRegular = status.st_mode & S_IFMT == S_IFREG
    }
  }

  /// Looks up a name and follows links.
  static func status(of path: Path) throws(SystemError) -> FileStatus {
    var buffer = stat()
    guard path.withCString({ stat($0, &buffer) }) == 0 else { throw SystemError(number: errno) }
    return FileStatus(buffer)
  }

  /// Whether a name is a link, wherever it leads.
  static func isLink(_ path: Path) -> Bool {
    var buffer = stat()
    return path.withCString({ lstat($0, &buffer) }) == 0 && buffer.st_mode & S_IFMT == S_IFLNK
  }

  /// Makes a folder.
  static func makeFolder(_ path: Path) throws(SystemError) {
    guard path.withCString({ mkdir($0, 0o777) }) == 0 else { throw SystemError(number: errno) }
  }

  /// Makes a folder and those above it that are missing; one that is there is left as it is.
  static func makeFolders(_ path: Path) throws(SystemError) {
    if let status = try? status(of: path) {
      guard status.isFolder else { throw .notFolder }
      return
    }
    var folders = [path]
    while let last = folders.last, (try? status(of: last.folder)) == nil, last != last.folder {
      folders.append(last.folder)
    }
    for folder in folders.reversed() {
      do {
        try makeFolder(folder)
      } catch  where error.isExistingFile {
        // Another process was faster, or a slash at the end made the name appear twice.
        continue
      }
    }
  }

  /// Gives a file another name, and takes that name from a file that has it.
  static func rename(_ path: Path, to newPath: Path) throws(SystemError) {
    let status = path.withCString { old in newPath.withCString { Glibc.rename(old, $0) } }
    guard status == 0 else { throw SystemError(number: errno) }
  }

  /// Removes a name, if it is there.
  static func remove(_ path: Path) {
    _ = path.withCString(unlink)
  }
}

// MARK: - Folders

extension System {
  /// What a folder's entry is, without following a link.
  enum EntryKind: Hashable, Sendable {
    case file, folder, link, other, unknown
  }

  /// A name inside a folder.
  struct Entry: Hashable, Sendable {
    let name: [UInt8]
    let kind: EntryKind
  }

  private static let nameOffset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0

  /// Returns the entries of a folder but `.` and `..`, in no order.
  static func entries(of folder: Path) throws(SystemError) -> [Entry] {
    guard let stream = folder.withCString({ opendir($0) }) else {
      throw SystemError(number: errno)
    }
    defer { closedir(stream) }
    var entries: [Entry] = []
    while true {
      errno = 0
      guard let entry = readdir(stream) else { break }
      let name = UnsafeRawPointer(entry) + nameOffset
      let bytes = UnsafeRawBufferPointer(
        start: name, count: strlen(name.assumingMemoryBound(to: CChar.self)))
      guard !bytes.elementsEqual(".".utf8), !bytes.elementsEqual("..".utf8) else { continue }
      entries.append(Entry(name: Array(bytes), kind: kind(ofType: Int(entry.pointee.d_type))))
    }
    guard errno == 0 else { throw SystemError(number: errno) }
    return entries
  }

  private static func kind(ofType type: Int) -> EntryKind {
    switch type {
    case Int(DT_REG): .file
    case Int(DT_DIR): .folder
    case Int(DT_LNK): .link
    case Int(DT_UNKNOWN): .unknown
    default: .other
    }
  }
}

// MARK: - Process

extension System {
  /// The number of the process.
  static var processNumber: Int { Int(getpid()) }

  /// The number of cores that are switched on.
  static var coreCount: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

  /// The arguments of the process as bytes, without its own name.
  static var arguments: [[UInt8]] {
    (1..<max(1, Int(CommandLine.argc))).compactMap { index in
      guard let argument = CommandLine.unsafeArgv[index] else { return nil }
      return Array(UnsafeRawBufferPointer(start: argument, count: strlen(argument)))
    }
  }

  /// Whether a file is a terminal.
  static func isTerminal(_ file: Descriptor) -> Bool { isatty(file) == 1 }

  /// The number of columns of a terminal, `nil` if it does not tell.
  static func columnCount(of terminal: Descriptor) -> Int? {
    var window = winsize()
    guard ioctl(terminal, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0 else { return nil }
    return Int(window.ws_col)
  }
}

// MARK: - Signals

extension System {
  /// Makes writing to a pipe without a reader an error instead of the end of the process.
  static func ignoreBrokenPipes() {
    signal(SIGPIPE, SIG_IGN)
  }

  // Only what is safe in a signal handler: a number of a pipe that was stored before.
  private static let signalPipe = Atomic<Descriptor>(-1)

  /// Calls `cleanUp` on its own thread when the process is told to end by Ctrl-C, hangup or
  /// SIGTERM, and lets the signal do its work after that.
  static func beforeTermination(_ cleanUp: @escaping @Sendable () -> Void) {
    var ends: [Descriptor] = [-1, -1]
    guard pipe(&ends) == 0 else { return }
    let readingEnd = ends[0]
    signalPipe.store(ends[1], ordering: .releasing)
    guard startThread({ waitForSignal(on: readingEnd, cleanUp) }) else { return }
    for number in [SIGINT, SIGTERM, SIGHUP] { forward(number) }
  }

  /// Never returns, because a signal is about to end the process.
  static func waitForTermination() -> Never {
    while true { pause() }
  }

  private static func forward(_ number: Int32) {
    var previous = sigaction()
    // What the parent process switched off, like Ctrl-C for a job in the background, stays so.
    guard sigaction(number, nil, &previous) == 0, !isIgnored(previous) else { return }
    signal(number) { number in
      let error = errno
      var byte = UInt8(truncatingIfNeeded: number)
      _ = Glibc.write(System.signalPipe.load(ordering: .acquiring), &byte, 1)
      errno = error
    }
  }

  private static func isIgnored(_ action: sigaction) -> Bool {
    unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
      == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  private static func waitForSignal(on pipe: Descriptor, _ cleanUp: () -> Void) {
    guard let number = try? read(pipe, count: 1).first else { return }
    cleanUp()
    signal(Int32(number), SIG_DFL)
    kill(getpid(), Int32(number))
  }

  private final class Work: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  private static func startThread(_ body: @escaping @Sendable () -> Void) -> Bool {
    let work = Unmanaged.passRetained(Work(body))
    var thread = pthread_t()
    let status = pthread_create(
      &thread, nil,
      { argument in
        guard let argument else { return nil }
        Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body()
        return nil
      }, work.toOpaque())
    if status == 0 { pthread_detach(thread) } else { work.release() }
    return status == 0
  }
}
