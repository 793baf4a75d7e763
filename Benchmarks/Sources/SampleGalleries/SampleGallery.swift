// SPDX-License-Identifier: Apache-2.0

public import GalleryModel

/// A gallery in a state that is worth measuring, and a stretch of time without boundaries.
public struct SampleGallery: Sendable {
  /// What the gallery is doing.
  public enum State: String, CaseIterable, Sendable {
    /// At rest on the page in the middle.
    case rest
    /// A finger has pulled the strip between two pages, and the open page closes.
    case scroll
    /// The strip rolls on after a fling.
    case fling
    /// On the way to a page ten pages on.
    case jump
    /// The active page has been deleted, and its gap closes.
    case delete
    /// A page passes others on its way to another place.
    case move
  }

  /// The session, advanced to ``times``' beginning.
  public let session: GallerySession

  /// 1,024 times before the next boundary.
  public let times: [Duration]

  /// Creates a gallery in the middle of something.
  ///
  /// - Parameters:
  ///   - count: The number of pages.
  ///   - width: The width of the viewport, in points.
  ///   - state: What the gallery is doing.
  /// - Throws: Never, because the numbers are good.
  public init(count: Int, width: Double = 375, state: State) throws {
    var session = try Self.restingSession(count: count, width: width)
    let wait = try Self.prepare(&session, state)
    _ = session.advance(to: session.time + wait)
    self.session = session
    let start = session.time
    let end = session.nextBoundary() ?? start + .seconds(1)
    times = (0..<1024).map { start + (end - start) / 1025 * $0 }
  }

  /// Returns a gallery of scans of many shapes that rests on the page in the middle.
  ///
  /// - Parameters:
  ///   - count: The number of pages.
  ///   - width: The width of the viewport, in points.
  /// - Returns: A session whose prefetch list has been announced.
  /// - Throws: Never, because the numbers are good.
  public static func restingSession(count: Int, width: Double) throws -> GallerySession {
    let ratios = [0.7071, 0.7071, 1.4142, 0.75, 1.3333, 0.2, 1, 5]
    let sizes = try ratios.map { try PageSize(aspectRatio: $0) }
    let pages = (0..<count).map { index in
      // Names that are not in the order of the pages.
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

  /// Brings a session into a state, and returns the time to wait until it is in the middle of it.
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
