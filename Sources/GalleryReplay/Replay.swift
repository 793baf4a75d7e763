// SPDX-License-Identifier: Apache-2.0

import GalleryModel

/// Plays a script line by line.
package struct Replay {
  private var parser = ScriptParser()
  private var host: ReplayHost?
  private var model: (any ModelReplaying)?
  private var printer: ReplayPrinter

  package init(format: ReplayFormat) {
    printer = ReplayPrinter(format: format)
  }

  /// Plays one line and returns what there is to print.
  package mutating func play(_ line: ArraySlice<UInt8>) throws(ScriptMistake) -> [UInt8] {
    printer.removeAll()
    if model != nil {
      try model?.play(line, &parser, &printer)
      return printer.bytes
    }
    switch try parser.parse(line) {
    case nil: break
    case .gallery(let gallery): host = ReplayHost(try gallery.makeSession())
    case .model(_, let model): self.model = model
    case .call(let call): try host?.perform(call, printer: &printer)
    }
    return printer.bytes
  }

  /// Checks that a script is complete where it ends.
  package func finish() throws(ScriptMistake) { try parser.finish() }
}
