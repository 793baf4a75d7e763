// SPDX-License-Identifier: Apache-2.0

import PageStorage

extension MetricsText {
  /// Adds the counters of a store.
  mutating func add(_ store: StoreStatistics) {
    counter(
      "gallery_thumbnails_total", "Returned thumbnails by their source.",
      [
        ([("source", "memory")], Double(store.thumbnailsFromMemory)),
        ([("source", "disk")], Double(store.thumbnailsFromDisk)),
        ([("source", "made")], Double(store.thumbnailsMade)),
      ])
    counter(
      "gallery_originals_total", "Originals that were read with a cache, by their source.",
      [
        ([("source", "cache")], Double(store.originalsFromCache)),
        ([("source", "server")], Double(store.originalsFromServer)),
      ])
    gauge("gallery_decodes_in_progress", "Thumbnails being made.", store.decodesInProgress)
    gauge("gallery_decode_queue_length", "Thumbnails that wait.", store.decodesWaiting)
    counter(
      "gallery_decodes_refused_total", "Thumbnails refused because too many waited.",
      store.decodesRefused)
    counter("gallery_commits_total", "Commits to the catalog.", store.commitCount)
    counter(
      "gallery_commit_seconds_total", "The time of all commits.",
      [([], store.commitDuration / .seconds(1))])
    counter(
      "gallery_lock_waits_total", "Waits for a lock that another process held.",
      store.lockWaitCount)
  }

  /// Adds the counters of connections.
  mutating func add(_ connections: GuardStatistics) {
    gauge("gallery_open_connections", "Open connections.", connections.open)
    gauge(
      "gallery_open_streams", "Open streams of HTTP/2, also those that clients do not read.",
      connections.openStreams)
    counter("gallery_connections_total", "Accepted connections.", connections.accepted)
    counter(
      "gallery_connections_refused_total",
      "Connections refused because their address had too many.", connections.refused)
    counter(
      "gallery_accept_pauses_total",
      "Times at which connections began to wait in the accept queue.", connections.pauses)
    counter(
      "gallery_connections_closed_total", "Closed connections by reason.",
      connections.closed.sorted { "\($0.key)" < "\($1.key)" }
        .map { ([("reason", "\($0.key)")], Double($0.value)) })
    counter(
      "gallery_streams_reset_total", "Streams of HTTP/2 that the server reset, by reason.",
      connections.resets.sorted { "\($0.key)" < "\($1.key)" }
        .map { ([("reason", "\($0.key)")], Double($0.value)) })
    counter(
      "gallery_requests_rejected_total", "Requests rejected by their framing.",
      connections.rejected.sorted { "\($0.key)" < "\($1.key)" }
        .map { ([("reason", "\($0.key)")], Double($0.value)) })
  }
}
