// SPDX-License-Identifier: Apache-2.0

import GalleryTestSupport
import Testing

@testable import GalleryModel

extension EditProgram {
  /// A random program: calls of a gallery, and edits between them.
  static func random(calls: Int, using generator: inout SeededGenerator) -> EditProgram {
    let largest = generator.chance(0.03) ? 100 : 12
    let plain = Program.random(calls: calls, largest: largest, using: &generator)
    let share = Double.random(in: 0.2...0.7, using: &generator)
    var program = EditProgram(gallery: plain.gallery)
    program.gallery.configuration.updates = .random(using: &generator)
    for step in plain.steps.prefix(calls) {
      guard generator.chance(share) else {
        program.steps.append(Step(wait: step.wait, call: .gallery(step.call)))
        continue
      }
      let wait = generator.chance(0.4) ? Program.Wait.nanoseconds(0) : step.wait
      program.steps.append(
        Step(wait: wait, call: .random(plain.gallery.count, using: &generator)))
    }
    let isFriendly = generator.chance(0.3)
    program.answers = (0..<5).map { _ in .random(isFriendly: isFriendly, using: &generator) }
    return program
  }
}

extension EditProgram.Call {
  fileprivate static func random(_ count: Int, using generator: inout SeededGenerator) -> Self {
    switch Int.random(in: 0..<100, using: &generator) {
    case ..<70: .enqueue(.random(count, using: &generator))
    case ..<82: .deleteActive
    case ..<93: .cancel(back: Int.random(in: 0...3, using: &generator))
    case ..<96: .drain
    case ..<98: .discard
    default: .lose(.random(using: &generator))
    }
  }
}

extension EditProgram.Loss {
  fileprivate static func random(using generator: inout SeededGenerator) -> Self {
    allCases.randomElement(using: &generator) ?? .empty
  }
}

extension EditProgram.Answer {
  fileprivate static func random(
    isFriendly: Bool, using generator: inout SeededGenerator
  ) -> Self {
    guard !isFriendly else { return .success }
    let kind: Kind =
      switch Int.random(in: 0..<20, using: &generator) {
      case ..<13: .success
      case ..<19: .failure
      default: .loss(.random(using: &generator))
      }
    let isLate = generator.chance(0.3)
    return Self(kind: kind, delay: isLate ? .random(in: 1...6, using: &generator) : 0)
  }
}

extension UpdateConfiguration {
  fileprivate static func random(using generator: inout SeededGenerator) -> Self {
    let isSmall = generator.chance(0.2)
    return UpdateConfiguration(
      policy: generator.chance(0.75) ? .coalesce : .serial, softLimit: isSmall ? 2 : 16,
      hardLimit: isSmall ? 4 : 1024)
  }
}

extension UpdateRequest {
  static func random(_ count: Int, using generator: inout SeededGenerator) -> Self {
    guard generator.chance(0.2) else { return .edit(.random(count, using: &generator)) }
    let isBulk = generator.chance(0.05)
    let length = isBulk ? 70 : Int.random(in: 0...4, using: &generator)
    return .batch((0..<length).map { _ in .random(count, using: &generator) })
  }
}

extension PageEdit {
  fileprivate static func random(_ count: Int, using generator: inout SeededGenerator) -> Self {
    let reach = generator.chance(0.95) ? 0...max(0, count) : -1...count + 3
    let space: IndexSpace = generator.chance(0.6) ? .presented : .logical
    let newID = PageID(UInt64.random(in: 1000...1040, using: &generator))
    let oldID = GallerySetup.id(ofPageAt: Int.random(in: 0...count, using: &generator))
    let address: PageAddress =
      generator.chance(0.4)
      ? .id(generator.chance(0.3) ? newID : oldID)
      : .index(Int.random(in: reach, using: &generator), in: space)
    let index = Int.random(in: reach, using: &generator)
    let ratio = Double.random(in: 0.2...4, using: &generator)
    let size = generator.chance(0.2) ? nil : try? PageShape(aspectRatio: ratio)
    switch Int.random(in: 0..<20, using: &generator) {
    case ..<6: return .delete(address)
    case ..<12:
      return .insert(
        Page(id: newID, size: size), at: index, in: space,
        focus: generator.chance(0.2) ? .inserted : .keep)
    case ..<17: return .move(address, to: index, in: space)
    default: return .replace(address, with: size)
    }
  }
}

/// Checks a property of random programs with edits.
///
/// The message of a failure contains the seed and the simplified program.
func checkEditPrograms(
  seed: UInt64, share: Double, calls: Int = 40,
  sourceLocation: SourceLocation = #_sourceLocation, _ check: (EditProgram) throws -> String?
) {
  let found = firstCounterexample(
    seed: seed &+ TestEnvironment.randomSeed,
    runs: RandomBudget.programs(share: share, calls: calls),
    generate: { EditProgram.random(calls: calls, using: &$0) }, shrink: \.shrinks, check: check)
  guard let found else { return }
  let steps = found.shrunk.steps.map { "\($0.wait) \($0.call)" }.joined(separator: "\n")
  let text = "\(found.reason) (seed \(found.seed))\n\(found.shrunk.gallery)\n\(steps)"
  Issue.record(
    Comment(rawValue: "\(text)\n\(found.shrunk.answers)"), sourceLocation: sourceLocation)
}
