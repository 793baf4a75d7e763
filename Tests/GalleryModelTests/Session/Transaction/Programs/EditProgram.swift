// SPDX-License-Identifier: Apache-2.0

import GalleryTestSupport

@testable import GalleryModel

/// A gallery whose pages change, and a host with arbitrary answers.
struct EditProgram: Equatable {
  var gallery = GallerySetup()
  var steps: [Step] = []

  /// The answers of the host, repeated cyclically.
  var answers: [Answer] = []

  struct Step: Equatable {
    var wait: Program.Wait
    var call: Call
  }

  enum Call: Equatable {
    case gallery(Program.Call)
    case enqueue(UpdateRequest)
    case deleteActive
    /// Cancels a request, counted from the last one.
    case cancel(back: Int)
    case drain
    case discard
    /// The host reports unexpected pages.
    case lose(Loss)
  }

  /// An answer of the host, and its delay in steps.
  struct Answer: Equatable {
    enum Kind: Equatable {
      case success
      case failure
      case loss(Loss)
    }

    var kind: Kind
    var delay: Int

    static let success = Answer(kind: .success, delay: 0)
  }

  /// A deviation of the pages of a host from the expected ones.
  enum Loss: Equatable, CaseIterable {
    case reversed, withoutFirst, withoutLast, empty, longer
  }

  func answer(_ number: Int) -> Answer {
    answers.isEmpty ? .success : answers[number % answers.count]
  }
}

extension EditProgram.Loss {
  /// - Parameters:
  ///   - pages: The pages of the host.
  ///   - id: An unused identifier.
  func apply(to pages: inout [Page], newID id: UInt64) {
    switch self {
    case .reversed: pages.reverse()
    case .withoutFirst: pages = Array(pages.dropFirst())
    case .withoutLast: pages = Array(pages.dropLast())
    case .empty: pages = []
    case .longer: pages.insert(Page(id: PageID(id)), at: pages.count / 2)
    }
  }
}

// MARK: - Shrinking

extension EditProgram {
  /// Simpler programs: fewer steps, default answers, a simpler gallery, simpler steps.
  var shrinks: [EditProgram] {
    let skeleton = Program(
      gallery: gallery, steps: steps.map { Program.Step(wait: $0.wait, call: .advance) })
    var programs = shorter
    if !answers.isEmpty { programs.append(Self(gallery: gallery, steps: steps)) }
    programs += answers.shrinks.map { Self(gallery: gallery, steps: steps, answers: $0) }
    for simpler in skeleton.shrinks where simpler.steps.count == steps.count {
      var copy = self
      copy.gallery = simpler.gallery
      for index in steps.indices { copy.steps[index].wait = simpler.steps[index].wait }
      programs.append(copy)
    }
    for index in steps.indices {
      programs += steps[index].call.shrinks.map { call in
        var copy = self
        copy.steps[index].call = call
        return copy
      }
    }
    return programs
  }

  private var shorter: [EditProgram] {
    var programs: [EditProgram] = []
    var length = max(1, steps.count / 2)
    while length > 0, !steps.isEmpty {
      for start in stride(from: 0, to: steps.count, by: length) {
        var copy = self
        copy.steps.removeSubrange(start..<min(start + length, steps.count))
        programs.append(copy)
      }
      length /= 2
    }
    return programs
  }
}

extension EditProgram.Call {
  fileprivate var shrinks: [Self] {
    switch self {
    case .enqueue(.batch(let edits)):
      edits.shrinks.map { .enqueue(.batch($0)) } + edits.prefix(1).map { .enqueue(.edit($0)) }
    case .gallery(let call):
      Program(steps: [Program.Step(wait: .nanoseconds(0), call: call)]).shrinks
        .filter { $0.steps.count == 1 && $0.gallery == GallerySetup() }
        .map { .gallery($0.steps[0].call) }
    case .enqueue, .deleteActive, .cancel, .drain, .discard, .lose: []
    }
  }
}
