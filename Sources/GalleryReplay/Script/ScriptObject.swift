// SPDX-License-Identifier: Apache-2.0

/// A key in a script, with any name.
struct ScriptKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(stringValue: String) {
    self.stringValue = stringValue
    intValue = nil
  }

  init(intValue: Int) {
    stringValue = String(intValue)
    self.intValue = intValue
  }
}

/// An object in a script; it rejects unknown keys.
struct ScriptObject {
  private let container: KeyedDecodingContainer<ScriptKey>

  init(_ decoder: any Decoder) throws(ScriptMistake) {
    do {
      container = try decoder.container(keyedBy: ScriptKey.self)
    } catch {
      let place = Self.name(of: decoder.codingPath)
      throw ScriptMistake("\(place.isEmpty ? "The line" : place) must be an object.")
    }
  }

  /// Checks that every key is in a list.
  func allow(_ keys: [String]) throws(ScriptMistake) {
    let unknown = container.allKeys.lazy.map(\.stringValue).filter { !keys.contains($0) }.min()
    guard let unknown else { return }
    let place = Self.name(of: container.codingPath)
    throw ScriptMistake(
      "\(place.isEmpty ? "The line" : place) has the unknown key \"\(unknown.clipped)\"; "
        + "the known ones are \(keys.joined(separator: ", ")).")
  }

  func contains(_ key: String) -> Bool {
    container.contains(ScriptKey(stringValue: key))
  }

  /// Returns the value of a required key.
  func value<Value: ScriptValue>(
    _ key: String, as type: Value.Type = Value.self,
    expecting expectation: @autoclosure () -> String = Value.expectation
  ) throws -> Value {
    guard contains(key) else {
      throw ScriptMistake("\(name(of: key)) is missing; it must be \(expectation()).")
    }
    do {
      return try container.decode(type, forKey: ScriptKey(stringValue: key))
    } catch let mistake as ScriptMistake where mistake != .value {
      throw mistake
    } catch {
      throw ScriptMistake("\(name(of: key)) must be \(expectation()).")
    }
  }

  /// Returns the value of an optional key.
  func value<Value: ScriptValue>(_ key: String, default value: Value) throws -> Value {
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

extension ScriptObject: ScriptValue {
  static var expectation: String { "an object" }

  init(from decoder: any Decoder) throws { try self.init(decoder) }
}

extension String {
  /// The text, shortened to keep messages short.
  var clipped: String { count <= 40 ? self : prefix(40) + "..." }
}
