// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Glibc

extension System {
  /// The number of the process.
  static var processNumber: Int { Int(getpid()) }

  /// Lets the tasks of the main actor run.
  static func runMainQueue() -> Never { dispatchMain() }

  /// Ends the process.
  static func end(status: Int32) -> Never { exit(status) }

  /// Ends the process, whatever its threads do.
  static func endAtOnce(status: Int32) -> Never { _exit(status) }

  /// Takes the numbers of standard input, output and error, if the parent has closed them.
  ///
  /// Else the next file that is opened would get one of them, and what is printed with it. Reading or writing
  /// fails as it does on a closed file.
  static func reserveStandardDescriptors() {
    for file in 0...2 as ClosedRange<Descriptor> where fcntl(file, F_GETFD) < 0 {
      // The lowest number that is free.
      _ = Glibc.open("/dev/null", (file == 0 ? O_WRONLY : O_RDONLY))
    }
  }

  /// The number of cores that are switched on.
  static var coreCount: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

  /// How many more files this process may open.
  static var freeDescriptorCount: Int {
    let limit = sysconf(Int32(_SC_OPEN_MAX))
    guard limit >= 0 else { return .max / 2 }
    let open = (try? entries(of: Path("/proc/self/fd")).count) ?? 3
    return max(0, limit - open)
  }

  /// The arguments of the process as bytes, without its own name.
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
  static func isTerminal(_ file: Descriptor) -> Bool { isatty(file) == 1 }

  /// The number of columns of a terminal, `nil` if it does not tell.
  static func columnCount(of terminal: Descriptor) -> Int? {
    var window = winsize()
    guard ioctl(terminal, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0 else { return nil }
    return Int(window.ws_col)
  }
}
