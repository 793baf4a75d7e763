// SPDX-License-Identifier: Apache-2.0

extension PageStore {
  /// Returns all documents in ascending order, in the trash or not, damaged or not, without those being purged.
  package func documentIDs() async throws(PageStoreError) -> [DocumentID] {
    try await readAtLength { db in
      var ids: [DocumentID] = []
      try db.readDocuments { row in
        switch row {
        case .success(let row): if !row.state.isBeingPurged { ids.append(row.state.id) }
        case .failure(PageStoreError.corrupted(.document(let id))): ids.append(id)
        case .failure(let error): throw error
        }
      }
      return ids
    }
  }
}
