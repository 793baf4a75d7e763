// SPDX-License-Identifier: Apache-2.0
#if PostgreSQL

  // MARK: - Sending

  extension PostgreSQLConnection {
    /// What results arrive for, in order.
    enum Step {
      case preparation(sql: String, name: String, index: Int)
      case execution(index: Int)
    }

    func send(_ statements: [Statement]) throws(PostgreSQLError) -> [Step] {
      var steps: [Step] = []
      var names = prepared
      for (index, statement) in statements.enumerated() {
        let parameters = ParameterBuffer(statement.parameters)
        if names[statement.sql] == nil {
          precondition(names.count < Self.preparedLimit, "the text of statements depends on data")
          let name = "s\(names.count)"
          names[statement.sql] = name
          try check(libpq.sendPreparation(name, statement.sql, parameters))
          steps.append(.preparation(sql: statement.sql, name: name, index: index))
        }
        try check(libpq.sendExecution(names[statement.sql] ?? "", parameters))
        steps.append(.execution(index: index))
      }
      try check(libpq.sendSync())
      return steps
    }

    private func check(_ isDone: Bool) throws(PostgreSQLError) {
      guard isDone else { throw libpq.loss }
    }

    /// Sends what libpq keeps, and reads meanwhile: a server that waits for its results to be read would read
    /// no more.
    func flush() async throws(PostgreSQLError) {
      while true {
        switch libpq.flush() {
        case .done: return
        case .waits: try await wait(orForWriting: true)
        case .failed: throw libpq.loss
        }
      }
    }

    func wait(orForWriting: Bool = false) async throws(PostgreSQLError) {
      switch await watch.wait(orForWriting: orForWriting) {
      case .late: throw .timedOut
      case .closed: throw failure ?? .lost("the connection was closed")
      case .ready: try check(libpq.consumeInput())
      }
    }
  }

  // MARK: - Receiving

  extension PostgreSQLConnection {
    /// Receives the results of all steps and the end of the pipeline, also behind a refused statement.
    func receive(_ steps: [Step]) async throws(PostgreSQLError) -> [Rows] {
      var results: [Rows] = []
      var refusal: PostgreSQLError?
      for step in steps {
        while let result = try await nextResult() {
          switch (result, step) {
          case (.rows(let rows), .execution): results.append(rows)
          case (.rows, .preparation(let sql, let name, _)): prepared[sql] = name
          case (.refused(let make), .preparation(_, _, let index)),
            (.refused(let make), .execution(let index)):
            refusal = refusal ?? make(index)
          case (.notRun, _): continue
          case (.end, _), (.unknown, _): throw .lost("the server broke the protocol")
          }
        }
      }
      guard case .end? = try await nextResult() else {
        throw .lost("the server broke the protocol")
      }
      if let refusal { throw refusal }
      return results
    }

    private func nextResult() async throws(PostgreSQLError) -> ConnectionHandle.Result? {
      while libpq.isBusy { try await wait() }
      let result = libpq.nextResult()
      if libpq.isLost { throw libpq.loss }
      return result
    }
  }
#endif
