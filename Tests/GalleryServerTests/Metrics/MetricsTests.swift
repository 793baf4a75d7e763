// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import PageStorage
import Testing

@testable import GalleryServer

/// The metrics of a server after requests.
struct MetricsTests {
  @Test func countsRequestsEditsThumbnailsAndCommits() async throws {
    try await TestServer.run(store: { $0.thumbnailMemoryByteCount = 1 << 20 }) { server in
      let document = try await server.document(pages: 1)
      let page = try #require(try await server.ids(of: document).first)
      let path = "/api/v1/documents/\(document.rawValue)"
      let list = try await server.get(path + "/pages").json
      let key = try #require((list["keys"] as? [String])?.first)
      for _ in 0..<2 {
        #expect(try await server.get("/t/\(page)/\(key)/h66.jpg").status == 200)
      }
      _ = try await server.get("/api/v1/documents/999")
      _ = try await server.get("/nowhere")
      _ = try await server.send(.patch, path, json: #"{"title":"Other"}"#)
      let moved = try await server.send(
        .post, "/api/v1/pages/\(page)/move", json: #"{"before":null}"#)
      #expect(moved.status < 300)

      let answer = try await server.get("/metrics")
      #expect(answer.headers[.contentType] == "text/plain; version=0.0.4; charset=utf-8")
      let samples = Self.samples(answer.text)
      let requests = "gallery_requests_total"
      let known = "/api/v1/documents/{document}"
      #expect(
        samples[requests + #"{route="/t/{page}/{key}/{style}.jpg",method="GET",status="200"}"#] == 2
      )
      #expect(samples[requests + #"{route="\#(known)",method="GET",status="404"}"#] == 1)
      #expect(samples[requests + #"{route="none",method="GET",status="404"}"#] == 1)
      #expect(samples[requests + #"{route="\#(known)",method="PATCH",status="428"}"#] == 1)
      #expect(samples[#"gallery_edits_total{outcome="committed"}"#] == 1)
      #expect(samples[#"gallery_edits_total{outcome="rejected"}"#] == 1)
      #expect(samples[#"gallery_thumbnails_total{source="made"}"#] == 1)
      #expect(samples[#"gallery_thumbnails_total{source="memory"}"#] == 1)
      for source in ["cache", "server"] {
        #expect(samples[#"gallery_originals_total{source="\#(source)"}"#] == 0)
      }
      #expect(samples["gallery_active_requests"] == 1)
      #expect(samples["gallery_event_streams"] == 0)
      #expect(samples["gallery_uploads"] == 0)
      #expect(try #require(samples["gallery_commits_total"]) >= 3)
      #expect(try #require(samples["gallery_commit_seconds_total"]) > 0)
      #expect(try #require(samples["process_resident_memory_bytes"]) > 1_048_576)
      #expect(try #require(samples["process_open_fds"]) > 3)
      #expect(try #require(samples["gallery_free_disk_bytes"]) > 0)
    }
  }

  @Test func everyLineIsACommentOrASample() async throws {
    try await TestServer.run { server in
      _ = try await server.get("/")
      for line in try await server.get("/metrics").text.split(separator: "\n") {
        #expect(
          try #/# (HELP|TYPE) [a-z_]+ .+|[a-z_]+(\{([a-z]+="[^"]*",?)+\})? [0-9.e+-]+/#
            .wholeMatch(in: line) != nil, "\(line)")
      }
    }
  }

  /// The values of the samples by name and labels.
  private static func samples(_ text: String) -> [String: Double] {
    var samples: [String: Double] = [:]
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      guard let space = line.lastIndex(of: " ") else { continue }
      samples[String(line[..<space])] = Double(line[line.index(after: space)...])
    }
    return samples
  }
}
