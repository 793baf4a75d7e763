// SPDX-License-Identifier: Apache-2.0

import Dispatch
import GallerySystem
import Glibc

/// The process of the program: its arguments, environment, terminal and end.
enum ThisProcess {
  static let standardInput: Int32 = 0
  static let standardOutput: Int32 = 1
  static let standardError: Int32 = 2

  /// The process ID.
  static var processNumber: Int { Int(getpid()) }

  /// Runs the tasks of the main actor.
  static func runMainQueue() -> Never { dispatchMain() }

  /// Ends the process.
  static func end(status: Int32) -> Never { exit(status) }

  /// Ends the process immediately, without waiting for its threads or running exit handlers.
  static func endAtOnce(status: Int32) -> Never { _exit(status) }

  /// Opens /dev/null on the descriptors of standard input, output and error that the parent has
  /// closed.
  ///
  /// Otherwise the next opened file would get one of them, and printed output would be written to
  /// it. As on a closed descriptor, reading or writing fails.
  static func reserveStandardDescriptors() {
    for file in 0...2 as ClosedRange<Int32> where fcntl(file, F_GETFD) < 0 {
      // open(2) returns the lowest free descriptor.
      _ = Glibc.open("/dev/null", (file == 0 ? O_WRONLY : O_RDONLY))
    }
  }

  /// The number of further files that this process may open.
  static var freeDescriptorCount: Int {
    let limit = sysconf(Int32(_SC_OPEN_MAX))
    guard limit >= 0 else { return .max / 2 }
    let open = (try? SystemCalls.entries(of: "/proc/self/fd").count) ?? 3
    return max(0, limit - open)
  }

  /// The arguments of the process as bytes, without the program name.
  static var arguments: [[UInt8]] {
    (1..<max(1, Int(CommandLine.argc))).compactMap { index in
      guard let argument = CommandLine.unsafeArgv[index] else { return nil }
      return Array(UnsafeRawBufferPointer(start: argument, count: strlen(argument)))
    }
  }

  /// The value of an environment variable, `nil` if it is missing or empty.
  static func environment(_ name: String) -> [UInt8]? {
    guard let value = name.withCString(getenv), value.pointee != 0 else { return nil }
    return Array(UnsafeRawBufferPointer(start: value, count: strlen(value)))
  }

  /// Whether a file is a terminal.
  static func isTerminal(_ file: Int32) -> Bool { isatty(file) == 1 }

  /// Returns the number of columns of a terminal, `nil` if it is unknown.
  static func columnCount(of terminal: Int32) -> Int? {
    var window = winsize()
    guard ioctl(terminal, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0 else { return nil }
    return Int(window.ws_col)
  }
}
