// SPDX-License-Identifier: Apache-2.0
#if PostgreSQL

  import CLibPQ

  extension ConnectionHandle {
    func consumeInput() -> Bool { PQconsumeInput(pointer) == 1 }

    /// Reads what has arrived between statements, without waiting.
    ///
    /// - Returns: Whether the connection still exists: a message before its end arrives separately.
    func readUnasked() -> Bool {
      for _ in 1...2 {
        guard consumeInput() else { return false }
        _ = isBusy
      }
      return !isLost
    }

    var isBusy: Bool { PQisBusy(pointer) == 1 }

    /// Takes the next result; `nil` at the end of those of a statement.
    func nextResult() -> Result? {
      guard let result = PQgetResult(pointer) else { return nil }
      defer { PQclear(result) }
      switch PQresultStatus(result) {
      case PGRES_TUPLES_OK, PGRES_COMMAND_OK: return .rows(Rows(result))
      case PGRES_PIPELINE_SYNC: return .end
      case PGRES_PIPELINE_ABORTED: return .notRun
      case PGRES_FATAL_ERROR:
        let (state, text) = (Self.field(result, "C"), Self.field(result, "M"))
        let constraint = Self.field(result, "n")
        return .refused { index in
          .refused(
            PostgreSQLError.Refusal(
              sqlState: state ?? "", message: text ?? "", constraint: constraint, index: index))
        }
      default: return .unknown
      }
    }

    /// A field of an error, see `PQresultErrorField`.
    private static func field(_ result: OpaquePointer, _ code: Unicode.Scalar) -> String? {
      PQresultErrorField(result, Int32(code.value)).map { String(cString: $0).asOneLine }
    }

    func nextNotification() -> (channel: String, payload: String)? {
      guard let found = PQnotifies(pointer) else { return nil }
      defer { PQfreemem(found) }
      return (String(cString: found.pointee.relname), String(cString: found.pointee.extra))
    }
  }

  extension Rows {
    /// Copies the values of a result.
    fileprivate init(_ result: OpaquePointer) {
      let (rowCount, columnCount) = (PQntuples(result), PQnfields(result))
      var (bytes, ends): ([UInt8], [Int]) = ([], [])
      ends.reserveCapacity(Int(rowCount) * Int(columnCount))
      for row in 0..<rowCount {
        for column in 0..<columnCount {
          let isNull = PQgetisnull(result, row, column) == 1
          let length = Int(PQgetlength(result, row, column))
          if !isNull, let value = PQgetvalue(result, row, column) {
            bytes.append(contentsOf: UnsafeRawBufferPointer(start: value, count: length))
          }
          ends.append(isNull ? ~bytes.count : bytes.count)
        }
      }
      let affected = PQcmdTuples(result).flatMap { Int(String(cString: $0)) } ?? 0
      self.init(
        count: Int(rowCount), affectedCount: affected, columnCount: Int(columnCount), bytes: bytes,
        ends: ends)
    }
  }
#endif
