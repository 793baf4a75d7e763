// SPDX-License-Identifier: Apache-2.0

/// The file names of thumbnails.
struct ThumbnailNames: Sendable {
  private let names: [[UInt8]]
  private let fileExtension: String

  init(of pages: InputPages, fileExtension: String) {
    names = OutputNames.names(
      stems: pages.files.map { $0.name?.bytes ?? OutputNames.stem(of: $0.path) },
      fileExtension: fileExtension)
    self.fileExtension = fileExtension
  }

  /// Returns the file name of a thumbnail; it is unique for each page of a store.
  func name(of page: InputFile, at index: Int) -> [UInt8] {
    page.stored == nil ? names[index] : page.path.bytes + Array(".\(fileExtension)".utf8)
  }
}
