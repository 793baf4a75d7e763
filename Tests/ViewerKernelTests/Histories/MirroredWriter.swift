// SPDX-License-Identifier: Apache-2.0

import GallerySharing
import Testing
import ViewerKernel

/// A gallery as the actor of a service hosts it, and one in a kernel, which get the same calls and
/// responses.
struct MirroredWriter {
  private let kernel = Kernel()
  private let handle: Double
  private(set) var gallery: SharedGallery
  private(set) var time = 0.0
  /// The requests without a response.
  var requests: [PageSourceRequest] = []
  /// The number of the request for changes, `nil` without one.
  var stream: Int?
  /// The version of the last delivered change.
  var delivered = 0

  init(_ source: TwinSource) throws {
    kernel.write(
      [375, 600, 375, 66, Double(source.version), 1] + Array(repeating: .nan, count: 18)
        + source.columns)
    handle = kernel.galleryOpen(Double(source.pages.count))
    gallery = try SharedGallery(
      try source.known,
      viewport: GalleryViewport(
        preview: Size(width: 375, height: 600), strip: Size(width: 375, height: 66)),
      activeIndex: 1)
    try settle()
  }

  var order: [PageID] { gallery.session.pageIDs }

  private var now: Duration { .nanoseconds(Int64(time)) }

  mutating func wait(milliseconds: Double) throws {
    time += milliseconds * 1_000_000
    try settle()
  }

  /// Requests an edit of both galleries.
  mutating func edit(
    _ call: (inout SharedGallery, Duration) -> UpdateTicket?,
    _ mirrored: (Kernel, _ handle: Double, _ time: Double) -> Double
  ) throws {
    let ticket = call(&gallery, now)
    let number = mirrored(kernel, handle, time)
    try #require(ticket.map { Double($0.description) ?? -9 } ?? -1 == number)
    try settle()
  }

  /// Passes a response to both galleries.
  mutating func respond(
    _ number: Int, _ response: PageSourceResponse, list: [Double] = [],
    _ mirrored: (Kernel, _ handle: Double, _ number: Double, _ time: Double) -> Double
  ) throws {
    let isExpected = gallery.respond(to: number, with: response, at: now)
    kernel.write(list)
    try #require(mirrored(kernel, handle, Double(number), time) == (isExpected ? 1 : 0))
    try settle()
  }

  /// Advances both galleries, and compares their events, pages and frames.
  private mutating func settle() throws {
    let outputs = gallery.advance(to: now)
    let records = kernel.records(kernel.galleryAdvance(handle, time))
    try #require(outputs.count == records.count)
    let pages = gallery.shared.order?.pages.map(\.id) ?? order
    for (output, record) in zip(outputs, records) {
      let expected = KernelRecord(output, basedOn: pages, isForeign: record.fields[1])
      try #require(record == expected)
      take(output)
    }
    try compareOrders()
    try compareLogicalOrders()
    let address = kernel.galleryFrame(handle, time)
    let frame = gallery.session.frame(at: now)
    let header = kernel.numbers(at: address, count: 6)
    try #require(header[4] == frame.position && header[5] == frame.focus)
    let boundary = gallery.nextBoundary().map(nanoseconds) ?? -1
    try #require(kernel.galleryNextBoundary(handle) == boundary)
  }

  private func compareOrders() throws {
    let count = Int(kernel.galleryPages(handle))
    let columns = kernel.numbers(at: kernel.listsAddress(), count: 3 * count)
    let pages = gallery.session.snapshot.pages
    try #require(columns.prefix(count).elementsEqual(pages.map { Double($0.id.rawValue) }))
    let ratios = pages.map { ($0.size?.aspectRatio ?? .nan).bitPattern }
    try #require(columns[count..<2 * count].map(\.bitPattern) == ratios)
    try #require(columns.suffix(count).elementsEqual(pages.map { Double($0.contentVersion) }))
  }

  private func compareLogicalOrders() throws {
    let session = gallery.session
    try #require(kernel.galleryLogicalCount(handle) == Double(session.logicalCount))
    for index in 0...session.logicalCount {
      let page = session.logicalPage(at: index).map { Double($0.rawValue) }
      try #require(kernel.galleryLogicalPageAt(handle, Double(index)) == page ?? -1)
      guard let page else { continue }
      try #require(kernel.galleryLogicalIndexOf(handle, page) == Double(index))
    }
  }

  private mutating func take(_ output: SharedGalleryOutput) {
    switch output {
    case .request(let request):
      if case .changes(let version) = request.call {
        (stream, delivered) = (request.number, version)
      } else {
        requests.append(request)
      }
    case .stopChanges(let number): if stream == number { stream = nil }
    default: break
    }
  }
}
