// SPDX-License-Identifier: Apache-2.0
#if PostgreSQL

  import GallerySystem
  import PostgreSQLClient

  /// A transaction of a catalog in PostgreSQL, as the synchronous rules of a store see it.
  ///
  /// The rules run until they ask for what is not at hand. Then all statements that they have made so far are sent
  /// with the question, and they run again from the start: what they ask again is answered as before, what they
  /// write again is not sent again. So a question sees the writes before it, and nothing waits for the network.
  final class RemoteTransaction {
    let now = SystemCalls.milliseconds
    /// Whether the rules only read: what edits ask next is not asked for them.
    let isReading: Bool
    // What was loaded and answered stays for all runs.
    var caches: RowCaches
    /// Whether rules may be added to those of the last run: nothing waits for the answer to a question of theirs yet.
    var mayGrow = true
    /// Whether the rows are those of the server at the end: some statements change more than is known.
    var keepsRows = true
    private var answers: [(statement: Statement, rows: Rows)] = []
    private(set) var sentCount = 0
    /// The rules that have failed without having sent anything, with the number of answers that they took.
    var failures: [Int: (error: PageStoreError, answerCount: Int)] = [:]

    /// The documents whose rows were loaded together.
    var preparedDocuments: Set<DocumentID> = []

    // The present run.
    var spareNodeNumbers: [Int64] = []
    var answerCount = 0
    var writeCount = 0
    var writes: [Statement] = []
    var changedRowCount = 0
    var loggedChangeCount = 0
    /// The question that the rules were told of as an error of the store.
    var convertedQuestion: Question?
    /// Whether rules run only to foresee what they will ask.
    var isForeseeing = false

    /// Creates a transaction that has not begun.
    ///
    /// - Parameters:
    ///   - isReading: Whether the rules only read.
    ///   - caches: The rows that are known.
    init(isReading: Bool = false, caches: RowCaches = RowCaches()) {
      (self.isReading, self.caches) = (isReading, caches)
    }

    /// Runs rules from the start.
    ///
    /// - Returns: Their result; `nil` if they have a question.
    /// - Throws: Their errors.
    func run<Result>(
      _ body: (RemoteTransaction) throws -> Result
    ) throws -> Swift.Result<Result, Question> {
      (answerCount, writeCount, changedRowCount, writes) = (0, 0, 0, [])
      loggedChangeCount = 0
      convertedQuestion = nil
      spareNodeNumbers = []
      caches.beginRun()
      do {
        let value = try body(self)
        return convertedQuestion.map { .failure($0) } ?? .success(value)
      } catch let question as Question {
        return .failure(question)
      } catch {
        guard let convertedQuestion else { throw error }
        return .failure(convertedQuestion)
      }
    }

    /// Returns what rules will probably ask for, as far as that can be said with rows that may have changed since.
    func foreseenParts<Result>(_ body: (RemoteTransaction) throws -> Result) -> [Question.Part] {
      let outcome = try? run(body)
      // Nothing of this run counts: its writes do not precede the answers, as those of other runs do.
      (failures, writes, keepsRows) = ([:], [], true)
      caches.beginRun()
      guard case .failure(let question) = outcome else { return [] }
      return question.parts.filter { $0.take != nil }
    }

    /// Takes the writes that were not sent yet.
    func takeWrites() -> [Statement] {
      defer {
        sentCount += writes.count
        writes = []
      }
      return writes
    }

    /// Takes the answers to the parts of a question.
    func take(_ answers: some Sequence<Rows>, for question: Question) throws {
      for (part, rows) in zip(question.parts, answers) {
        if let take = part.take {
          try take(self, rows)
        } else {
          self.answers.append((part.statement, rows))
        }
      }
    }
  }

  // MARK: - Questions and writes

  extension RemoteTransaction {
    /// Asks the server, which sees all writes before this question.
    func ask(_ sql: String, _ parameters: [Parameter] = []) throws -> Rows {
      guard answerCount < answers.count, !isForeseeing else {
        throw Question([Question.Part(sql, parameters, nil)])
      }
      defer { answerCount += 1 }
      let answer = answers[answerCount]
      guard answer.statement == Statement(sql, parameters) else {
        throw PageStoreError.corrupted(
          .catalog(message: "an edit asked for something else in its next run"))
      }
      return answer.rows
    }

    /// Writes rows.
    func write(_ sql: String, _ parameters: [Parameter], rowCount: Int = 1) {
      writeCount += 1
      changedRowCount += rowCount
      if writeCount > sentCount { writes.append(Statement(sql, parameters)) }
    }

    /// Counts rows that a question has changed.
    func changed(_ rowCount: Int) { changedRowCount += rowCount }
  }

  extension RemoteTransaction: ServedTransaction {
    func prepare(_ lookUps: [RowLookUp]) throws {
      var parts: [Question.Part] = []
      var asked: Set<Statement> = []
      for lookUp in lookUps {
        let outcome = Result { try lookUp(self) }
        // Rules that throw only errors of the store have converted the question.
        let question = convertedQuestion ?? outcome.question
        convertedQuestion = nil
        // Answers that depend on the statements before them are left to the rules.
        parts += (question?.parts ?? []).filter {
          $0.take != nil && asked.insert($0.statement).inserted
        }
      }
      guard parts.isEmpty else { throw Question(parts) }
    }

    /// Converts an error for rules that throw only those of a store.
    ///
    /// What they make of a question does not matter: they run again with its answer.
    func storeError(_ error: any Error) -> PageStoreError {
      if let question = error as? Question, convertedQuestion == nil {
        convertedQuestion = question
      }
      return RemoteErrorConversion.error(error)
    }
  }

  extension Result where Failure == any Error {
    /// The question that ended the call.
    fileprivate var question: RemoteTransaction.Question? {
      guard case .failure(let error) = self else { return nil }
      return error as? RemoteTransaction.Question
    }
  }
#endif
