// SPDX-License-Identifier: Apache-2.0

import PageImaging
import PageStorage

/// What went wrong with one input or output.
enum Problem: Error, Sendable {
  /// The page cannot be read or decoded.
  case page(ImagingError)

  /// An input cannot be found, opened or read.
  case input(SystemError)

  /// An output cannot be made under its name.
  case output(SystemError)

  /// A folder for outputs cannot be made under its name.
  case outputFolder(SystemError)

  /// A folder for outputs is a place that outputs must not go to; the words say why.
  case unfitFolder(String)

  /// An output would take the place of a device, or of something else that is no file.
  case specialOutput(System.NamedKind)

  /// A file that was taken in cannot be moved or removed.
  case unmovable(SystemError)

  /// An output would take the place of an input.
  case outputIsInput

  /// The format of the output cannot hold the picture.
  case unencodable(ImagingError)

  /// Reading or writing an open file failed.
  case system(SystemError)

  /// Nothing can be written to standard output.
  case standardOutput(SystemError)

  /// The work was done, and the lines about it could not be written.
  case lostOutput(SystemError)

  /// The inputs hold no page.
  case noPages

  /// The inputs hold no page, but folders that were not entered.
  case noPagesOutside

  /// The command line makes no sense for these inputs; the words say why.
  case usage(String)

  /// A store refused or failed.
  case store(PageStoreError)

  /// The disk of a store has no room for some of the pages that were to be taken in.
  case noRoom(missing: Int, total: Int)

  /// A page that is to be changed is in the trash.
  case pageInTrash

  /// There is no store in a folder.
  case noStore

  /// A folder holds something else than a store.
  case notStore

  /// A folder that is to become a store holds something else.
  case folderIsNotEmpty

  /// A folder that is watched went away.
  case folderLost

  /// Stored data are damaged; the words say how.
  case damage(String)

  /// There is a file of that name, which is not to be replaced.
  case existingOutput
}

extension Problem {
  /// The exit status that the problem asks for.
  var status: ExitStatus {
    switch self {
    case .page(.io), .system, .noRoom, .standardOutput, .lostOutput: .inputOutputError
    case .page: .badInput
    case .input(let error): error.isUnreachableFile ? .missingInput : .inputOutputError
    case .noPages, .noPagesOutside, .pageInTrash: .missingInput
    case .usage: .usage
    case .output, .outputFolder, .outputIsInput, .unencodable, .existingOutput, .folderIsNotEmpty,
      .unmovable, .unfitFolder, .specialOutput:
      .uncreatableOutput
    case .store(let error): error.status
    case .noStore, .folderLost: .missingInput
    case .notStore, .damage: .badInput
    }
  }

  /// A stable word for machines.
  var code: String {
    switch self {
    case .page(let error): error.code
    case .input(let error):
      error.isDenied ? "deniedInput" : error.isUnreachableFile ? "missingInput" : "io"
    case .noPages, .noPagesOutside: "missingInput"
    case .usage: "usage"
    case .output, .outputFolder, .outputIsInput, .unencodable, .existingOutput, .folderIsNotEmpty,
      .unmovable, .unfitFolder, .specialOutput:
      "uncreatableOutput"
    case .system, .standardOutput, .lostOutput: "io"
    case .store(let error): error.code
    case .pageInTrash: "notFound"
    case .noRoom: "full"
    case .noStore, .folderLost: "notFound"
    case .notStore: "notAStore"
    case .damage: "damaged"
    }
  }

  /// The byte at which the trouble was seen, if one is known.
  var offset: Int? {
    guard case .page(let error) = self else { return nil }
    return error.offset
  }

