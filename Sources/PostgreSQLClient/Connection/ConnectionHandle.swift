// SPDX-License-Identifier: Apache-2.0
#if PostgreSQL

  import CLibPQ

  /// A connection of libpq, used by one thread at a time: its owner is an actor.
  struct ConnectionHandle: @unchecked Sendable {
    enum Progress {
      case done, waits, failed
    }

    enum Result {
      case rows(Rows)
      /// The refusal of the statement at an index.
      case refused((_ index: Int) -> PostgreSQLError)
      /// A statement behind a refused one.
      case notRun
      /// The end of a pipeline.
      case end
      case unknown
    }

    /// Owns the connection: only one `finish` may free it.
    private final class Box {
      var pointer: OpaquePointer?
      init(_ pointer: OpaquePointer?) { self.pointer = pointer }
      deinit { PQfinish(pointer) }
    }

    private let box: Box

    init(_ pointer: OpaquePointer?) { box = Box(pointer) }

    var pointer: OpaquePointer? { box.pointer }

    /// Frees the connection, and closes its socket.
    func finish() {
      PQfinish(box.pointer)
      box.pointer = nil
    }

    var socket: Int32 { PQsocket(pointer) }

    var isLost: Bool { PQstatus(pointer) == CONNECTION_BAD }

    var loss: PostgreSQLError { .lost(message) }

    /// The last message of libpq, on one line.
    var message: String {
      PQerrorMessage(pointer).map { String(cString: $0).asOneLine } ?? "the connection is closed"
    }

    var isInTransaction: Bool {
      ![PQTRANS_IDLE, PQTRANS_UNKNOWN].contains(PQtransactionStatus(pointer))
    }
  }

  // MARK: - Sending

  extension ConnectionHandle {
    /// Begins the pipeline mode of a new connection.
    func beginPipelines() -> Bool {
      PQsetnonblocking(pointer, 1) == 0 && PQenterPipelineMode(pointer) == 1
    }

    func sendPreparation(_ name: String, _ sql: String, _ parameters: ParameterBuffer) -> Bool {
      PQsendPrepare(pointer, name, sql, Int32(parameters.types.count), parameters.types) == 1
    }

    func sendExecution(_ name: String, _ parameters: ParameterBuffer) -> Bool {
      let count = parameters.types.count
      let formats = [Int32](repeating: 1, count: count)
      return parameters.withAddresses { addresses in
        PQsendQueryPrepared(
          pointer, name, Int32(count), addresses, parameters.lengths, formats, 1)
      } == 1
    }

    func sendSync() -> Bool { PQpipelineSync(pointer) == 1 }

    func flush() -> Progress {
      switch PQflush(pointer) {
      case 0: .done
      case 1: .waits
      default: .failed
      }
    }
  }

  extension String {
    /// The text with single spaces instead of line breaks and tabs.
    var asOneLine: String {
      split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
  }
#endif
