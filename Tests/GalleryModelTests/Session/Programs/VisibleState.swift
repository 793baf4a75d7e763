// SPDX-License-Identifier: Apache-2.0

@testable import GalleryModel

/// The visible state of a gallery at an instant, to compare with the next one.
struct VisibleState {
  private let session: GallerySession
  private let time: Int64
  private let position: Double
  private let focus: Double
  private let rate: Double
  private let expansions: [Double]
  private let ratios: [Double]
  private let centers: [Double]
  private let lengths: [Double]

  /// More pages than this are not checked.
  private static var limit: Int { 12 }

  init(_ session: GallerySession, at time: Int64? = nil) {
    let time = time ?? session.clock
    self.session = session
    self.time = time
    position = session.position(at: time)
    focus = session.focus(at: time)
    rate = session.scroll.rate.value(at: time)
    let strip = session.stripArrangement(at: time)
    let pages = 0..<min(Self.limit, session.count)
    let extents = pages.map(strip.extent(of:))
    expansions = extents.map(\.expansion)
    ratios = pages.map { page in
      session.expandedRatios(at: time).ratio(of: page) { session.pages.shapes[$0] }
    }
    centers = extents.map(\.center)
    lengths = extents.map(\.length)
  }

  private var height: Double { session.stripLayout.configuration.thumbnailHeight }
}

// MARK: - In time

extension VisibleState {
  /// Returns the discontinuity since another instant, `nil` if there is none.
  func jump(after last: VisibleState, _ limits: SpeedLimits) -> String? {
    let seconds = Double(time - last.time) / 1e9
    // Offsets and expansions go from 0 to 1 in 0.15 s, at most at twice the mean speed.
    let pace = 2.001 / 0.15 * session.configuration.speed * seconds + 1e-9
    let speed = max(limits.speed(of: session), limits.speed(of: last.session))
    var step = speed * seconds * 1.001 + 1e-9 * max(1, abs(position))
    if case .settle = last.session.driver, case .idle = session.driver { step += limits.lastStep }
    guard abs(position - last.position) <= step else {
      return "position \(last.position) to \(position)"
    }
    guard abs(rate - last.rate) <= pace else { return "rate \(last.rate) to \(rate)" }
    let isFlipping = session.surface == .strip
    let turn = focus - last.focus
    let rest = isFlipping ? turn - turn.rounded() : turn
    let trail = max(1, abs(session.scroll.trail.start), abs(last.session.scroll.trail.start))
    guard abs(rest) <= trail * pace + (isFlipping ? 1e-9 : step) else {
      return "focus \(last.focus) to \(focus)"
    }
    return openJump(after: last, by: step + 2 * pace, ratio: 4.8 * pace)
  }

  private func openJump(after last: VisibleState, by step: Double, ratio: Double) -> String? {
    for page in expansions.indices {
      guard abs(expansions[page] - last.expansions[page]) <= step else {
        return "expansion of \(page) \(last.expansions[page]) to \(expansions[page])"
      }
      // A changing shape is visible only on an open thumbnail.
      let isOpen = expansions[page] > 1e-6 && last.expansions[page] > 1e-6
      guard !isOpen || abs(ratios[page] - last.ratios[page]) <= ratio + 1e-9 else {
        return "ratio of \(page) \(last.ratios[page]) to \(ratios[page])"
      }
    }
    // With more pages than the limit, the unchecked ones contribute to the positions.
    guard session.count <= Self.limit else { return nil }
    let pitch = session.stripLayout.configuration.pitch
    var reach = pitch * abs(position - last.position) + 1e-8 * max(1, abs(position))
    for page in expansions.indices {
      reach += (height * 5 + 20) * abs(expansions[page] - last.expansions[page])
      reach +=
        height * abs(ratios[page] - last.ratios[page])
        * max(expansions[page], last.expansions[page])
    }
    return shift(after: last, reach: reach)
  }

  private func shift(after last: VisibleState, reach: Double) -> String? {
    for page in centers.indices {
      guard abs(centers[page] - last.centers[page]) <= reach else {
        return "thumbnail \(page) from \(last.centers[page]) to \(centers[page])"
      }
      guard abs(lengths[page] - last.lengths[page]) <= reach else {
        return "length of \(page) from \(last.lengths[page]) to \(lengths[page])"
      }
    }
    return nil
  }
}

// MARK: - At a call

extension VisibleState {
  /// Returns the discontinuity at a call, `nil` if there is none.
  func jump(after last: VisibleState, at call: Program.Call, _ limits: SpeedLimits) -> String? {
    var step = 1e-9 * max(1, abs(position))
    if case .drag = last.session.driver, case .idle = session.driver { step += limits.lastStep }
    guard abs(position - last.position) <= step else {
      return "position \(last.position) to \(position)"
    }
    let gap = abs(last.focus - session.focusWithoutTrail(at: time))
    let isFlip = last.session.isJumping && gap > 1 - 1e-9
    switch call {
    case .goTo, .tap: break
    case .beginDrag where isFlip: break
    default:
      guard abs(focus - last.focus) <= step else { return "focus \(last.focus) to \(focus)" }
    }
    if case .setViewport = call {
      return expansions == last.expansions ? nil : "expansions in another area"
    }
    // A jump drops motions below a hundredth of a point.
    let isJump = session.driver.isJump && session.driver != last.session.driver
    let forgotten =
      isJump ? 0.01 * Double(4 + last.session.scroll.expansions.items(at: time).entries.count) : 0
    let pitch = session.stripLayout.configuration.pitch
    let reach =
      step * (pitch + Double(centers.count) * (5 * height + 20)) + 1e-8 * max(1, abs(position))
    return shift(after: last, reach: reach + forgotten)
  }
}

extension Driver {
  fileprivate var isJump: Bool {
    if case .jump = self { return true }
    return false
  }
}
