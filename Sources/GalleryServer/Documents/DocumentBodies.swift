// SPDX-License-Identifier: Apache-2.0

/// The body that creates a document.
struct NewDocumentBody: StrictBody {
  let title: String
  let metadata: [String: String]

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: StrictKey.self)
    try values.require(only: ["title", "metadata"])
    title = try TitleText.checked(values.decode(String.self, forKey: "title"))
    metadata =
      try values.contains("metadata")
      ? values.decode([String: String].self, forKey: "metadata") : [:]
  }
}

/// The body that changes title or metadata; what is missing stays.
struct DocumentPatchBody: StrictBody {
  let title: String?
  let metadata: [String: String]?

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: StrictKey.self)
    try values.require(only: ["title", "metadata"])
    title = try values.titleIfPresent()
    metadata =
      try values.contains("metadata")
      ? values.decode([String: String].self, forKey: "metadata") : nil
    guard title != nil || metadata != nil else {
      throw Problem.malformed("The body has neither title nor metadata.")
    }
  }
}
