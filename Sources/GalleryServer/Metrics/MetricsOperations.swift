// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Hummingbird
import NIOCore
import PageStorage

/// The operation that returns the metrics of the server.
struct MetricsOperations: Sendable {
  let store: PageStore
  let state: ServerState
  let metrics: RequestMetrics
  let uploads: UploadRegistry
  let connections: GuardedConnections?
  let freeByteCount: @Sendable () -> Int?

  var operations: [Operation] { [Operation(.get, "/metrics", scope: .admin, answer)] }

  @Sendable private func answer(_ call: Call) async throws -> Response {
    var text = MetricsText()
    text.gauge(
      "gallery_build_info", "The version of the server.",
      [([("version", GalleryServerVersion.text)], 1)])
    addRequests(to: &text)
    addStreams(to: &text)
    addUploads(to: &text)
    text.add(store.statistics)
    if let connections { text.add(connections.statistics) }
    addProcess(to: &text)
    return Response(
      status: .ok, headers: [.contentType: MetricsText.mediaType],
      body: .init(byteBuffer: ByteBuffer(string: text.text)))
  }

  private func addRequests(to text: inout MetricsText) {
    let values = metrics.values
    let routes = values.answers.sorted { $0.key < $1.key }
    text.counter(
      "gallery_requests_total", "Answered requests.",
      routes.flatMap { route, answers in
        answers.counts.sorted { $0.key < $1.key }
          .map { (route.labels + [("status", String($0.key))], Double($0.value)) }
      })
    text.histogram(
      "gallery_request_duration_seconds", "The time until a response was sent.",
      routes.map { ($0.key.labels, $0.value.durations) })
    text.gauge(
      "gallery_active_requests", "Requests that are being answered.", values.activeCount)
    text.counter(
      "gallery_edits_total", "Requests for changes.",
      RequestMetrics.EditOutcome.allCases.map {
        ([("outcome", $0.rawValue)], Double(values.edits[$0] ?? 0))
      })
  }

  private func addStreams(to text: inout MetricsText) {
    text.gauge("gallery_event_streams", "Open event streams.", state.openStreamCount)
    text.counter("gallery_events_total", "Events that were sent.", state.eventCount)
    text.counter(
      "gallery_resets_total", "Events that told a client to read everything again.",
      state.resetCount)
  }

  private func addUploads(to text: inout MetricsText) {
    let usage = uploads.usage
    text.gauge("gallery_uploads", "Uploads that are not in a document yet.", usage.fileCount)
    text.gauge("gallery_staged_bytes", "The bytes of these uploads.", usage.byteCount)
  }

  private func addProcess(to text: inout MetricsText) {
    let process = ProcessFigures()
    if let free = freeByteCount() {
      text.gauge("gallery_free_disk_bytes", "The free space of the store's disk.", free)
    }
    if let resident = process.residentByteCount {
      text.gauge("process_resident_memory_bytes", "The resident memory.", resident)
    }
    if let files = process.openFileCount {
      text.gauge("process_open_fds", "Open files.", files)
    }
  }
}

extension RequestMetrics.Route {
  fileprivate var labels: [MetricsText.Label] { [("route", pattern), ("method", method)] }
}
