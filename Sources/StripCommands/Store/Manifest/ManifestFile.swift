// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import PageStorage

/// The folder of a manifest, held open.
final class ManifestFolder: Sendable {
  let path: Path
  let descriptor: System.Descriptor

  init(_ path: Path) throws(SystemError) {
    self.path = path
    descriptor = try System.open(path)
  }

  deinit { try? System.close(descriptor) }
}

/// A file that a manifest names, and what it says of it.
struct ManifestFile: Sendable {
  private let folder: ManifestFolder
  private let page: Manifest.Text.Page
  /// The names of the folders and of the file.
  private let names: [[UInt8]]

  /// Takes note of a file, `nil` if it may not be inside of the folder.
  init?(_ page: Manifest.Text.Page, in folder: ManifestFolder) {
    let names = page.file.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .map { Array($0) }
    let forbidden: [[UInt8]] = [[], Array(".".utf8), Array("..".utf8)]
    guard names.allSatisfy({ !forbidden.contains($0) && !$0.contains(0) }) else { return nil }
    (self.page, self.folder, self.names) = (page, folder, names)
  }

  /// The file, for people.
  var path: Path {
    folder.path == Path(".") ? Path(page.file) : folder.path.appending(page.file.utf8)
  }

  /// Opens the file, without following a link.
  ///
  /// - Throws: `Problem.damage` if it is not there, or if it is a link or in one.
  func open() throws(Problem) -> OpenedInput {
    let file: System.Descriptor
    do {
      file = try System.open(names, in: folder.descriptor)
    } catch {
      guard error.isUnreachableFile else { throw Problem.input(error).ofPage }
      throw .damage(
        error.isLink
          ? "A link is in the place of the file or its folder, and is not followed."
          : "The file of the manifest cannot be read: \(error)")
    }
    var input = PageInput.file("/proc/self/fd/\(file)")
    input.metadata = page.metadata ?? PageMetadata()
    input.isDescribed = true
    input.digest = page.sha256
    input.rotation = page.rotation ?? .none
    input.keepsDamage = page.isImage == false
    return OpenedInput(file, input)
  }
}

extension SystemError {
  /// Whether a name is that of a link which was not to be followed.
  fileprivate var isLink: Bool { self == .tooManyLinks }
}
