// SPDX-License-Identifier: Apache-2.0

import GalleryModel

extension PageID: ScriptValue {
  static var expectation: String { "a whole number from 0 to \(UInt64.max)" }
}

/// Page IDs in a script: an array of IDs.
struct ScriptPageIDs: ScriptValue {
  let pages: [PageID]

  static var expectation: String { "an array of whole numbers from 0 to \(UInt64.max)" }

  init(from decoder: any Decoder) throws {
    let numbers = try decoder.singleValueContainer().decode([UInt64].self)
    pages = numbers.map { PageID($0) }
  }
}
