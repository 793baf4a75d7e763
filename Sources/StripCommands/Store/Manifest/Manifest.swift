// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import GalleryModel
import GalleryReplay
import GallerySystem
import PageStorage

/// A parsed manifest: the entries that are valid and the problems of the others.
struct Manifest {
  /// Returns the maximum size of a manifest, in bytes, that can be read with so much memory.
  ///
  /// Up to 13 bytes of memory per byte of a manifest were measured.
  static func byteCountLimit(memory: Int) -> Int { memory / 16 }

  /// A document to create.
  struct Document {
    var title: String
    var metadata: [String: String]
    var pages: [Entry]
    /// Its location in the manifest, for messages.
    var place: Path
  }

  /// An entry for a page.
  enum Entry {
    case page(ManifestFile)
    /// A problem and its location.
    case bad(PathProblem)
  }

  let documents: [Document]

  /// Whether the manifest contains everything that was to be exported.
  let isComplete: Bool

  /// The problems of documents that are entirely invalid.
  private(set) var problems: [PathProblem] = []

  /// Reads a manifest.
  ///
  /// - Parameters:
  ///   - path: The file; the files of pages are relative to its folder.
  ///   - byteCountLimit: The maximum size in bytes.
  /// - Throws: `PathProblem` if it cannot be read or is not a manifest.
  init(reading path: Path, byteCountLimit: Int) throws(PathProblem) {
    let bytes = try Self.bytes(of: path, limit: byteCountLimit)
    let folder: ManifestFolder
    do {
      folder = try ManifestFolder(path.folder)
    } catch {
      throw PathProblem(problem: .input(error), path: path.folder)
    }
    let text: Text
    do {
      text = try JSONDecoder().decode(Text.self, from: Data(bytes))
    } catch {
      let words = ManifestMistake.syntax(of: bytes) ?? ManifestMistake.words(error)
      throw Self.problem("This is not a manifest: \(words)", at: path)
    }
    guard text.format == ManifestText.format else {
      throw Self.problem(
        "This is not a manifest: its format is not '\(ManifestText.format)'.", at: path)
    }
    guard text.version == ManifestText.version else {
      throw Self.problem(
        "The manifest has version \(text.version), but this program reads version \(ManifestText.version).",
        at: path)
    }
    var documents: [Document] = []
    for (index, document) in text.documents.enumerated() {
      let place = Path("\(path.displayText): document \(index + 1)")
      switch document.content {
      case .failure(let error):
        problems.append(
          Self.problem("The document is invalid: \(ManifestMistake.words(error))", at: place))
      case .success(let document):
        documents.append(Self.document(document, in: folder, place))
      }
    }
    self.documents = documents
    isComplete = text.isComplete ?? true
  }

  private static func document(
    _ text: Text.Document, in folder: ManifestFolder, _ place: Path
  ) -> Document {
    let pages = text.pages.enumerated().map { index, page in
      let place = Path("\(place.displayText), page \(index + 1)")
      switch page.content {
      case .failure(let error):
        return Entry.bad(
          problem("The page is invalid: \(ManifestMistake.words(error))", at: place))
      case .success(let page):
        guard let file = ManifestFile(page, in: folder) else {
          return .bad(
            problem("The file is not inside the folder of the manifest.", at: Path(page.file)))
        }
        return .page(file)
      }
    }
    return Document(
      title: text.title, metadata: text.metadata ?? [:], pages: pages, place: place)
  }

  private static func bytes(of path: Path, limit: Int) throws(PathProblem) -> [UInt8] {
    do {
      let file = try SystemCalls.open(path)
      defer { SystemCalls.closeFile(file) }
      guard try SystemCalls.status(of: file).isRegular else {
        throw problem("The manifest is not a file.", at: path)
      }
      let bytes = try SystemCalls.allBytes(of: file, upTo: limit + 1)
      guard bytes.count <= limit else {
        throw problem(
          "The manifest has more than \(limit) bytes; --limit-memory with 16 times its size allows it.",
          at: path)
      }
      return bytes
    } catch let error as SystemError {
      throw PathProblem(problem: .input(error), path: path)
    } catch let error as PathProblem {
      throw error
    } catch {
      throw problem("\(error)", at: path)
    }
  }

  private static func problem(_ words: String, at path: Path) -> PathProblem {
    PathProblem(problem: .damage(words), path: path)
  }
}

// MARK: - Format

extension Manifest {
  /// The manifest as written in the file.
  ///
  /// An invalid part does not invalidate the others.
  struct Text: Decodable {
    var format: String
    var version: Int
    /// A manifest without this key is complete.
    var isComplete: Bool?
    var documents: [Lenient<Document>]

    struct Document: Decodable {
      var title: String
      var metadata: [String: String]?
      var pages: [Lenient<Page>]
    }

    typealias Page = ManifestPage
  }

  /// A value, or the reason why it cannot be decoded.
  struct Lenient<Value: Decodable>: Decodable {
    let content: Result<Value, any Error>

    init(from decoder: any Decoder) throws {
      content = Result { try Value(from: decoder) }
    }
  }
}
