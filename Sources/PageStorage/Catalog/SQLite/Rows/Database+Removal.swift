// SPDX-License-Identifier: Apache-2.0

import GRDB

extension Database {
  func documents(deletedUpTo time: Int64) throws -> [DocumentID] {
    try integers("SELECT id FROM document WHERE trashed <= ?", [time]).map { DocumentID($0) }
  }

  func emptyDocumentsBeingPurged() throws -> [DocumentID] {
    try integers(
      """
      SELECT id FROM document WHERE trashed = ? \
      AND NOT EXISTS (SELECT 1 FROM page WHERE page.document = document.id)
      """, [DocumentState.purged]
    ).map { DocumentID($0) }
  }

  func removeNodesOfDocumentsBeingPurged(atMost count: Int) throws -> Int {
    let nodes = try integers(
      """
      SELECT node.id FROM node JOIN document ON document.id = node.document \
      WHERE document.trashed = ? LIMIT ?
      """, [DocumentState.purged, Int64(count)])
    for node in nodes {
      try removeOrderNode(node)
      // An index entry without a row would repeat forever.
      guard changesCount == 1 else { throw BlobRow.damagedIndex }
    }
    return nodes.count
  }
}
