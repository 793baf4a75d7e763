// SPDX-License-Identifier: Apache-2.0

import GallerySystem
import PageStorage

/// A collector that expands the inputs of a command line into a list of files.
///
/// Inputs keep their order. The contents of a folder are in natural order, with each subfolder at
/// the position of its name.
struct InputCollector {
  /// Whether subfolders are entered.
  let isRecursive: Bool

  /// Whether a subfolder was skipped.
  private(set) var hasPassedFolder = false

  /// The files so far.
  private(set) var files: [InputFile] = []

  /// The reader of objects.
  private let reader = ObjectReader()

  init(isRecursive: Bool) {
    self.isRecursive = isRecursive
  }

  /// Adds a file, the contents of a folder, or an object of a bucket, `s3://BUCKET/KEY`.
  mutating func add(_ path: Path) {
    do {
      if try SystemCalls.status(of: path).isFolder {
        addContents(of: path)
      } else {
        files.append(InputFile(path: path, origin: .named))
      }
    } catch {
      files.append(object(path) ?? InputFile(path: path, origin: .unavailable(error)))
    }
  }

  /// Returns the object that a path names, if it has the form of one.
  private func object(_ path: Path) -> InputFile? {
    guard path.isObjectLocation, let text = path.text else { return nil }
    do throws(LocationMistake) {
      guard case .object(let location) = try PageLocation(text) else { return nil }
      return file(at: location)
    } catch {
      return InputFile(path: path, origin: .mistaken(error))
    }
  }

  private func file(at location: ObjectLocation) -> InputFile {
    let remote = RemoteInput(reader: reader, location: location)
    return InputFile(path: remote.path, origin: .remote(remote))
  }

  /// Adds a page read from standard input.
  mutating func addStandardInput(_ bytes: [UInt8]) {
    files.append(InputFile(path: Path.standardInput, origin: .standardInput(bytes)))
  }

  /// Adds the pages of a list of locations.
  ///
  /// - Parameter text: The list.
  mutating func addLocations(_ text: [UInt8]) {
    for (line, entry) in LocationList.entries(in: text) {
      switch entry {
      case .success(let entry): files.append(file(entry))
      case .failure(let mistake):
        files.append(
          InputFile(path: Path("standard input, line \(line)"), origin: .mistaken(mistake)))
      }
    }
  }

  private mutating func file(_ entry: LocationList.Entry) -> InputFile {
    var file: InputFile
    switch entry.location {
    case .file(let path): file = Self.file(at: path)
    case .object(let location): file = self.file(at: location)
    }
    file.name = entry.name
    return file
  }

  private static func file(at path: Path) -> InputFile {
    do {
      guard try !SystemCalls.status(of: path).isFolder else {
        return InputFile(
          path: path, origin: .mistaken(LocationMistake("This is a folder; list its files.")))
      }
      return InputFile(path: path, origin: .named)
    } catch {
      return InputFile(path: path, origin: .unavailable(error))
    }
  }

  private mutating func addContents(of folder: Path) {
    do {
      let entries = try SystemCalls.entries(of: folder)
        .filter { $0.name.first != UInt8(ascii: ".") }
        .sorted { NaturalOrder.areInIncreasingOrder($0.name, $1.name) }
      for entry in entries { add(entry, of: folder) }
    } catch {
      files.append(InputFile(path: folder, origin: .unavailable(error)))
    }
  }

  private mutating func add(_ entry: FolderEntry, of folder: Path) {
    let path = folder.appending(entry.name)
    switch entry.kind {
    case .file:
      files.append(InputFile(path: path, origin: .found))
    case .folder:
      if isRecursive { addContents(of: path) } else { hasPassedFolder = true }
    case .symbolicLink, nil:
      addResolved(path, isLink: SystemCalls.kind(of: path) == .symbolicLink)
    case .pipe, .socket, .device, .other:
      break
    }
  }

  /// Adds an entry whose kind requires a lookup.
  ///
  /// Links to files count as files. Links to folders are not followed, because they can form cycles
  /// or show the same pages twice. Broken links are skipped like any other entry that is not a
  /// page, unless they have the extension of a page.
  private mutating func addResolved(_ path: Path, isLink: Bool) {
    let status: FileStatus
    do {
      status = try SystemCalls.status(of: path)
    } catch {
      if path.hasPageExtension {
        files.append(InputFile(path: path, origin: .unavailable(error)))
      }
      return
    }
    if status.isRegular {
      files.append(InputFile(path: path, origin: .found))
    } else if status.isFolder, isRecursive, !isLink {
      addContents(of: path)
    }
  }
}
