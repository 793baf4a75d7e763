// SPDX-License-Identifier: Apache-2.0

/// A program that prints the cost of each stage of a thumbnail.
///
/// Another format adds its stages here.
@main
enum ImagingBenchmarks {
  private static let rounds = 31

  static func main() throws {
    try StageTable.run(try JPEGStages.stages(), rounds: rounds)
    try StageTable.run(try ProgressiveStages.stages(), rounds: rounds)
    try StageTable.run(try PNGStages.stages(), rounds: rounds)
    try StageTable.run(try BilevelStages.stages(), rounds: rounds)
  }
}
