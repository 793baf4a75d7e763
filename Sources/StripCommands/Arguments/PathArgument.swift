// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// An argument that is a path.
struct PathArgument: ExpressibleByArgument, Hashable, Sendable {
  /// The argument as the parser got it; a token if its bytes were hidden from the parser.
  let word: String

  /// The paths that the argument stands for: several if it is the token of a run of arguments.
  let paths: [Path]

  init(argument: String) {
    word = argument
    paths = RawArguments.ofProcess.expand(argument)
  }

  /// The first path.
  var path: Path { paths.first ?? Path(word) }

  /// Whether the argument stands for one path only.
  var isSingle: Bool { paths.count == 1 }

  var isEmpty: Bool { word.isEmpty }

  /// Whether the argument names standard input or output.
  var isStandardStream: Bool { word == "-" }
}
