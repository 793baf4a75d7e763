// SPDX-License-Identifier: Apache-2.0
#if PostgreSQL

  import PostgreSQLClient

  extension RemoteTransaction {
    /// The failure of a rule whose first statements were already sent.
    ///
    /// The effects of the others can no longer be told from those of this one.
    struct LateFailure: Error {
      let error: PageStoreError
    }

    private enum Turn {
      case made
      case asks(Question)
      case fails(PageStoreError)
    }

    /// Runs rules one after the other, as if each was a transaction: one that fails has no effect on the others.
    ///
    /// When a rule asks, those behind it run as well, without it, so that what all of them want to know takes one
    /// round trip.
    ///
    /// - Parameters:
    ///   - count: The number of rules.
    ///   - rule: Runs the rule at an index.
    /// - Returns: The failure of each rule.
    /// - Throws: `Question`, `LateFailure`.
    func runInTurn(_ count: Int, _ rule: (Int) throws -> Void) throws -> [PageStoreError?] {
      var failures: [PageStoreError?] = []
      for index in 0..<count {
        if let known = self.failures[index] {
          answerCount += known.answerCount
          failures.append(known.error)
          continue
        }
        caches.beginTurn()
        let (start, unsentCount, rowCount) = (writeCount, writes.count, changedRowCount)
        let firstAnswer = answerCount
        switch turn(index, rule) {
        case .made: failures.append(nil)
        case .asks(let question):
          throw Question(Question.joined(foreseenParts(question, of: index + 1..<count, rule)))
        case .fails(let error):
          guard sentCount <= start else { throw LateFailure(error: error) }
          caches.undoTurn()
          writes.removeLast(writes.count - unsentCount)
          (writeCount, changedRowCount) = (start, rowCount)
          failures.append(error)
          // What later rules send must not make it look as if this one had sent something.
          self.failures[index] = (error, answerCount - firstAnswer)
        }
      }
      return failures
    }

    private func turn(_ index: Int, _ rule: (Int) throws -> Void) -> Turn {
      defer { convertedQuestion = nil }
      do {
        try rule(index)
        return convertedQuestion.map { .asks($0) } ?? .made
      } catch let question as Question {
        return .asks(question)
      } catch {
        return convertedQuestion.map { .asks($0) } ?? .fails(RemoteErrorConversion.error(error))
      }
    }

    /// Returns the parts of a question, followed by those of the next questions of later rules.
    ///
    /// Only rows are foreseen: an answer that is kept for its place depends on the statements before it.
    private func foreseenParts(
      _ question: Question, of indices: Range<Int>, _ rule: (Int) throws -> Void
    ) -> [Question.Part] {
      let (caches, writes) = (caches, writes)
      self.caches.undoTurn()
      isForeseeing = true
      var parts = question.parts
      var asked = Set(parts.map(\.statement))
      for index in indices {
        self.caches.beginTurn()
        let turn = turn(index, rule)
        if case .made = turn { continue }
        self.caches.undoTurn()
        guard case .asks(let later) = turn else { continue }
        parts += later.parts.filter { $0.take != nil && asked.insert($0.statement).inserted }
      }
      isForeseeing = false
      (self.caches, self.writes) = (caches, writes)
      return parts
    }
  }
#endif
