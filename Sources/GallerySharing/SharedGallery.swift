// SPDX-License-Identifier: Apache-2.0

public import GalleryModel

/// A gallery of pages that other clients change as well: a session, and the state of the source of
/// its pages.
///
/// It does no I/O. Inputs are calls, and the responses of the source; outputs are events, and
/// requests to the source, which the host makes. Like a session it is a pure value: the same inputs
/// at the same times give the same outputs.
///
/// ```swift
/// func delete(_ page: PageID, of known: VersionedPages, on viewport: GalleryViewport) throws {
///   var gallery = try SharedGallery(known, viewport: viewport)
///   gallery.enqueue(.delete(.id(page)), at: .zero)
///   for output in gallery.advance(to: .seconds(1)) {
///     guard case .request(let request) = output, case .apply(_, let version) = request.call
///     else { continue }
///     // The host has the source make the change, and passes its answer.
///     let receipt = PageSourceReceipt(version: version + 1)
///     gallery.respond(to: request.number, with: .receipt(receipt), at: .seconds(1))
///   }
/// }
/// ```
///
/// The host keeps to a loop: after each input, and at ``nextBoundary()``, it calls
/// ``advance(to:)`` and handles the outputs. If another client was faster, an edit is rebased on the
/// newer pages and requested again. Changes of others are queued with the edits of the session, and
/// animate like these. While the source is lost, the gallery retries after growing pauses.
///
/// A time before that of an earlier call is replaced by it.
public struct SharedGallery: Sendable {
  /// The session, for frames and queries.
  public internal(set) var session: GallerySession

  /// The state of the source: versions, changes of others, the pending call.
  package internal(set) var shared: SharedPages

  /// The number of changes of the visible pages.
  public internal(set) var pagesVersion = 0

  /// Whether the source has failed, and has not answered since then.
  public internal(set) var isSourceLost = false

  /// Whether the gallery is closed: it makes no more requests, and ignores edits.
  public internal(set) var isClosed = false

  /// The rotation requests that the source has not applied yet.
  package internal(set) var rotations: [(ticket: UpdateTicket, rotation: PageRotation)] = []
  /// The edit that the source is asked to make.
  var edit: SourceEdit?
  /// The request for pages that contain missing changes, and the newest version known then.
  var refreshing: (number: Int, notBefore: Int)?
  /// A rotated page before the rotation, whose shape has to be checked.
  var turned: (page: Page, rotation: PageRotation)?
  var connection = SourceConnection.ended
  var reconnectionDelay = ReconnectionDelay()

  private var requestCount = 0
  var outputs: [SharedGalleryOutput] = []
  /// The transactions of `outputs` that adopt changes of others.
  var adoptions: [GalleryTransactionID] = []

  /// Creates a gallery, at rest.
  ///
  /// Its first output requests the changes of the source.
  ///
  /// - Parameters:
  ///   - known: The pages of the source and their version.
  ///   - viewport: The areas of the screen.
  ///   - configuration: The settings of the gallery.
  ///   - activeIndex: The index of the page to show. 0 by default.
  /// - Throws: `GalleryError` if the pages, the viewport or the configuration have no valid layout.
  /// - Complexity: O(n log n) in the number of pages.
  public init(
    _ known: VersionedPages, viewport: GalleryViewport,
    configuration: GalleryConfiguration = GalleryConfiguration(), activeIndex: Int = 0
  ) throws(GalleryError) {
    session = try GallerySession(
      pages: known.pages, viewport: viewport, configuration: configuration,
      activeIndex: activeIndex)
    shared = SharedPages(version: known.version)
    beginListening(at: .zero)
  }

  /// The last known version of the source.
  public var sourceVersion: Int { shared.version }

  /// The committed pages, in order, and the number of changes of this gallery that led to them.
  ///
  /// The version differs from ``sourceVersion``, which the changes of all clients increment.
  ///
  /// - Complexity: O(n) in the number of pages.
  public var pages: VersionedPages {
    VersionedPages(pages: session.snapshot.pages, version: pagesVersion)
  }

  /// Makes a request to the source.
  ///
  /// - Returns: The number of the request.
  mutating func request(_ call: PageSourceRequest.Call) -> Int {
    requestCount += 1
    outputs.append(.request(PageSourceRequest(number: requestCount, call: call)))
    return requestCount
  }
}
