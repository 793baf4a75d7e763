// SPDX-License-Identifier: Apache-2.0

/// A companion that a script can drive.
protocol ReplayedCompanion: ReplayedModel {
  /// Creates the companion from the value of its key.
  static func make(_ object: ScriptObject) throws -> Self
}

extension ReplayedCompanion {
  /// Creates the companion from the value of its key, and explains why it cannot.
  static func replay(_ object: ScriptObject) throws -> ModelReplay<Self> {
    do {
      return ModelReplay(try make(object))
    } catch let mistake as ScriptMistake {
      throw mistake
    } catch {
      throw ScriptMistake("The \(scriptName) is invalid. \(error)")
    }
  }
}
