// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import GallerySystem
import PageStorage

/// The folder of a manifest, held open.
final class ManifestFolder: Sendable {
  let path: Path
  let descriptor: Int32

  init(_ path: Path) throws(SystemError) {
    self.path = path
    descriptor = try SystemCalls.open(path)
  }

  deinit { SystemCalls.closeFile(descriptor) }
}

/// A file listed in a manifest, with its entry.
struct ManifestFile: Sendable {
  private let folder: ManifestFolder
  private let page: ManifestPage
  /// The names of the folders and of the file.
  private let names: [[UInt8]]

  /// Creates a reference to a file; returns `nil` if the path may lead outside of the folder.
  init?(_ page: ManifestPage, in folder: ManifestFolder) {
    let names = page.file.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .map { Array($0) }
    let forbidden: [[UInt8]] = [[], Array(".".utf8), Array("..".utf8)]
    guard names.allSatisfy({ !forbidden.contains($0) && !$0.contains(0) }) else { return nil }
    (self.page, self.folder, self.names) = (page, folder, names)
  }

  /// The path of the file, for messages.
  var path: Path {
    folder.path == Path(".") ? Path(page.file) : folder.path.appending(page.file.utf8)
  }

  /// Opens the file without following symbolic links.
  ///
  /// - Throws: `Problem.damage` if it does not exist, is not a regular file, or differs in size
  ///   from its entry in the manifest.
  func open() throws(Problem) -> OpenedInput {
    let file: Int32
    do { file = try SystemCalls.open(names, beneath: folder.descriptor) } catch {
      throw Self.problem(error)
    }
    var input = PageInput.file("/proc/self/fd/\(file)")
    input.metadata = page.metadata ?? PageMetadata()
    input.isDescribed = true
    input.digest = page.sha256
    input.rotation = page.rotation ?? .none
    input.keepsDamage = page.isImage == false
    let opened = OpenedInput(file, input)
    try checkSize(of: file)
    return opened
  }

  /// Compares the size first: a digest mismatch only tells that the file is another one.
  private func checkSize(of file: Int32) throws(Problem) {
    guard let expected = page.byteCount, let found = try? SystemCalls.status(of: file).byteCount,
      found != expected
    else { return }
    let what = found < expected ? "it was cut off, or is another file" : "it was changed"
    throw .damage(
      "The file has \(found) bytes instead of \(expected): \(what). Copy it again."
    )
  }

  private static func problem(_ error: FileOpeningError) -> Problem {
    switch error {
    case .other(.symbolicLink):
      .damage("The file or its folder is a link, which is not followed.")
    case .other(let kind): .damage("\(kind.words) is at the path of the file.")
    case .system(let error) where error.isUnreachableFile:
      .damage("The file cannot be read: \(error)")
    case .system(let error): Problem.input(error).ofPage
    }
  }
}

/// The entry of a page in a manifest.
struct ManifestPage: Decodable {
  var file: String
  var sha256: ContentDigest
  var byteCount: Int?
  var rotation: QuarterTurns?
  var isImage: Bool?
  var metadata: PageMetadata?
}
