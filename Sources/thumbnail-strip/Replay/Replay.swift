// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import GalleryModel

/// Plays a script line by line.
struct Replay {
  private let decoder = JSONDecoder()
  private var session: GallerySession?
  private var clock = ReplayTime.zero
  private var frame = GalleryFrame()
  private var printer: ReplayPrinter

  init(format: ReplayFormat) {
    printer = ReplayPrinter(format: format)
  }

  /// Plays one line and returns what there is to print.
  mutating func play(_ line: ArraySlice<UInt8>) throws(ScriptMistake) -> [UInt8] {
    printer.removeAll()
    guard !Self.isIgnored(line) else { return [] }
    if session == nil {
      session = try start(try decode(ScriptGallery.Line.self, from: line).gallery)
    } else {
      try perform(try decode(ScriptCall.self, from: line))
    }
    return printer.bytes
  }

  /// Checks that a script is complete where it ends.
  func finish() throws(ScriptMistake) {
    guard session != nil else {
      throw ScriptMistake("The script ends before its first object, which sets the gallery up.")
    }
  }

  private static func isIgnored(_ line: ArraySlice<UInt8>) -> Bool {
    line.first == UInt8(ascii: "#") || line.allSatisfy { [0x20, 0x09, 0x0D].contains($0) }
  }
}

// MARK: - Lines

extension Replay {
  private func decode<Value: Decodable>(
    _ type: Value.Type, from line: ArraySlice<UInt8>
  ) throws(ScriptMistake) -> Value {
    guard line.count <= LineReader.longestLine else {
      throw ScriptMistake("The line is too long; it may have \(LineReader.longestLine) bytes.")
    }
    try JSONSyntax.check(line)
    do {
      return try decoder.decode(type, from: Data(line))
    } catch let mistake as ScriptMistake {
      throw mistake
    } catch {
      throw ScriptMistake("The line is not JSON that can be read.")
    }
  }

  private func start(_ gallery: ScriptGallery) throws(ScriptMistake) -> GallerySession {
    do {
      return try GallerySession(
        pages: gallery.pages, viewport: gallery.viewport, configuration: gallery.configuration,
        activeIndex: gallery.activeIndex)
    } catch {
      throw ScriptMistake("There is no such gallery. \(error)")
    }
  }

  private mutating func perform(_ call: ScriptCall) throws(ScriptMistake) {
    guard call.time >= clock else {
      throw ScriptMistake(
        "at is \(call.time.text), but time has come to \(clock.text); it must not go back.")
    }
    clock = call.time
    let time = clock.duration
    var refusal: GalleryError?
    do {
      try session?.perform(call.action, at: time)
    } catch {
      refusal = error
    }
    for event in session?.advance(to: time) ?? [] { printer.print(event) }
    if let refusal { printer.print(refusal, of: call) }
    guard case .frame = call.action else { return }
    session?.frame(at: time, into: &frame)
    printer.print(frame)
  }
}
