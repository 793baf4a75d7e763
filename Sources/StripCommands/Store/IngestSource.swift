// SPDX-License-Identifier: Apache-2.0

import GallerySystem
import PageStorage

/// The source of the bytes of a page.
enum IngestSource: Sendable {
  /// A file.
  case file(InputFile)
  /// Standard input, with the first bytes that were read to detect its content.
  case standardInput(start: [UInt8])
  /// A file listed in a manifest.
  case manifest(ManifestFile)

  /// The path for messages.
  var path: Path {
    switch self {
    case .file(let file): file.path
    case .standardInput: Path.standardInput
    case .manifest(let file): file.path
    }
  }
}

/// The pages given by a command line, in order.
struct IngestSources {
  /// All sources.
  let all: [IngestSource]

  /// Whether a subfolder was skipped.
  let hasPassedFolder: Bool

  /// Creates a collection of sources that are known to be pages.
  init(_ all: [IngestSource]) {
    (self.all, hasPassedFolder) = (all, false)
  }

  /// Collects the files given by arguments.
  ///
  /// Standard input is a page if it starts like one or cannot be read, otherwise a list of paths.
  ///
  /// - Parameters:
  ///   - inputs: The arguments.
  ///   - isRecursive: Whether subfolders are entered.
  ///   - separator: The byte that terminates each path of a list.
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

  /// Reads a list of paths from standard input, unless it is a page itself.
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
    case .locations:
      throw .usage(
        "A list of JSON Lines is for 'info' and 'thumbs'; 'store ingest' takes a list of paths.")
    case .other(let kind): throw StandardInputContent.problem(kind)
    }
  }
}

/// A page from standard input, in chunks for the store.
struct StandardInputChunks: AsyncSequence, Sendable {
  typealias Element = [UInt8]

  /// The bytes that were already read.
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
        let bytes = try SystemCalls.availableBytes(
          of: ThisProcess.standardInput, atMost: Self.chunk)
        return bytes.isEmpty ? nil : bytes
      } catch {
        throw PageStoreError.inputFailed(operation: "read", errno: error.number)
      }
    }
  }
}

/// A file that is ready for ingestion.
final class OpenedInput {
  /// The input for the store.
  let input: PageInput

  /// The path at which the file can be opened, `nil` if it is not a file.
  let path: String?

  private let descriptor: Int32?

  /// Creates an input that needs no file.
  init(_ input: PageInput) {
    self.input = input
    path = nil
    descriptor = nil
  }

  /// Checks that a file can be read.
  ///
  /// A file whose name is not valid UTF-8 is opened, and its path is that of the descriptor.
  ///
  /// - Throws: The problem of a page.
  init(_ file: InputFile) throws(Problem) {
    do throws(Problem) { try file.checkIsReadable() } catch { throw error.ofPage }
    if let text = file.path.text {
      (path, input, descriptor) = (text, .file(text), nil)
    } else {
      // In the stored file name, U+FFFD replaces bytes that are not valid UTF-8.
      let opened: Int32
      do { opened = try SystemCalls.open(file.path) } catch { throw Problem.input(error).ofPage }
      let name = "/proc/self/fd/\(opened)"
      var input = PageInput.file(name)
      input.metadata.fileName = String(decoding: file.path.lastComponent, as: UTF8.self)
      (path, self.input, descriptor) = (name, input, opened)
    }
  }

  /// Takes ownership of an open file, and closes it at the end.
  init(_ descriptor: Int32, _ input: PageInput) {
    (self.descriptor, self.input, path) = (descriptor, input, nil)
  }

  deinit {
    if let descriptor { SystemCalls.closeFile(descriptor) }
  }
}
