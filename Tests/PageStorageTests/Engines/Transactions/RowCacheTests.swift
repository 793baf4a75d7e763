// SPDX-License-Identifier: Apache-2.0
#if PostgreSQL

  import Testing

  @testable import PageStorage

  /// What a transaction knows of rows in its runs, each of which makes the same calls up to its question.
  @Suite struct RowCacheTests {
    @Test func whatIsWrittenEndsWithTheRun() throws {
      var cache = RowCache<Int, String>()
      #expect(try cache.row(1) == nil)
      cache.load(1, .success("loaded"))
      cache.write(1, "written")
      cache.write(2, nil)
      #expect(try cache.row(1) == .some("written"))
      #expect(try cache.row(2) == .some(nil))
      cache.beginRun()
      #expect(try cache.row(1) == .some("loaded"))
      #expect(try cache.row(2) == nil)
    }

    @Test func aRowIsLoadedOnce() throws {
      var cache = RowCache<Int, String>()
      cache.load(1, .success("before a write"))
      cache.load(1, .success("after it"))
      #expect(try cache.row(1) == .some("before a write"))
    }

    @Test func aRowIsLoadedAgainEachTimeThatItIsForgotten() throws {
      var cache = RowCache<Int, String>()
      cache.load(1, .success("first"))
      cache.forget(1)
      #expect(try cache.row(1) == nil)
      cache.load(1, .success("second"))
      cache.forget(1)
      #expect(try cache.row(1) == nil)
      cache.load(1, .success("third"))
      // The next run sees them in the same order.
      cache.beginRun()
      #expect(try cache.row(1) == .some("first"))
      cache.forget(1)
      #expect(try cache.row(1) == .some("second"))
      cache.write(1, "written")
      #expect(try cache.row(1) == .some("written"))
      cache.forget(1)
      #expect(try cache.row(1) == .some("third"))
    }

    @Test func aTurnIsUndone() throws {
      var cache = RowCache<Int, String>()
      cache.load(1, .success("loaded"))
      cache.write(2, "written")
      cache.beginTurn()
      cache.write(1, nil)
      cache.write(2, "other")
      cache.write(2, "third")
      cache.write(3, "new")
      cache.forget(1)
      #expect(try cache.row(1) == nil)
      cache.undoTurn()
      #expect(try cache.row(1) == .some("loaded"))
      #expect(try cache.row(2) == .some("written"))
      #expect(try cache.row(3) == nil)
      // What a turn loads stays.
      cache.beginTurn()
      cache.write(2, nil)
      cache.load(4, .success("loaded"))
      cache.undoTurn()
      #expect(try cache.row(4) == .some("loaded"))
      #expect(cache.writtenRows == [2: "written"])
    }

    @Test func theNextTransactionKnowsWhatTheLastRunHasLeft() throws {
      var cache = RowCache<Int, String>()
      for key in 1...5 { cache.load(key, .success("loaded")) }
      cache.write(2, "written")
      cache.write(3, nil)
      cache.forget(4)
      cache.load(4, .success("loaded again"))
      cache.forget(5)
      cache.settle()
      #expect(try cache.row(1) == .some("loaded"))
      #expect(try cache.row(2) == .some("written"))
      #expect(try cache.row(3) == .some(nil))
      #expect(try cache.row(4) == .some("loaded again"))
      #expect(try cache.row(5) == nil && cache.row(6) == nil)
      #expect(cache.count == 4)
    }

    /// What was loaded in a turn that was undone is not taken for a later state.
    @Test func anUndoneTurnLeavesNothingForTheNextTransaction() throws {
      var cache = RowCache<Int, String>()
      cache.load(1, .success("first"))
      cache.beginTurn()
      cache.forget(1)
      cache.load(1, .success("in the turn"))
      cache.undoTurn()
      cache.settle()
      #expect(try cache.row(1) == .some("first"))
      cache.forget(1)
      #expect(try cache.row(1) == nil)
    }

    @Test func damageIsNoted() {
      var cache = RowCache<Int, String>()
      cache.load(1, .success("loaded"))
      #expect(!cache.hasDamage)
      cache.load(2, .failure(.closed))
      #expect(cache.hasDamage)
    }

    @Test func damageIsReportedAgain() {
      var cache = RowCache<Int, String>()
      cache.load(1, .failure(.closed))
      for _ in 0..<2 {
        #expect(throws: PageStoreError.closed) { try cache.row(1) }
        cache.beginRun()
      }
    }
  }
#endif
