// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import GalleryServer

struct MetricsTextTests {
  @Test func writesSamplesWithEscapedLabels() {
    var text = MetricsText()
    text.counter("a_total", "Some.", [([("x", "1\"\\\n2"), ("y", "")], 3), ([], 0.25)])
    text.gauge("b", "Others.", 7)

    #expect(
      text.text == """
        # HELP a_total Some.
        # TYPE a_total counter
        a_total{x="1\\"\\\\\\n2",y=""} 3
        a_total 0.25
        # HELP b Others.
        # TYPE b gauge
        b 7

        """)
  }

  @Test func countsDurationsByBound() {
    var histogram = Histogram()
    for milliseconds in [0, 1, 1.5, 2, 10_000, 10_001] {
      histogram.add(.milliseconds(milliseconds))
    }

    #expect(histogram.counts == [2, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1])
    #expect(histogram.count == 6)
    #expect(abs(histogram.sum - 20.0055) < 1e-9)
  }

  @Test func bucketsOfHistogramsAreSums() {
    var histogram = Histogram()
    for milliseconds in [1, 4, 20_000] { histogram.add(.milliseconds(milliseconds)) }
    var text = MetricsText()
    text.histogram("d", "Durations.", [([("route", "/")], histogram)])
    let lines = text.text.split(separator: "\n")

    #expect(lines.count == 2 + Histogram.bounds.count + 3)
    #expect(lines[2] == #"d_bucket{route="/",le="0.001"} 1"#)
    #expect(lines[4] == #"d_bucket{route="/",le="0.005"} 2"#)
    #expect(lines[lines.count - 3] == #"d_bucket{route="/",le="+Inf"} 3"#)
    #expect(lines[lines.count - 2] == #"d_sum{route="/"} 20.005"#)
    #expect(lines.last == #"d_count{route="/"} 3"#)
  }

  @Test(arguments: [
    (200, RequestMetrics.EditOutcome.committed), (204, .committed), (304, .committed),
    (409, .conflict), (412, .conflict), (400, .rejected), (422, .rejected), (428, .rejected),
    (500, .failed), (507, .failed),
  ])
  func outcomesOfEdits(status: Int, outcome: RequestMetrics.EditOutcome) {
    #expect(RequestMetrics.EditOutcome(status: status) == outcome)
  }
}
