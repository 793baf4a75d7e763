// SPDX-License-Identifier: Apache-2.0

/// A section of the program's help that no single command owns: `thumbnail-strip help TOPIC`.
struct HelpTopic: Hashable, Sendable {
  /// The topics in the order in which they are listed.
  static let all = [
    HelpTopic(name: "inputs", summary: "Files, folders, standard input and stores."),
    HelpTopic(name: "messages", summary: "Errors, notes and progress."),
    HelpTopic(name: "environment", summary: "The environment variables."),
    HelpTopic(name: "exit-status", summary: "The exit statuses."),
  ]

  /// The word after `help`.
  let name: String

  /// The line in the list of topics.
  let summary: String

  /// The text of the topic.
  var text: String {
    let title = name.uppercased().replacing("-", with: " ")
    let sections = HelpSection.sections(of: HelpText.program)
    return sections.filter { $0.title == title }.map(\.text).joined(separator: "\n\n")
  }
}
