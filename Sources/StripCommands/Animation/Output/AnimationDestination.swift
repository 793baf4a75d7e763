// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// The destination of an animation.
enum AnimationDestination: Hashable, Sendable {
  /// An animated PNG.
  case file(Path)
  /// Raw video on standard output.
  case standardOutput

  /// Determines the destination of an animation.
  ///
  /// - Throws: `ValidationError` if there is none.
  init(output: Path) throws {
    if output == Path("-") {
      guard !ThisProcess.isTerminal(ThisProcess.standardOutput) else {
        throw ValidationError(
          "Raw video cannot be written to a terminal: redirect standard output to a video encoder or a file."
        )
      }
      self = .standardOutput
    } else {
      guard ["png", "apng"].contains(output.lowercasedExtension) else {
        throw ValidationError(
          "The name of the animation must end in .png or .apng; '-' writes raw video to standard "
            + "output.")
      }
      self = .file(output)
    }
  }
}
