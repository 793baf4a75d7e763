// SPDX-License-Identifier: Apache-2.0
#if PostgreSQL
  import GalleryTestSupport
  import PostgreSQLClient
  import Testing

  @Suite(.needsPostgreSQL) struct ConnectionTests {
    @Test func valuesReturnAsTheyWere() async throws {
      let connection = try await TestServer.connect()
      var random = SeededGenerator(seed: 7)
      for count in 0..<50 {
        let integer = Int64(bitPattern: random.next())
        let number = Double(Int32(truncatingIfNeeded: random.next())) / 3
        let bytes = (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) }
        let text = String(
          (0..<count).map { _ in Character(["a", "é", "🗂", "'"].randomElement(using: &random)!) })
        let rows = try await connection.run([
          Statement(
            "SELECT $1, $2, $3, $4, $5, $6, $7, $8",
            [
              .integer(integer), .number(number), .boolean(count.isMultiple(of: 2)), .text(text),
              .bytes(bytes), .integer(nil), .text(nil), .bytes(nil),
            ])
        ])
        let row = rows[0][0]
        #expect(try row.integer(0) == integer)
        #expect(try row.number(1) == number)
        #expect(try row.boolean(2) == count.isMultiple(of: 2))
        #expect(try row.text(3) == text)
        #expect(try row.bytes(4) == bytes)
        #expect(try row.optionalInteger(5) == nil)
        #expect(try row.optionalText(6) == nil)
        #expect(try row.optionalBytes(7) == nil)
      }
      await connection.close()
    }

    @Test func arraysAreUnnested() async throws {
      let connection = try await TestServer.connect()
      let rows = try await connection.run([
        Statement(
          "SELECT * FROM unnest($1, $2, $3)",
          [
            .integers([1, -1, .max]), .texts(["", "b", "ü"]), .byteStrings([[1, 2], nil, []]),
          ]),
        Statement("SELECT count(*) FROM unnest($1)", [.integers([])]),
      ])
      #expect(try rows[0].map { try $0.integer(0) } == [1, -1, .max])
      #expect(try rows[0].map { try $0.text(1) } == ["", "b", "ü"])
      #expect(try rows[0].map { try $0.optionalBytes(2) } == [[1, 2], nil, []])
      #expect(try rows[1][0].integer(0) == 0)
      await connection.close()
    }

    @Test func valuesOfOtherTypesThrow() async throws {
      let connection = try await TestServer.connect()
      let row = try await connection.run([Statement("SELECT null::int8, 1::int4, '\\xff'::bytea")])[
        0][0]
      #expect(throws: PostgreSQLError.unexpectedValue("column 0 is null")) { try row.integer(0) }
      #expect(throws: PostgreSQLError.unexpectedValue("column 1 has 4 bytes instead of 8")) {
        try row.integer(1)
      }
      #expect(throws: PostgreSQLError.unexpectedValue("column 2 is not UTF-8")) { try row.text(2) }
      await connection.close()
    }

    @Test func statementsBehindARefusedOneAreNotRun() async throws {
      let connection = try await TestServer.connect()
      let table = TestServer.uniqueName("t")
      _ = try await connection.run([
        Statement("CREATE TABLE \(table) (id int8 CONSTRAINT \(table)_key PRIMARY KEY)")
      ])
      let insert = Statement("INSERT INTO \(table) VALUES ($1)", [.integer(1)])
      let other = Statement("INSERT INTO \(table) VALUES ($1)", [.integer(2)])
      let refusal = PostgreSQLError.Refusal(
        sqlState: "23505",
        message: "duplicate key value violates unique constraint \"\(table)_key\"",
        constraint: "\(table)_key", index: 1)
      await #expect(throws: PostgreSQLError.refused(refusal)) {
        try await connection.run([insert, insert, other])
      }
      let count = Statement("SELECT count(*) FROM \(table)")
      #expect(try await connection.run([count])[0][0].integer(0) == 0, "one transaction")
      let done = try await connection.run([insert, other, count])
      #expect(done.map(\.affectedCount) == [1, 1, 1])
      #expect(try done[2][0].integer(0) == 2)
      _ = try await connection.run([Statement("DROP TABLE \(table)")])
      await connection.close()
    }

    @Test func aStatementIsPreparedOnce() async throws {
      let connection = try await TestServer.connect()
      let query = Statement("SELECT $1 + 1", [.integer(1)])
      let names = Statement(
        "SELECT count(*) FROM pg_prepared_statements WHERE statement LIKE 'SELECT $1%'")
      let wrong = Statement("SELEC")
      for _ in 0..<3 {
        let rows = try await connection.run([query, query, names])
        #expect(try rows[2][0].integer(0) == 1)
        // A refused preparation is not taken for a prepared statement.
        await #expect(throws: PostgreSQLError.self) { try await connection.run([wrong, query]) }
      }
      await connection.close()
    }

    @Test func largeStatementsAndResultsPassInBothDirections() async throws {
      let connection = try await TestServer.connect()
      let bytes = [UInt8](repeating: 0xab, count: 1 << 20)
      let echo = Statement("SELECT $1", [.bytes(bytes)])
      let rows = try await connection.run(Array(repeating: echo, count: 24))
      #expect(rows.count == 24)
      #expect(try rows.allSatisfy { try $0[0].bytes(0) == bytes })
      await connection.close()
    }

    @Test func transactionsAreNoticed() async throws {
      let connection = try await TestServer.connect()
      _ = try await connection.run([Statement("BEGIN")])
      #expect(await connection.isInTransaction)
      await #expect(throws: PostgreSQLError.self) {
        try await connection.run([Statement("SELECT 1/0")])
      }
      #expect(await connection.isInTransaction, "it has failed, and has to be rolled back")
      _ = try await connection.run([Statement("ROLLBACK")])
      #expect(await !connection.isInTransaction)
      await connection.close()
      await #expect(throws: PostgreSQLError.lost("the connection was closed")) {
        try await connection.run([Statement("SELECT 1")])
      }
    }

    @Test func notificationsArrive() async throws {
      let (listener, sender) = (try await TestServer.connect(), try await TestServer.connect())
      let channel = TestServer.uniqueName("c")
      _ = try await listener.run([Statement("LISTEN \(channel)")])
      #expect(try await listener.notification(timeout: .milliseconds(20)) == nil)
      for payload in ["1", "zwei"] {
        _ = try await sender.run([
          Statement("SELECT pg_notify($1, $2)", [.text(channel), .text(payload)])
        ])
        let found = try await listener.notification(timeout: .seconds(30))
        #expect(found?.channel == channel)
        #expect(found?.payload == payload)
      }
      // Notifications may also arrive with results.
      _ = try await sender.run([
        Statement("SELECT pg_notify($1, $2)", [.text(channel), .text("3")])
      ])
      _ = try await listener.run([Statement("SELECT 1")])
      #expect(try await listener.notification(timeout: .seconds(30))?.payload == "3")
      for connection in [listener, sender] { await connection.close() }
    }
  }
#endif
