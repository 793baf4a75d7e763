// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import GalleryServer
import Yams

/// The reason why a configuration file cannot be read, with its line.
struct SettingsMistake {
  private var line: Int?
  private let reason: String
  private var remedy = "correct it, or compare the file with what --print-config prints"

  /// Describes the error of a parser.
  init(_ error: any Error, in data: Data) {
    switch error {
    case let mistake as JSONMistake:
      reason = Self.clause(mistake.kind.rawValue)
      line = mistake.offset.map { offset in data.prefix(offset).count { $0 == 0x0A } + 1 }
    case let error as YamlError: (line, reason) = Self.place(of: error)
    case DecodingError.dataCorrupted(let context):
      let cause = context.underlyingError as? YamlError
      (line, reason) = cause.map(Self.place) ?? (nil, "its text is malformed")
    default:
      reason = "it is not an object with options"
      remedy =
        #"write the name of an option before each value: {"store": "archive"}, or store: archive"#
    }
  }

  /// Returns the sentence for the operator.
  func message(_ path: String) -> String {
    let place = line.map { ", line \($0)" } ?? ""
    return "the configuration \(path)\(place) cannot be read: \(reason); \(remedy)"
  }

  private static func place(of error: YamlError) -> (line: Int?, reason: String) {
    switch error {
    case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
      .composer(_, let problem, let mark, _):
      (mark.line, problem)
    case .reader(let problem, _, _, _): (nil, problem)
    case .duplicatedKeysInMapping(let keys, let context):
      (context.mark.line, "the key \(keys.sorted().joined(separator: ", ")) occurs twice")
    case .dataCouldNotBeDecoded: (nil, "its text is not UTF-8")
    default: (nil, "its text is malformed")
    }
  }

  /// Turns a sentence into a clause.
  private static func clause(_ sentence: String) -> String {
    (sentence.first?.lowercased() ?? "") + sentence.dropFirst().dropLast()
  }
}
