// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import GalleryModel
import GalleryReplay
import PageStorage

/// A manifest as it is read: what can be understood of it, and what cannot.
struct Manifest {
  /// Returns the most bytes of a manifest that may be read with so much memory.
  ///
  /// Up to 13 bytes of memory were seen for each byte of a manifest.
  static func byteCountLimit(memory: Int) -> Int { memory / 16 }

  /// A document that is to be made.
  struct Document {
    var title: String
    var metadata: [String: String]
    var pages: [Entry]
    /// Where it stands, for people.
    var place: Path
  }

  /// What the manifest says of a page.
  enum Entry {
    case page(ManifestFile)
    /// What is wrong with it, and where it stands.
    case bad(PathProblem)
  }

  let documents: [Document]

  /// Whether all that was to be exported is in it.
  let isComplete: Bool

  /// Documents of which nothing can be understood.
  private(set) var problems: [PathProblem] = []

  /// Reads a manifest.
  ///
  /// - Parameters:
  ///   - path: The file; the files of pages are named from its folder.
  ///   - byteCountLimit: The most bytes that it may have.
  /// - Throws: `PathProblem` if it cannot be read or is none.
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
      throw Self.problem("This is no manifest: \(words)", at: path)
    }
    guard text.format == ManifestText.format else {
      throw Self.problem(
        "This is no manifest: its format is not '\(ManifestText.format)'.", at: path)
    }
    guard text.version == ManifestText.version else {
      throw Self.problem(
        "The manifest has version \(text.version), and this program reads version \(ManifestText.version).",
        at: path)
    }
    var documents: [Document] = []
    for (index, document) in text.documents.enumerated() {
      let place = Path("\(path.displayText): document \(index + 1)")
      switch document.content {
      case .failure(let error):
        problems.append(
          Self.problem("The document makes no sense: \(ManifestMistake.words(error))", at: place))
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
          problem("The page makes no sense: \(ManifestMistake.words(error))", at: place))
      case .success(let page):
        guard let file = ManifestFile(page, in: folder) else {
          return .bad(
            problem("The file is not inside of the folder of the manifest.", at: Path(page.file)))
        }
        return .page(file)
      }
    }
    return Document(
      title: text.title, metadata: text.metadata ?? [:], pages: pages, place: place)
  }

  private static func bytes(of path: Path, limit: Int) throws(PathProblem) -> [UInt8] {
    do {
      let file = try System.open(path)
      defer { try? System.close(file) }
      guard try System.status(ofOpen: file).isRegular else {
        throw problem("A manifest is a file, and this is none.", at: path)
      }
      let bytes = try System.read(file, upTo: limit + 1)
      guard bytes.count <= limit else {
        throw problem(
          "The manifest has more than \(limit) bytes; --limit-memory with 16 times its bytes allows it.",
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

// MARK: - The form

extension Manifest {
  /// The manifest as it is written.
  ///
  /// A part that makes no sense takes no other with it.
  struct Text: Decodable {
    var format: String
    var version: Int
    /// A manifest that says nothing of it is complete.
    var isComplete: Bool?
    var documents: [Lenient<Document>]

    struct Document: Decodable {
      var title: String
      var metadata: [String: String]?
      var pages: [Lenient<Page>]
    }

    typealias Page = ManifestPage
  }

  /// A value, or why it cannot be read.
  struct Lenient<Value: Decodable>: Decodable {
    let content: Result<Value, any Error>

    init(from decoder: any Decoder) throws {
      content = Result { try Value(from: decoder) }
    }
  }
}
