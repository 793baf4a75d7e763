// SPDX-License-Identifier: Apache-2.0

/// What a key of a script can hold.
package protocol ScriptValue: Decodable {
  /// What was expected, to end a sentence that begins with "must be".
  static var expectation: String { get }
}

/// A key of a script, whatever its name.
package struct ScriptKey: CodingKey {
  package let stringValue: String
  package let intValue: Int?

  package init(stringValue: String) {
    self.stringValue = stringValue
    intValue = nil
  }

  package init(intValue: Int) {
    stringValue = String(intValue)
    self.intValue = intValue
  }
}

/// An object of a script, which takes no key that it does not know.
package struct ScriptObject {
  private let container: KeyedDecodingContainer<ScriptKey>

  package init(_ decoder: any Decoder) throws(ScriptMistake) {
    do {
      container = try decoder.container(keyedBy: ScriptKey.self)
    } catch {
      let place = Self.name(of: decoder.codingPath)
      throw ScriptMistake("\(place.isEmpty ? "The line" : place) must be an object.")
    }
  }

  /// Refuses a key that is not in a list.
  package func allow(_ keys: [String]) throws(ScriptMistake) {
    let unknown = container.allKeys.lazy.map(\.stringValue).filter { !keys.contains($0) }.min()
    guard let unknown else { return }
    let place = Self.name(of: container.codingPath)
    throw ScriptMistake(
      "\(place.isEmpty ? "The line" : place) has the unknown key \"\(unknown.clipped)\"; "
        + "the known ones are \(keys.joined(separator: ", ")).")
  }

  package func contains(_ key: String) -> Bool {
    container.contains(ScriptKey(stringValue: key))
  }

  /// Returns the value of a key that must be there.
  package func value<Value: ScriptValue>(_ key: String, as type: Value.Type = Value.self) throws
    -> Value
  {
    guard contains(key) else {
      throw ScriptMistake("\(name(of: key)) is missing; it must be \(Value.expectation).")
    }
    do {
      return try container.decode(type, forKey: ScriptKey(stringValue: key))
    } catch let mistake as ScriptMistake where mistake != .value {
      throw mistake
    } catch {
      throw ScriptMistake("\(name(of: key)) must be \(Value.expectation).")
    }
  }

  /// Returns the value of a key that may be left out.
  package func value<Value: ScriptValue>(_ key: String, default value: Value) throws -> Value {
    contains(key) ? try self.value(key) : value
  }

  private func name(of key: String) -> String {
    Self.name(of: container.codingPath + [ScriptKey(stringValue: key)])
  }

  /// The way to a value as people write it: `gallery.pages[3].width`.
  private static func name(of path: [any CodingKey]) -> String {
    path.reduce(into: "") { text, key in
      if let index = key.intValue {
        text += "[\(index)]"
      } else {
        text += (text.isEmpty ? "" : ".") + key.stringValue
      }
    }
  }
}

extension String {
  /// The text without what would make a message too long.
  package var clipped: String { count <= 40 ? self : prefix(40) + "..." }
}
