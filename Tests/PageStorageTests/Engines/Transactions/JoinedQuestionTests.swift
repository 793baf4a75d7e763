// SPDX-License-Identifier: Apache-2.0
#if PostgreSQL

  import GalleryPages
  import Testing

  @testable import PageStorage
  @testable import PostgreSQLClient

  /// What several edits ask for together.
  @Suite struct JoinedQuestionTests {
    private typealias Part = RemoteTransaction.Question.Part

    private func joined(_ parts: [Part]) -> [Statement] {
      RemoteTransaction.Question.joined(parts).map(\.statement)
    }

    @Test func keysOfOneTableAreOneStatement() {
      let parts = [[1, 2], [2, 3], [3], [9, 1]].map { keys in
        Part("SELECT one", keys: .integers(keys)) { _, _, _ in }
      }
      #expect(joined(parts) == [Statement("SELECT one", [.integers([1, 2, 3, 9])])])
      let digests = [[1], [2], [1]].map { byte in
        Part("SELECT two", keys: .byteStrings([byte.map { UInt8($0) }])) { _, _, _ in }
      }
      #expect(joined(digests) == [Statement("SELECT two", [.byteStrings([[1], [2]])])])
      #expect(
        joined(parts + digests) == joined(parts) + joined(digests),
        "statements keep their order")
    }

    @Test func otherStatementsStayAsTheyAre() {
      let parts = [
        Part("SELECT a", keys: .integers([1])) { _, _, _ in },
        Part("SELECT b", [.integers([1])]) { _, _ in },
        Part("SELECT b", [.integers([2])], nil),
        Part("SELECT c", keys: .integers([2])) { _, _, _ in },
        Part("SELECT a", keys: .byteStrings([[1]])) { _, _, _ in },
      ]
      #expect(joined(parts) == parts.map(\.statement))
    }

    /// The rows are taken once, with all keys: those without a row are known as missing.
    @Test func rowsAreTakenOnceForAllKeys() throws {
      let transaction = RemoteTransaction()
      let parts = [[1, 2], [3]].map { keys in
        Part("SELECT one", keys: .integers(keys)) { transaction, _, keys in
          for key in keys.integerKeys {
            transaction.caches.lastDeletions.load(DocumentID(key), .success(key))
          }
          transaction.changed(1)
        }
      }
      let question = RemoteTransaction.Question(RemoteTransaction.Question.joined(parts))
      let rows = Rows(count: 0, affectedCount: 0, columnCount: 0, bytes: [], ends: [])
      try transaction.take([rows], for: question)
      #expect(transaction.changedRowCount == 1)
      for key in 1...3 {
        #expect(try transaction.caches.lastDeletions.row(DocumentID(Int64(key))) == Int64(key))
      }
    }
  }
#endif
