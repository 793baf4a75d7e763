// SPDX-License-Identifier: Apache-2.0

public import GalleryModel

/// A gallery in a typical state, and a period of time without boundaries.
public struct SampleGallery: Sendable {
  /// The state of the gallery.
  public enum State: String, CaseIterable, Sendable {
    /// At rest on the middle page.
    case rest
    /// A finger has dragged the strip between two pages, and the open page collapses.
    case scroll
    /// The strip decelerates after a fling.
    case fling
    /// In motion to a page ten pages ahead.
    case jump
    /// The active page was deleted, and its gap closes.
    case delete
    /// A page moves past others to another position.
    case move
  }

  /// The session, advanced to the beginning of ``times``.
  public let session: GallerySession

  /// 1,024 times before the next boundary.
  public let times: [Duration]

  /// Creates a gallery in the given state.
  ///
  /// - Parameters:
  ///   - count: The number of pages.
  ///   - width: The width of the viewport, in points.
  ///   - state: The state of the gallery.
  /// - Throws: Never, because the arguments are valid.
  public init(count: Int, width: Double = 375, state: State) throws {
    var session = try Self.restingSession(count: count, width: width)
    let wait = try Self.prepare(&session, state)
    _ = session.advance(to: session.time + wait)
    self.session = session
    let start = session.time
    let end = session.nextBoundary() ?? start + .seconds(1)
    times = (0..<1024).map { start + (end - start) / 1025 * $0 }
  }

  /// Returns a gallery of scans of many shapes, at rest on the middle page.
  ///
  /// - Parameters:
  ///   - count: The number of pages.
  ///   - width: The width of the viewport, in points.
  /// - Returns: A session whose prefetch list has been announced.
  /// - Throws: Never, because the arguments are valid.
  public static func restingSession(count: Int, width: Double) throws -> GallerySession {
    let ratios = [0.7071, 0.7071, 1.4142, 0.75, 1.3333, 0.2, 1, 5]
    let sizes = try ratios.map { try PageShape(aspectRatio: $0) }
    let pages = (0..<count).map { index in
      // IDs in another order than the pages.
      Page(
        id: PageID(UInt64(index) &* 0x9E37_79B9_7F4A_7C15),
        size: sizes[index % sizes.count])
    }
    let viewport = GalleryViewport(
      preview: Size(width: width, height: 601), strip: Size(width: width, height: 66))
    var session = try GallerySession(pages: pages, viewport: viewport, activeIndex: count / 2)
    _ = session.advance(to: .zero)
    return session
  }

  /// Starts the motion of a state, and returns the time until its middle.
  private static func prepare(
    _ session: inout GallerySession, _ state: State
  ) throws -> Duration {
    let middle = session.count / 2
    switch state {
    case .rest: break
    case .scroll, .fling:
      session.beginDrag(.strip, at: .milliseconds(10))
      try session.drag(translation: -14, at: .milliseconds(20))
      if state == .fling { try session.endDrag(velocity: -300, at: .milliseconds(25)) }
    case .jump:
      try session.goTo(index: min(session.count - 1, middle + 10), at: .milliseconds(10))
    case .delete:
      session.enqueue(.delete(.index(middle)), at: .milliseconds(10))
      return .milliseconds(200)
    case .move:
      session.enqueue(.move(.index(middle - 2), to: middle + 3), at: .milliseconds(10))
    }
    return .milliseconds(40)
  }
}
