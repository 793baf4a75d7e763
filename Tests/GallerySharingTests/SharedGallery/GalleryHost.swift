// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import GallerySharing

/// A host of a gallery whose requests and responses are under way until a test delivers them.
struct GalleryHost {
  /// An edit that a test has requested.
  enum Edit {
    case insertion(PageID)
    case deletion(PageID)
    case rotation(PageID, QuarterTurns)
    case other
  }

  var gallery: SharedGallery
  private(set) var time = Duration.zero
  /// The pages as a follower of the gallery knows them.
  private(set) var followed: VersionedPages
  /// The requests that have not reached the source.
  var requests: [PageSourceRequest] = []
  /// The responses that have not reached the gallery.
  var responses: [(number: Int, response: PageSourceResponse)] = []
  /// The changes that have not reached the gallery.
  var changes: [PageSourceChange] = []
  /// The number of the request for changes that the source fulfills.
  var stream: Int?
  var edits: [UpdateTicket: Edit] = [:]
  private(set) var outcomes: [UpdateTicket: UpdateOutcome] = [:]
  private(set) var outputs: [SharedGalleryOutput] = []
  /// Whether the gallery was closed when its outputs were handled last.
  private(set) var isClosed = false
  /// The number of requests that it has made since then.
  private(set) var requestsAfterTheEnd = 0

  init(_ known: VersionedPages) throws {
    gallery = try SharedGallery(
      known,
      viewport: GalleryViewport(
        preview: Size(width: 375, height: 600), strip: Size(width: 375, height: 66)))
    followed = VersionedPages(pages: known.pages, version: 0)
    try handleOutputs()
  }

  /// Advances the time, from boundary to boundary.
  mutating func pass(_ duration: Duration) throws {
    let end = time + duration
    while let boundary = gallery.nextBoundary(), boundary <= end, boundary > time {
      time = boundary
      try handleOutputs()
    }
    time = end
    try handleOutputs()
  }

  /// Calls the gallery at the current time.
  mutating func perform<Result>(
    _ call: (inout SharedGallery, Duration) throws -> Result
  ) throws -> Result {
    let result = try call(&gallery, time)
    try handleOutputs()
    return result
  }

  mutating func request(_ edit: Edit, _ call: (inout SharedGallery, Duration) -> UpdateTicket?)
    throws
  {
    guard let ticket = call(&gallery, time) else { return }
    edits[ticket] = edit
    try handleOutputs()
  }

  private mutating func handleOutputs() throws {
    for output in gallery.advance(to: time) {
      outputs.append(output)
      switch output {
      case .request(let request):
        requests.append(request)
        if isClosed { requestsAfterTheEnd += 1 }
      case .pagesChanged(let change): try followed.apply(change)
      case .event(.completed(let ticket, let outcome, _)):
        if edits[ticket] != nil { outcomes[ticket] = outcome }
      case .stopChanges(let number):
        requests.removeAll { $0.number == number }
        if stream == number { (stream, changes) = (nil, []) }
      default: break
      }
    }
    isClosed = gallery.isClosed
  }
}

// MARK: - Delivery

extension GalleryHost {
  /// Has a request reach the source.
  mutating func reach(_ source: inout ArraySource, at index: Int) {
    guard !requests.isEmpty else { return }
    let request = requests.remove(at: index % requests.count)
    if case .changes(let version) = request.call {
      (stream, changes) = (request.number, source.changes(after: version))
    } else {
      responses.append((request.number, source.answer(request.call)))
    }
  }

  /// Has a response reach the gallery.
  mutating func respond(at index: Int) throws {
    guard !responses.isEmpty else { return }
    let (number, response) = responses.remove(at: index % responses.count)
    _ = try perform { gallery, now in gallery.respond(to: number, with: response, at: now) }
  }

  /// Has the next change reach the gallery.
  mutating func deliverChange() throws {
    guard let stream, !changes.isEmpty else { return }
    let change = changes.removeFirst()
    _ = try perform { gallery, now in gallery.respond(to: stream, with: .change(change), at: now) }
  }

  /// Interrupts the delivery of changes.
  mutating func breakStream() throws {
    guard let number = stream else { return }
    (stream, changes) = (nil, [])
    _ = try perform { gallery, now in
      gallery.respond(to: number, with: .failure(.failed(code: 1)), at: now)
    }
  }

  /// Whether anything is under way.
  var isWaiting: Bool { !requests.isEmpty || !responses.isEmpty || !changes.isEmpty }
}
