// SPDX-License-Identifier: Apache-2.0

import GallerySystem
import PageImaging
import PageStorage

/// A problem with one input or output.
enum Problem: Error, Sendable {
  /// The page cannot be read or decoded.
  case page(ImagingError)

  /// An input cannot be found, opened or read.
  case input(SystemError)

  /// An output cannot be created at its path.
  case output(SystemError)

  /// An output folder cannot be created at its path.
  case outputFolder(SystemError)

  /// An output folder is not allowed at its path; the text gives the reason.
  case unfitFolder(String)

  /// An output would replace a device or another special file.
  case specialOutput(FileStatus.Kind)

  /// An ingested file cannot be moved or removed.
  case unmovable(SystemError)

  /// An output would overwrite an input.
  case outputIsInput

  /// The output format cannot represent the image.
  case unencodable(ImagingError)

  /// Reading or writing an open file failed.
  case system(SystemError)

  /// Nothing can be written to standard output.
  case standardOutput(SystemError)

  /// The work was done, but the lines about it could not be written.
  case lostOutput(SystemError)

  /// The inputs contain no page.
  case noPages

  /// The document to read has no page.
  case emptyDocument(DocumentID)

  /// The inputs contain no page, but subfolders were not entered.
  case noPagesOutside

  /// The command line does not fit these inputs; the text gives the reason.
  case usage(String)

  /// A store reported an error.
  case store(PageStoreError)

  /// The disk of a store has no room for some of the pages to ingest.
  case noRoom(missing: Int, total: Int)

  /// A page to be changed is in the trash.
  case pageInTrash

  /// A folder contains no store.
  case noStore

  /// A folder contains something other than a store.
  case notStore

  /// The path of a store is that of a file.
  case storeIsFile

  /// A folder that is to become a store is not empty.
  case folderIsNotEmpty

  /// A watched folder no longer exists.
  case folderLost

  /// Stored data is damaged; the text describes how.
  case damage(String)

  /// Damage has ended a command on a store, which can be repaired.
  case damagedStore(PageStoreError.Damage)

  /// The database of a store lacks an index, which this statement creates.
  case missingIndex(name: String, statement: String)

  /// A page in an object store cannot be read.
  case object(ObjectReadingError)

  /// A line of a list names no page.
  case mistake(LocationMistake)

  /// A file exists at the path and must not be replaced.
  case existingOutput
}

extension Problem {
  /// The exit status for the problem.
  var status: ExitStatus {
    switch self {
    case .page(.io), .system, .noRoom, .standardOutput, .lostOutput: .inputOutputError
    case .page: .badInput
    case .input(let error): error.isUnreachableFile ? .missingInput : .inputOutputError
    case .noPages, .emptyDocument, .noPagesOutside, .pageInTrash: .missingInput
    case .usage: .usage
    case .output, .outputFolder, .outputIsInput, .unencodable, .existingOutput, .folderIsNotEmpty,
      .unmovable, .unfitFolder, .specialOutput:
      .uncreatableOutput
    case .store(let error): error.status
    case .noStore, .folderLost: .missingInput
    case .notStore, .storeIsFile, .damage, .damagedStore, .missingIndex, .mistake: .badInput
    case .object(let error): error.status
    }
  }

  /// A stable, machine-readable identifier.
  var code: String {
    switch self {
    case .page(let error): error.code
    case .input(let error):
      error.isDenied ? "deniedInput" : error.isUnreachableFile ? "missingInput" : "io"
    case .noPages, .emptyDocument, .noPagesOutside: "missingInput"
    case .usage: "usage"
    case .output, .outputFolder, .outputIsInput, .unencodable, .existingOutput, .folderIsNotEmpty,
      .unmovable, .unfitFolder, .specialOutput:
      "uncreatableOutput"
    case .system, .standardOutput, .lostOutput: "io"
    case .store(let error): error.code
    case .damagedStore(let damage): PageStoreError.corrupted(damage).code
    case .pageInTrash: "notFound"
    case .noRoom: "full"
    case .noStore, .folderLost: "notFound"
    case .notStore, .storeIsFile: "notAStore"
    case .damage: "damaged"
    case .missingIndex: "missingIndex"
    case .object(let error): error.code
    case .mistake: "invalid"
    }
  }

  /// The byte offset at which the problem was found, if known.
  var offset: Int? {
    guard case .page(let error) = self else { return nil }
    return error.offset
  }

