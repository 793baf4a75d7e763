// SPDX-License-Identifier: Apache-2.0

import GalleryTestSupport

@testable import GalleryModel

/// Runs a program in two sessions with differences that must not matter.
enum SymmetryRun {
  /// A gallery from right to left is the mirror image of one from left to right, to the last bit.
  static func mirrorViolation(in program: Program) throws -> String? {
    var program = program
    program.gallery.configuration.axis = .horizontal
    program.gallery.configuration.direction = .leftToRight
    program.gallery = try program.gallery.withLegalViewport()
    var transformed = program.gallery
    transformed.configuration.direction = .rightToLeft
    return try compare(program, transformed, call: \.mirrored) { $0.mirrored == $1 }
  }

  /// A vertical gallery of transposed pages is the transpose of a horizontal one.
  static func transposeViolation(in program: Program) throws -> String? {
    var program = program
    program.gallery.configuration.axis = .horizontal
    program.gallery.configuration.direction = .leftToRight
    program.gallery = try program.gallery.withLegalViewport()
    var transformed = program.gallery
    transformed.configuration.axis = .vertical
    transformed.viewport = transformed.viewport.transposed
    transformed.sizes = transformed.sizes.map { $0?.transposed }
    return try compare(program, transformed, call: \.transposed) {
      $0.isApproximately($1.transposed, tolerance: 1e-9)
    }
  }

  private static func compare(
    _ program: Program, _ gallery: GallerySetup, call: (Program.Call) -> Program.Call,
    areEquivalent: (GalleryFrame, GalleryFrame) -> Bool
  ) throws -> String? {
    var run = try ProgramRun(program.gallery)
    var other = try ProgramRun(gallery)
    for (place, step) in program.steps.enumerated() {
      let timed = TimedCall(time: run.time(after: step.wait), call: step.call)
      let isAccepted = try run.perform(timed)
      let isAcceptedToo = try other.perform(TimedCall(time: timed.time, call: call(step.call)))
      guard isAccepted == isAcceptedToo else { return "symmetry: one refuses, step \(place)" }
      for delay: Int64 in [0, 37_000_000] {
        let time = Duration(galleryTime: run.session.clock + delay)
        guard areEquivalent(run.session.frame(at: time), other.session.frame(at: time)) else {
          return "symmetry: frames differ after \(delay) ns, step \(place)"
        }
      }
      guard run.events.withoutPrefetch == other.events.withoutPrefetch else {
        return "symmetry: events differ, step \(place)"
      }
    }
    return nil
  }
}

extension GallerySetup {
  /// The same gallery on a phone if its areas fit only the other axis.
  fileprivate func withLegalViewport() throws -> GallerySetup {
    if (try? configuration.stripLayout(in: viewport.strip)) != nil { return self }
    var copy = self
    copy.viewport = Self.phone
    return copy
  }
}

extension Program.Call {
  fileprivate var mirrored: Self {
    switch self {
    case .drag(let translation): .drag(-translation)
    case .endDrag(let velocity): .endDrag(-velocity)
    case .tap(let share): .tap(1 - share)
    default: self
    }
  }

  fileprivate var transposed: Self {
    switch self {
    case .setViewport(let viewport): .setViewport(viewport.transposed)
    case .setSize(let index, let size): .setSize(index, size?.transposed)
    default: self
    }
  }
}

extension PixelSize {
  fileprivate var transposed: Self { Self(width: height, height: width) }
}