  /// One sentence.
  var message: String {
    switch self {
    case .page(let error), .unencodable(let error): error.description
    case .input(let error), .system(let error): error.description
    case .output(let error): "The file cannot be made: \(error)"
    case .outputFolder(let error): "The folder cannot be made: \(error)"
    case .specialOutput(let kind):
      "\(kind.words) is in the place of the file, and is not replaced: choose another name, or '-' for"
        + " standard output where that is allowed."
    case .unmovable(let error): "The file is a page now, and cannot be moved or removed: \(error)"
    case .standardOutput(let error): "\(StandardOutput.words) cannot be written to: \(error)"
    case .lostOutput(let error):
      "The work was done, but the rest of its output could not be written. "
        + "\(StandardOutput.words): \(error)"
    case .outputIsInput: "The output would overwrite an input."
    case .noPages: "There are no pages in the inputs."
    case .noPagesOutside:
      "There are no pages in the inputs; --recursive enters the folders inside of them."
    case .pageInTrash:
      "The page is in the trash already; 'thumbnail-strip store restore' brings it back."
    case .usage(let sentence), .damage(let sentence), .unfitFolder(let sentence): sentence
    case .store(let error): error.description
    case .noRoom(let missing, let total):
      "The disk is full: \(missing) of \(total) \(total == 1 ? "page" : "pages")"
        + " \(missing == 1 ? "is" : "are") not stored."
    case .noStore: "There is no store here; 'thumbnail-strip store init' makes one."
    case .folderLost: "The folder is gone, or has another name."
    case .notStore: "The folder holds something else than a store."
    case .folderIsNotEmpty: "Something else than a store or an empty folder is there."
    case .existingOutput: "There is such a file already; --overwrite replaces it."
    }
  }
}

extension Problem {
  /// Whether the problem is about a file to be written rather than the page.
  var concernsOutput: Bool {
    switch self {
    case .output, .outputFolder, .unfitFolder, .specialOutput, .outputIsInput, .unencodable,
      .existingOutput,
      .folderIsNotEmpty, .system, .standardOutput, .lostOutput:
      true
    case .page, .input, .unmovable, .noPages, .noPagesOutside, .pageInTrash, .usage, .store,
      .noRoom, .noStore, .notStore,
      .folderLost, .damage:
      false
    }
  }
}

/// A problem that stops the work, and the file that it is about.
struct PathProblem: Error {
  let problem: Problem
  let path: Path
}

// MARK: - Stores

extension Problem {
  /// Creates the problem that a store reports.
  init(_ error: PageStoreError) {
    if case .refused(let cause) = error { self = .page(cause) } else { self = .store(error) }
  }

  /// The same problem, as one of a page that a store was to take.
  ///
  /// A file that can be reached and not be read is a bad page.
  var ofPage: Self {
    guard case .input(let error) = self, !error.isUnreachableFile else { return self }
    return .store(.inputFailed(operation: "read", errno: error.number))
  }

  /// Whether the problem is about something that has a name.
  var concernsPlace: Bool {
    switch self {
    case .usage, .noPages, .noPagesOutside: false
    default: true
    }
  }

  /// Whether the problem is about the store and not about one page.
  var concernsStore: Bool {
    switch self {
    case .store(.limitExceeded(.pageByteCount, _, _)), .store(.streamFailed), .store(.inputFailed),
      .store(.limitExceeded(.pageMetadataByteCount, _, _)), .store(.corrupted(.metadata)),
      .store(.otherDigest),
      .store(.corrupted(.original)):
      false
    case .store, .noRoom, .noStore, .notStore: true
    default: false
    }
  }
}

extension PageStoreError {
  /// The exit status that the error asks for.
  fileprivate var status: ExitStatus {
    switch self {
    case .notFound: .missingInput
    case .locked, .conflict: .busyStore
    case .full, .io, .cancelled, .closed, .readOnly: .inputOutputError
    case .corrupted, .notAStore, .versionTooNew, .refused, .otherDigest, .limitExceeded,
      .inputFailed, .streamFailed, .irregularFile:
      .badInput
    case .invalidChange: .usage
    case .unfitTarget: .uncreatableOutput
    }
  }
}
