// SPDX-License-Identifier: Apache-2.0

import GalleryModel

/// Plays a script line by line.
struct Replay {
  private var parser = ScriptParser()
  private var session: GallerySession?
  private var frame = GalleryFrame()
  private var printer: ReplayPrinter

  init(format: ReplayFormat) {
    printer = ReplayPrinter(format: format)
  }

  /// Plays one line and returns what there is to print.
  mutating func play(_ line: ArraySlice<UInt8>) throws(ScriptMistake) -> [UInt8] {
    printer.removeAll()
    switch try parser.parse(line) {
    case nil: break
    case .gallery(let gallery): session = try gallery.makeSession()
    case .call(let call): perform(call)
    }
    return printer.bytes
  }

  /// Checks that a script is complete where it ends.
  func finish() throws(ScriptMistake) { try parser.finish() }

  private mutating func perform(_ call: ScriptCall) {
    let time = call.time.duration
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

extension ScriptGallery {
  /// Sets the gallery up.
  func makeSession() throws(ScriptMistake) -> GallerySession {
    do {
      return try GallerySession(
        pages: pages, viewport: viewport, configuration: configuration, activeIndex: activeIndex)
    } catch {
      throw ScriptMistake("There is no such gallery. \(error)")
    }
  }
}
