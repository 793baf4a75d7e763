// SPDX-License-Identifier: Apache-2.0

import PageStorage

/// Where the bytes of a page come from.
enum IngestSource: Sendable {
  /// A file.
  case file(InputFile)
  /// Standard input, whose first bytes were read to see what it is.
  case standardInput(start: [UInt8])

  /// The name for people.
  var path: Path {
    switch self {
    case .file(let file): file.path
    case .standardInput: InputOptions.standardInput
    }
  }
}

/// The pages that a command line names, in order.
struct IngestSources {
  /// All of them.
  let all: [IngestSource]

  /// Collects the files that arguments stand for.
  ///
  /// Standard input is one page if it starts like one, else a list of paths.
  ///
  /// - Throws: `SystemError` if standard input cannot be read.
  init(_ inputs: [Path], isRecursive: Bool) throws(SystemError) {
    var all: [IngestSource] = []
    var collector = InputCollector(isRecursive: isRecursive)
    for path in inputs {
      guard path == InputOptions.standardInput else {
        collector.add(path)
        continue
      }
      let start = try System.read(System.standardInput, count: FileSignature.byteCount)
      guard FileSignature.isPage(start) else {
        collector.add(list: start + (try System.readAll(System.standardInput)))
        continue
      }
      all += collector.files.map(IngestSource.file)
      all.append(.standardInput(start: start))
      collector = InputCollector(isRecursive: isRecursive)
    }
    self.all = all + collector.files.map(IngestSource.file)
  }
}

/// A page that arrives on standard input, in pieces as a store takes them.
struct StandardInputChunks: AsyncSequence, Sendable {
  typealias Element = [UInt8]

  /// What was read already.
  let start: [UInt8]

  func makeAsyncIterator() -> Iterator { Iterator(start: start) }

  struct Iterator: AsyncIteratorProtocol {
    private static let chunk = 1 << 18

    var start: [UInt8]

    mutating func next() async throws -> [UInt8]? {
      if !start.isEmpty {
        defer { start = [] }
        return start
      }
      let bytes = try System.readAvailable(System.standardInput, atMost: Self.chunk)
      return bytes.isEmpty ? nil : bytes
    }
  }
}

/// A file that is ready to be taken in.
final class OpenedInput {
  /// What the store takes.
  let input: PageInput

  /// The name under which the file can be opened, `nil` if it is none.
  let path: String?

  private let descriptor: System.Descriptor?

  /// Takes an input that needs no file.
  init(_ input: PageInput) {
    self.input = input
    path = nil
    descriptor = nil
  }

  /// Makes sure that a file can be read.
  ///
  /// A file whose name no `String` can hold is opened, and named by its number.
  init(_ file: InputFile) throws(Problem) {
    try file.checkIsReadable()
    if let text = file.path.text {
      (path, input, descriptor) = (text, .file(text), nil)
    } else {
      let opened: System.Descriptor
      do { opened = try System.open(file.path) } catch { throw .input(error) }
      let name = "/proc/self/fd/\(opened)"
      (path, input, descriptor) = (name, .file(name), opened)
    }
  }

  deinit {
    if let descriptor { try? System.close(descriptor) }
  }
}