  /// The message as one sentence.
  var message: String {
    switch self {
    case .page(let error), .unencodable(let error): error.description
    case .input(let error), .system(let error): error.description
    case .output(let error): "The file cannot be created: \(error)"
    case .outputFolder(let error): "The folder cannot be created: \(error)"
    case .specialOutput(let kind):
      "\(kind.words) is at the path of the file and is not replaced: choose another path, or '-' for"
        + " standard output where it is allowed."
    case .unmovable(let error): "The file was stored, but it cannot be moved or removed: \(error)"
    case .standardOutput(let error): "\(StandardOutput.words) cannot be written: \(error)"
    case .lostOutput(let error):
      "The work was done, but its output could not be written completely. "
        + "\(StandardOutput.words): \(error)"
    case .outputIsInput: "The output would overwrite an input."
    case .noPages: "There are no pages in the inputs."
    case .emptyDocument(let id): "Document \(id.rawValue) has no pages."
    case .noPagesOutside:
      "There are no pages in the inputs; --recursive also reads the folders inside."
    case .pageInTrash:
      "The page is already in the trash; 'thumbnail-strip store restore' restores it."
    case .usage(let sentence), .damage(let sentence), .unfitFolder(let sentence): sentence
    case .store(let error): error.description
    case .damagedStore(let damage):
      "The store is damaged: \(damage); 'thumbnail-strip store repair' mends what can be mended."
    case .noRoom(let missing, let total):
      "The disk is full: \(missing) of \(total) \(total == 1 ? "page" : "pages")"
        + " \(missing == 1 ? "is" : "are") not stored."
    case .noStore: "There is no store here; 'thumbnail-strip store init' creates one."
    case .folderLost: "The folder was removed or renamed."
    case .notStore: "The folder is not a store."
    case .storeIsFile: "This is not a folder, so it is not a store."
    case .folderIsNotEmpty: "The folder is neither a store nor empty."
    case .existingOutput: "The file already exists; --overwrite replaces it."
    case .missingIndex(let name, let statement):
      "The index \(name) is missing, and reading takes longer as the store grows; run: \(statement);"
    case .object(let error): error.sentence
    case .mistake(let mistake): mistake.sentence
    }
  }
}

extension Problem {
  /// Whether the problem concerns an output file rather than the page.
  var concernsOutput: Bool {
    switch self {
    case .output, .outputFolder, .unfitFolder, .specialOutput, .outputIsInput, .unencodable,
      .existingOutput,
      .folderIsNotEmpty, .system, .standardOutput, .lostOutput:
      true
    case .page, .input, .unmovable, .noPages, .emptyDocument, .noPagesOutside, .pageInTrash,
      .usage, .store, .noRoom, .noStore, .notStore, .damagedStore, .storeIsFile,
      .folderLost, .damage, .missingIndex, .object, .mistake:
      false
    }
  }
}

/// A problem that stops the work, with the path of the file concerned.
struct PathProblem: Error {
  let problem: Problem
  let path: Path
}

// MARK: - Stores

extension Problem {
  /// Creates the problem for an error of a store.
  init(_ error: PageStoreError) {
    if case .refused(let cause) = error { self = .page(cause) } else { self = .store(error) }
  }

  /// The same problem, as one of a page that a store was to ingest.
  ///
  /// A file that is reachable but unreadable counts as a bad page.
  var ofPage: Self {
    guard case .input(let error) = self, !error.isUnreachableFile else { return self }
    return .store(.inputFailed(operation: "read", errno: error.number))
  }

  /// The problem, with what can be done about damage that has ended a command.
  var namingRepair: Problem {
    guard case .store(.corrupted(let damage)) = self, !damage.saysWhatToDo else { return self }
    return .damagedStore(damage)
  }

  /// Whether the problem concerns something that has a path.
  var concernsPlace: Bool {
    switch self {
    case .usage, .noPages, .emptyDocument, .noPagesOutside: false
    default: true
    }
  }

  /// Whether the problem concerns the store rather than one page.
  var concernsStore: Bool {
    switch self {
    case .store(.limitExceeded(.pageByteCount, _, _)), .store(.streamFailed), .store(.inputFailed),
      .store(.limitExceeded(.pageMetadataByteCount, _, _)), .store(.corrupted(.metadata)):
      false
    case .store(let error) where error.concernsOnePage: false
    case .store, .damagedStore, .noRoom, .noStore, .notStore, .storeIsFile: true
    default: false
    }
  }
}

extension PageStoreError.Damage {
  /// Whether the text of the damage has advice of its own, or a repair would not help.
  fileprivate var saysWhatToDo: Bool {
    switch self {
    case .lostChanges: true
    case .catalog(let message):
      ["restore a backup", "store repair"].contains { message.contains($0) }
    default: false
    }
  }
}

extension PageStoreError {
  /// The exit status for the error.
  fileprivate var status: ExitStatus {
    switch self {
    case .notFound: .missingInput
    case .locked, .conflict, .keyReused, .busy: .busyStore
    case .full, .io, .cancelled, .closed, .readOnly, .moved, .unreachable,
      .outcomeUnknown:
      .inputOutputError
    case .corrupted, .notAStore, .versionTooNew, .refused, .otherDigest, .limitExceeded,
      .inputFailed, .streamFailed, .irregularFile:
      .badInput
    case .invalidChange, .unsupported: .usage
    case .unfitLocation: .configuration
    case .unfitTarget: .uncreatableOutput
    }
  }
}
