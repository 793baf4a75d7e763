// SPDX-License-Identifier: Apache-2.0

import PageStorage

/// Where the bytes of a page come from.
enum IngestSource: Sendable {
  /// A file.
  case file(InputFile)
  /// Standard input, whose first bytes were read to see what it is.
  case standardInput(start: [UInt8])
  /// A file that a manifest names.
  case manifest(ManifestFile)

  /// The name for people.
  var path: Path {
    switch self {
    case .file(let file): file.path
    case .standardInput: Path.standardInput
    case .manifest(let file): file.path
    }
  }
}

/// The pages that a command line names, in order.
struct IngestSources {
  /// All of them.
  let all: [IngestSource]

  /// Whether there was a folder that was not entered.
  let hasPassedFolder: Bool

  /// Takes sources that are known to be pages.
  init(_ all: [IngestSource]) {
    (self.all, hasPassedFolder) = (all, false)
  }

  /// Collects the files that arguments stand for.
  ///
  /// Standard input is one page if it starts like one or cannot be read, else a list of paths.
  ///
  /// - Parameters:
  ///   - inputs: The arguments.
  ///   - isRecursive: Whether folders inside of folders are entered.
  ///   - separator: The byte behind each path of a list.
  /// - Throws: `Problem.usage` if standard input is something else.
  init(_ inputs: [Path], isRecursive: Bool, separator: UInt8) throws(Problem) {
    var all: [IngestSource] = []
    var collector = InputCollector(isRecursive: isRecursive)
    var hasPassedFolder = false
    for path in inputs {
      guard path == Path.standardInput else {
        collector.add(path)
        continue
      }
      let page = try Self.readStandardInput(&collector, separator)
      all += collector.files.map(IngestSource.file) + (page.map { [$0] } ?? [])
      hasPassedFolder = hasPassedFolder || collector.hasPassedFolder
      collector = InputCollector(isRecursive: isRecursive)
    }
    self.hasPassedFolder = hasPassedFolder || collector.hasPassedFolder
    self.all = all + collector.files.map(IngestSource.file)
  }

  /// Reads a list of paths from standard input, unless that is a page itself.
  private static func readStandardInput(
    _ collector: inout InputCollector, _ separator: UInt8
  ) throws(Problem) -> IngestSource? {
    let content: StandardInputContent
    do {
      content = try StandardInputContent.read(separator: separator)
    } catch {
      return .file(InputFile(path: Path.standardInput, origin: .unavailable(error)))
    }
    switch content {
    case .page(let start): return .standardInput(start: start)
    case .list(let paths):
      for path in paths { collector.add(path) }
      return nil
    case .other(let kind): throw StandardInputContent.problem(kind)
    }
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
      do throws(SystemError) {
        let bytes = try System.readAvailable(System.standardInput, atMost: Self.chunk)
        return bytes.isEmpty ? nil : bytes
      } catch {
        throw PageStoreError.inputFailed(operation: "read", errno: error.number)
      }
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
  ///
  /// - Throws: The problem of a page.
  init(_ file: InputFile) throws(Problem) {
    do throws(Problem) { try file.checkIsReadable() } catch { throw error.ofPage }
    if let text = file.path.text {
      (path, input, descriptor) = (text, .file(text), nil)
    } else {
      // U+FFFD stands for what no text holds.
      let opened: System.Descriptor
      do { opened = try System.open(file.path) } catch { throw Problem.input(error).ofPage }
      let name = "/proc/self/fd/\(opened)"
      var input = PageInput.file(name)
      input.metadata.fileName = String(decoding: file.path.lastComponent, as: UTF8.self)
      (path, self.input, descriptor) = (name, input, opened)
    }
  }

  /// Takes an open file, and closes it in the end.
  init(_ descriptor: System.Descriptor, _ input: PageInput) {
    (self.descriptor, self.input, path) = (descriptor, input, nil)
  }

  deinit {
    if let descriptor { try? System.close(descriptor) }
  }
}
