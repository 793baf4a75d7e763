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
    try Self.prepare(&session, state)
    _ = session.advance(to: session.time + .milliseconds(40))
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

  private static func prepare(_ session: inout GallerySession, _ state: State) throws {
    switch state {
    case .rest: break
    case .scroll, .fling:
      session.beginDrag(.strip, at: .milliseconds(10))
      try session.drag(translation: -14, at: .milliseconds(20))
      if state == .fling { try session.endDrag(velocity: -300, at: .milliseconds(25)) }
    case .jump:
      let target = min(session.count - 1, session.count / 2 + 10)
      try session.goTo(index: target, at: .milliseconds(10))
    }
  }
}
