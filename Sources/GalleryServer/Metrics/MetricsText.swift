// SPDX-License-Identifier: Apache-2.0

/// Metrics in the text format of Prometheus, version 0.0.4.
///
/// https://prometheus.io/docs/instrumenting/exposition_formats/
struct MetricsText {
  /// The media type.
  static let mediaType = "text/plain; version=0.0.4; charset=utf-8"

  /// A name and a value that distinguish the samples of a metric.
  typealias Label = (name: String, value: String)

  private(set) var text = ""

  /// Adds a metric that only grows.
  mutating func counter(_ name: String, _ help: String, _ samples: [([Label], Double)]) {
    metric(name, help, "counter", samples)
  }

  /// Adds a metric that grows and shrinks.
  mutating func gauge(_ name: String, _ help: String, _ samples: [([Label], Double)]) {
    metric(name, help, "gauge", samples)
  }

  /// Adds a metric that grows and shrinks and has one sample.
  mutating func gauge(_ name: String, _ help: String, _ value: Int) {
    gauge(name, help, [([], Double(value))])
  }

  /// Adds a metric that only grows and has one sample.
  mutating func counter(_ name: String, _ help: String, _ value: Int) {
    counter(name, help, [([], Double(value))])
  }

  /// Adds histograms of durations.
  mutating func histogram(_ name: String, _ help: String, _ all: [([Label], Histogram)]) {
    begin(name, help, "histogram")
    for (labels, histogram) in all {
      var count = 0
      for (bound, number) in zip(Histogram.bounds.map(Self.number) + ["+Inf"], histogram.counts) {
        count += number
        sample(name + "_bucket", labels + [("le", bound)], Double(count))
      }
      sample(name + "_sum", labels, histogram.sum)
      sample(name + "_count", labels, Double(count))
    }
  }

  private mutating func metric(
    _ name: String, _ help: String, _ type: String, _ samples: [([Label], Double)]
  ) {
    begin(name, help, type)
    for (labels, value) in samples { sample(name, labels, value) }
  }

  private mutating func begin(_ name: String, _ help: String, _ type: String) {
    text += "# HELP \(name) \(help)\n# TYPE \(name) \(type)\n"
  }

  private mutating func sample(_ name: String, _ labels: [Label], _ value: Double) {
    text += name
    if !labels.isEmpty {
      let pairs = labels.map { "\($0.name)=\"\(Self.escaped($0.value))\"" }
      text += "{" + pairs.joined(separator: ",") + "}"
    }
    text += " " + Self.number(value) + "\n"
  }

  private static func escaped(_ text: String) -> String {
    String(
      text.flatMap { character in
        switch character {
        case "\\": "\\\\"
        case "\"": "\\\""
        case "\n": "\\n"
        default: String(character)
        }
      })
  }

  private static func number(_ value: Double) -> String {
    value.rounded() == value && value.magnitude < 1e15 ? String(Int(value)) : "\(value)"
  }
}
