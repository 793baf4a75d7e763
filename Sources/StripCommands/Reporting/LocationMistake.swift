// SPDX-License-Identifier: Apache-2.0

/// A mistake in a list of locations, as one sentence.
struct LocationMistake: Error, Hashable {
  let sentence: String

  init(_ sentence: String) { self.sentence = sentence }
}
