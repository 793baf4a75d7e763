// SPDX-License-Identifier: Apache-2.0

/// A sequential model of a document: arrays, without code of the store.
struct SequentialDocument: Hashable {
  struct Item: Hashable {
    var page: Int
    var number: Int
    var turns = 0
    var version = 0
  }

  var revision = 0
  var items: [Item] = []
  var trash: [Int: Item] = [:]

  /// Applies a call.
  ///
  /// - Parameter call: The call, including its result.
  /// - Returns: The document after the call; `nil` if this document would have produced another
  ///   result.
  func after(_ call: HistoryCall) -> Self? {
    switch call.result.first {
    // It waited for the lock as long as stated, and has changed nothing.
    case "locked": return call.end - call.begin >= Int(call.result[1]) ?? .max ? self : nil
    case "conflict": return call.result[1] == "\(revision)" && isStale(call) ? self : nil
    case "short": return call.result[1] == "\(items.count)" && isTooLong(call) ? self : nil
    case "invalid": return isOutOfRange(call) ? self : nil
    case "notFound": return missing(call)
    default: return isRead(call) ? (reads(call) ? self : nil) : changed(by: call)
    }
  }
}

// MARK: - Refusals

extension SequentialDocument {
  private func isStale(_ call: HistoryCall) -> Bool {
    call.operation == "exchange" && call.arguments[0] != revision
  }

  private func isTooLong(_ call: HistoryCall) -> Bool {
    call.operation == "window" && call.arguments[1] > items.count
  }

  private func isOutOfRange(_ call: HistoryCall) -> Bool {
    switch call.operation {
    case "move": index(of: call.arguments[0]) != nil && call.arguments[1] >= items.count
    case "restore": trash[call.arguments[0]] != nil && call.arguments[1] > items.count
    default: false
    }
  }

  /// The document after the result that a page was not found.
  private func missing(_ call: HistoryCall) -> Self? {
    guard let page = call.arguments.first else { return nil }
    switch call.operation {
    case "delete", "move", "rotate", "replace": return index(of: page) == nil ? self : nil
    case "bytes" where index(of: page) != nil: return nil
    case "bytes", "restore":
      // If it was in the trash, then the trash was emptied, and the page cannot be restored.
      var new = self
      new.trash[page] = nil
      return new
    default: return nil
    }
  }

  private func index(of page: Int) -> Int? { items.firstIndex { $0.page == page } }
}

// MARK: - Reads

extension SequentialDocument {
  private func isRead(_ call: HistoryCall) -> Bool {
    ["pages", "window", "bytes", "document"].contains(call.operation)
  }

  private func reads(_ call: HistoryCall) -> Bool {
    let arguments = call.arguments
    switch call.operation {
    case "pages":
      let shapes = items.map { item in
        "\(item.page):\(item.version):\(item.turns % 2 == 0 ? item.number : -item.number)"
      }
      return call.result == ["\(revision)"] + shapes
    case "window":
      guard arguments[1] <= items.count else { return false }
      return call.result
        == items[arguments[0]..<arguments[1]].map {
          "\($0.page):\($0.version):\($0.number):\($0.turns)"
        }
    case "bytes":
      let item = index(of: arguments[0]).map { items[$0] } ?? trash[arguments[0]]
      return item != nil && call.number == item?.number
    default: return call.result == ["\(revision)", "\(items.count)"]
    }
  }
}

// MARK: - Changes

extension SequentialDocument {
  private func changed(by call: HistoryCall) -> Self? {
    guard let number = call.number else { return nil }
    var new = self
    guard new.makes(call, number) else { return nil }
    new.revision += new == self ? 0 : 1
    let tellsRevision = !["append", "replace"].contains(call.operation)
    return tellsRevision && new.revision != number ? nil : new
  }

  /// Applies the change of a call except for the revision.
  ///
  /// - Returns: `false` if it cannot be applied, or has another result.
  private mutating func makes(_ call: HistoryCall, _ result: Int) -> Bool {
    let arguments = call.arguments
    switch call.operation {
    case "append": items.append(Item(page: result, number: arguments[0]))
    case "exchange":
      guard arguments[0] == revision, !items.isEmpty else { return false }
      remove(at: 0)
      guard (0...items.count).contains(arguments[1]) else { return false }
      items.insert(Item(page: arguments[3], number: arguments[2]), at: arguments[1])
    case "restore":
      guard let item = trash.removeValue(forKey: arguments[0]) else { return false }
      guard (0...items.count).contains(arguments[1]) else { return false }
      items.insert(item, at: arguments[1])
    default:
      guard let index = index(of: arguments[0]) else { return false }
      return makes(call, at: index, result)
    }
    return true
  }

  /// Changes an existing page.
  private mutating func makes(_ call: HistoryCall, at index: Int, _ result: Int) -> Bool {
    switch call.operation {
    case "delete": remove(at: index)
    case "move":
      guard items.indices.contains(call.arguments[1]) else { return false }
      items.insert(items.remove(at: index), at: call.arguments[1])
    case "rotate":
      items[index].turns = (items[index].turns + 1) % 4
      items[index].version += 1
    case "replace":
      items[index].number = call.arguments[1]
      items[index].turns = 0
      items[index].version += 1
      return items[index].version == result
    default: return false
    }
    return true
  }

  private mutating func remove(at index: Int) {
    let item = items.remove(at: index)
    trash[item.page] = item
  }
}
