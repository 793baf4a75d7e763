// SPDX-License-Identifier: Apache-2.0

/// A value of a key in a script.
package protocol ScriptValue: Decodable {
  /// The expected value, as the end of a sentence that begins with "must be".
  static var expectation: String { get }
}

/// A key in a script, with any name.
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

/// An object in a script; it rejects unknown keys.
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

  /// Checks that every key is in a list.
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

  /// Returns the value of a required key.
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

  /// Returns the value of an optional key.
  package func value<Value: ScriptValue>(_ key: String, default value: Value) throws -> Value {
    contains(key) ? try self.value(key) : value
  }

  private func name(of key: String) -> String {
    Self.name(of: container.codingPath + [ScriptKey(stringValue: key)])
  }

  /// Returns the path to a value in the usual notation: `gallery.pages[3].width`.
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
  /// The text, shortened to keep messages short.
  package var clipped: String { count <= 40 ? self : prefix(40) + "..." }
}
