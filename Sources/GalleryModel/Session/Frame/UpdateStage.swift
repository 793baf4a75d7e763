// SPDX-License-Identifier: Apache-2.0

/// How far an animated change of the pages has come.
public enum UpdateStage: String, Hashable, Sendable, CaseIterable {
  /// Nothing is being changed.
  case none

  /// Pages that go away shrink.
  case collapse

  /// Gaps close and open.
  case close

  /// The host has been asked to change its data and has not answered yet.
  case waiting

  /// New pages grow.
  case grow

  /// A change that failed or was cancelled is taken back.
  case rollback
}

#if !hasFeature(Embedded)
  extension UpdateStage: Codable {}
#endif
