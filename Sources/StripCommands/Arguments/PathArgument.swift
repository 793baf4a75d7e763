// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// An argument that is a path.
struct PathArgument: ExpressibleByArgument, Hashable, Sendable {
  /// The argument as the parser received it; a token if its bytes were hidden from the parser.
  let word: String

  /// The paths of the argument: several if it is the token for a run of arguments.
  let paths: [Path]

  init(argument: String) {
    word = argument
    paths = RawArguments.ofProcess.expand(argument)
  }

  /// The first path.
  var path: Path { paths.first ?? Path(word) }

  /// Whether the argument is a single path.
  var isSingle: Bool { paths.count == 1 }

  var isEmpty: Bool { word.isEmpty }

  /// Whether the argument is "-", standard input or output.
  var isStandardStream: Bool { word == "-" }
}
