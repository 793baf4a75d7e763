// SPDX-License-Identifier: Apache-2.0

import GalleryReplay
import GallerySystem

/// A reader that returns the lines of a file as they become available.
struct LineReader {
  private static let chunk = 1 << 16
  private static let newline = UInt8(ascii: "\n")

  private let file: Int32
  private let path: Path
  private var isAtEnd = false

  /// The bytes read, and the counts of those returned or searched.
  private var buffer: [UInt8] = []
  private var start = 0
  private var searched = 0

  /// The number of the last line, from 1.
  private(set) var lineNumber = 0

  /// Opens a script.
  ///
  /// - Throws: `PathProblem` if it cannot be opened.
  init(_ path: Path) throws(PathProblem) {
    self.path = path
    guard path != Path.standardInput else {
      file = ThisProcess.standardInput
      return
    }
    do {
      file = try SystemCalls.openStream(path)
    } catch {
      throw PathProblem(problem: .input(error), path: path)
    }
  }

  /// Returns the next line without its line feed, `nil` after the last one.
  ///
  /// For a line that exceeds the limit, it returns a part that exceeds the limit.
  ///
  /// - Parameter wait: Called before the reader may block.
  /// - Returns: The bytes of the line.
  /// - Throws: `PathProblem` if reading fails, and the errors of `wait`.
  mutating func next(wait: () throws -> Void) throws -> ArraySlice<UInt8>? {
    while true {
      if let end = buffer[searched...].firstIndex(of: Self.newline) { return take(to: end) }
      searched = buffer.count
      guard buffer.count - start <= ScriptParser.longestLine else { return take(to: buffer.count) }
      guard !isAtEnd else { return start < buffer.count ? take(to: buffer.count) : nil }
      try wait()
      try read()
    }
  }

  private mutating func take(to end: Int) -> ArraySlice<UInt8> {
    let line = buffer[start..<end]
    start = min(end + 1, buffer.count)
    searched = start
    lineNumber += 1
    return line
  }

  private mutating func read() throws(PathProblem) {
    buffer.removeFirst(start)
    searched -= start
    start = 0
    do {
      let bytes = try SystemCalls.availableBytes(of: file, atMost: Self.chunk)
      isAtEnd = bytes.isEmpty
      buffer.append(contentsOf: bytes)
    } catch {
      throw PathProblem(problem: .input(error), path: path)
    }
  }
}
