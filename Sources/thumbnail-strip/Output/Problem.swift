// SPDX-License-Identifier: Apache-2.0

import PageImaging

/// What went wrong with one input or output.
enum Problem: Error, Sendable {
  /// The page cannot be read or decoded.
  case page(ImagingError)

  /// An input cannot be found, opened or read.
  case input(SystemError)

  /// An output cannot be made under its name.
  case output(SystemError)

  /// An output would take the place of an input.
  case outputIsInput

  /// The format of the output cannot hold the picture.
  case unencodable(ImagingError)

  /// Reading or writing an open file failed.
  case system(SystemError)

  /// The inputs hold no page.
  case noPages

  /// The command line makes no sense for these inputs; the words say why.
  case usage(String)
}

extension Problem {
  /// The exit status that the problem asks for.
  var status: ExitStatus {
    switch self {
    case .page(.io), .system: .inputOutputError
    case .page: .badInput
    case .input(let error): error.isUnreachableFile ? .missingInput : .inputOutputError
    case .noPages: .missingInput
    case .usage: .usage
    case .output, .outputIsInput, .unencodable: .uncreatableOutput
    }
  }

  /// A stable word for machines.
  var code: String {
    switch self {
    case .page(let error): error.code
    case .input(let error): error.isUnreachableFile ? "missingInput" : "io"
    case .noPages: "missingInput"
    case .usage: "usage"
    case .output, .outputIsInput, .unencodable: "uncreatableOutput"
    case .system: "io"
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
    case .outputIsInput: "The output would overwrite an input."
    case .noPages: "There are no pages in the inputs."
    case .usage(let sentence): sentence
    }
  }
}

extension Problem {
  /// Whether the problem is about a file to be written rather than the page.
  var concernsOutput: Bool {
    switch self {
    case .output, .outputIsInput, .unencodable, .system: true
    case .page, .input, .noPages, .usage: false
    }
  }
}

/// A problem that stops the work, and the file that it is about.
struct PathProblem: Error {
  let problem: Problem
  let path: Path
}
