// SPDX-License-Identifier: Apache-2.0
#if PostgreSQL

  import PostgreSQLClient

  extension RemoteTransaction {
    /// A question that the server has to answer before the rules can run on.
    struct Question: Error {
      /// One statement of a question.
      struct Part {
        let statement: Statement
        /// Takes the rows of an answer; `nil` for one that is kept for its place.
        let take: (@Sendable (RemoteTransaction, Rows) throws -> Void)?
        /// Takes the rows for some keys, `nil` for a statement that does not ask by keys.
        fileprivate var takeByKeys: TakeByKeys?

        typealias TakeByKeys = @Sendable (RemoteTransaction, Rows, Parameter) throws -> Void

        init(
          _ sql: String, _ parameters: [Parameter],
          _ take: (@Sendable (RemoteTransaction, Rows) throws -> Void)?
        ) {
          statement = Statement(sql, parameters)
          self.take = take
        }

        /// A statement whose only parameter is an array of keys: its rows for two arrays are those for both together.
        init(_ sql: String, keys: Parameter, _ take: @escaping TakeByKeys) {
          self.init(sql, [keys]) { transaction, rows in try take(transaction, rows, keys) }
          takeByKeys = take
        }
      }

      /// What is asked, followed by what will probably be asked next.
      let parts: [Part]

      init(_ parts: [Part]) { self.parts = parts }
    }
  }

  extension RemoteTransaction.Question {
    /// Returns parts of which those that ask for rows of one table by keys are one statement.
    static func joined(_ parts: [Part]) -> [Part] {
      var joined: [Part] = []
      var places: [String: Int] = [:]
      for part in parts {
        let sql = part.statement.sql
        guard let take = part.takeByKeys else {
          joined.append(part)
          continue
        }
        if let place = places[sql],
          let keys = joined[place].statement.parameters[0].union(part.statement.parameters[0])
        {
          joined[place] = Part(sql, keys: keys, take)
        } else {
          places[sql] = joined.count
          joined.append(part)
        }
      }
      return joined
    }
  }

  extension Parameter {
    /// The keys, none unless they are integers.
    var integerKeys: [Int64] {
      guard case .integers(let keys) = self else { return [] }
      return keys
    }

    /// Returns the keys of two arrays, each once; `nil` if they are of different types.
    fileprivate func union(_ other: Self) -> Self? {
      switch (self, other) {
      case (.integers(let one), .integers(let two)): .integers(one.union(two))
      case (.byteStrings(let one), .byteStrings(let two)): .byteStrings(one.union(two))
      default: nil
      }
    }
  }

  extension Array where Element: Hashable {
    /// Returns the elements, followed by those of another array that are not among them.
    fileprivate func union(_ other: Self) -> Self {
      var known = Set(self)
      return self + other.filter { known.insert($0).inserted }
    }
  }
#endif
