// SPDX-License-Identifier: Apache-2.0
#if PostgreSQL

  import GalleryTestSupport

  /// Damage of one row of a store on a server.
  struct RowDamage: CustomStringConvertible {
    let kind: Kind
    /// Chooses the row among those of the table.
    let number: Int
    /// What becomes of a value.
    let value: Int64

    /// What is damaged; no kind takes away what nothing else in the store tells.
    enum Kind: String, CaseIterable {
      case pageDocument = "UPDATE page SET document = $value"
      case pageLeaf = "UPDATE page SET leaf = $value"
      case pageTurns = "UPDATE page SET rotation = $value"
      case pageVersion = "UPDATE page SET content_version = $value"
      case pageChecksum = "UPDATE page SET checksum = $value"
      case pageDeletion = "UPDATE page SET trashed_index = $value"
      case nodeRow = "DELETE FROM node"
      case nodeParent = "UPDATE node SET parent = $value"
      case nodeEntries = "UPDATE node SET checksum = $value"
      case nodeDocument = "UPDATE node SET document = $value"
      case documentRow = "DELETE FROM document"
      case documentRoot = "UPDATE document SET root = $value"
      case documentCount = "UPDATE document SET page_count = $value"
      case documentRevision = "UPDATE document SET revision = $value"
      case originalSize = "UPDATE original SET byte_count = $value"
      case originalChecksum = "UPDATE original SET checksum = $value"
      case changeRow = "DELETE FROM change"
      case changeRevision = "UPDATE change SET revision = $value"
      case counter = "UPDATE counter SET next = $value"
    }

    private var table: Substring {
      let words = kind.rawValue.split(separator: " ")
      return words[0] == "UPDATE" ? words[1] : words[2]
    }

    /// The statement; it changes nothing if the table is empty.
    var sql: String {
      let statement = kind.rawValue.replacing("$value", with: "\(value)")
      guard kind != .counter else { return statement + " WHERE name = 'page'" }
      let rows = "(SELECT greatest(count(*), 1) FROM \(table))"
      return "\(statement) WHERE id = "
        + "(SELECT id FROM \(table) ORDER BY id OFFSET \(number) % \(rows) LIMIT 1)"
    }

    var description: String { sql }

    static func random(using random: inout SeededGenerator) -> RowDamage {
      RowDamage(
        kind: Kind.allCases.randomElement(using: &random) ?? .nodeRow,
        number: Int.random(in: 0..<1_000, using: &random),
        value: [0, 1, 2, 3, -1, 77, 1 << 40 - 1, 1 << 40, 1 << 60 - 1, 1 << 60, .max, .min]
          .randomElement(using: &random) ?? 0)
    }
  }
#endif
