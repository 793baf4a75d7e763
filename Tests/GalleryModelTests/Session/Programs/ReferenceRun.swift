// SPDX-License-Identifier: Apache-2.0

import GalleryTestSupport

@testable import GalleryModel

/// Runs a program in a session and in the reference, and compares them.
struct ReferenceRun {
  private var run: ProgramRun
  private var reference: ReferenceGallery
  private let tolerance = 1e-6

  /// Returns the difference between a session and the reference, `nil` if there is none.
  static func difference(in program: Program) throws -> String? {
    try compare(program).difference
  }

  /// Returns the difference between a session and the reference, and the number of compared steps.
  ///
  /// - Parameters:
  ///   - program: The program to run.
  ///   - spoil: Changes the session first, to test the comparison.
  /// - Returns: The difference, `nil` if there is none, and the number of steps.
  /// - Throws: The errors of the program.
  static func compare(
    _ program: Program, spoiling spoil: (inout GallerySession) -> Void = { _ in }
  ) throws -> (difference: String?, steps: Int) {
    var both = try Self(program.gallery)
    spoil(&both.run.session)
    for (place, step) in program.steps.enumerated() {
      let timed = TimedCall(time: both.run.time(after: step.wait), call: step.call)
      let reason = try both.difference(before: timed) ?? both.difference(after: timed)
      // Both answers to a tie are correct, and lead to different states.
      if both.reference.isUncertain { return (nil, place) }
      if let reason { return ("\(reason), step \(place)", place) }
    }
    return (nil, program.steps.count)
  }

  private init(_ gallery: GallerySetup) throws {
    run = try ProgramRun(gallery)
    let configuration = gallery.configuration
    let isVertical = configuration.axis == .vertical
    reference = ReferenceGallery(
      count: gallery.count, speed: configuration.speed, hysteresis: configuration.hysteresis,
      isVertical: isVertical,
      sign: !isVertical && configuration.direction == .rightToLeft ? -1 : 1,
      area: .init(gallery.viewport, isVertical: isVertical), reduced: configuration.reducedMotion,
      ratios: (0..<gallery.count).map {
        .stripRatio(of: gallery.size(ofPageAt: $0), isVertical: isVertical)
      },
      active: gallery.count == 0 ? 0 : gallery.active,
      place: gallery.count == 0 ? 0 : Double(gallery.active))
  }

  /// Compares a few times before the call.
  private func difference(before timed: TimedCall) -> String? {
    let length = timed.time - run.session.clock
    guard length > 0 else { return nil }
    var later = self
    for part in [length / 3, length - 1, length] {
      let time = run.session.clock + part
      _ = later.run.session.advance(to: Duration(galleryTime: time))
      later.reference.advance(to: time)
      if later.reference.isUncertain { return nil }
      if let reason = later.difference() { return "\(reason) before the call" }
    }
    return nil
  }

  private mutating func difference(after timed: TimedCall) throws -> String? {
    let time = max(timed.time, run.session.clock)
    let tapped = run.page(under: timed.call, at: time)
    guard try run.perform(timed) else { return nil }
    reference.advance(to: time)
    switch timed.call {
    case .beginDrag(let surface): reference.beginDrag(strip: surface == .strip)
    case .drag(let translation): reference.drag(translation)
    case .endDrag(let velocity): reference.endDrag(velocity)
    case .cancelDrag: reference.endDrag(0)
    case .goTo(let index, let animated): reference.goTo(index, animated: animated)
    case .tap: if let tapped { reference.goTo(tapped, animated: true) }
    case .setViewport(let viewport):
      reference.setArea(.init(viewport, isVertical: reference.isVertical))
    case .setSize(let index, let size):
      reference.setRatio(
        .stripRatio(of: size, isVertical: reference.isVertical), of: index)
    case .setReducedMotion(let isReduced): reference.reduced = isReduced
    case .advance: break
    }
    return difference()
  }

  private func difference() -> String? {
    let (session, time) = (run.session, run.session.clock)
    func differs(_ name: String, _ found: Double, _ expected: Double) -> String? {
      found.isApproximately(expected, tolerance: tolerance * max(1, abs(expected)))
        ? nil : "\(name) \(found) instead of \(expected)"
    }
    guard session.driver.kind == reference.kind else {
      return "\(session.driver.kind) instead of \(reference.kind)"
    }
    let scalars =
      differs("position", session.position(at: time), reference.position)
      ?? differs("focus", session.focus(at: time), reference.focus)
      ?? differs("rate", session.scroll.rate.value(at: time), reference.rate.value(at: time))
    if let scalars { return scalars }
    if session.count > 0, session.activePlace != reference.active {
      return "active \(session.activePlace) instead of \(reference.active)"
    }
    let weights = session.scroll.expansions.items(at: time)
    for index in 0..<reference.count {
      let expected = reference.weights[index]?.value(at: time) ?? 0
      let ratio = session.expandedRatios(at: time).ratio(of: index) { session.pages.shapes[$0] }
      let reason =
        differs("weight of \(index):", weights[index], expected)
        ?? differs("ratio of \(index):", ratio, reference.ratio(index))
      if let reason { return reason }
    }
    return nil
  }
}

// MARK: - Translation

extension Driver {
  fileprivate var kind: ReferenceGallery.Kind {
    switch self {
    case .idle: .idle
    case .drag: .drag
    case .settle: .settle
    case .jump: .jump
    }
  }
}

extension ReferenceGallery.Area {
  fileprivate init(_ viewport: GalleryViewport, isVertical: Bool) {
    let (preview, strip) = (viewport.preview, viewport.strip)
    previewMain = isVertical ? preview.height : preview.width
    previewCross = isVertical ? preview.width : preview.height
    stripMain = isVertical ? strip.height : strip.width
    stripCross = isVertical ? strip.width : strip.height
  }
}

extension Double {
  fileprivate static func stripRatio(of size: PixelSize?, isVertical: Bool) -> Double {
    StripDefinition.ratio(
      ofPage: size.map { Double($0.width) / Double($0.height) }, isVertical: isVertical)
  }
}
