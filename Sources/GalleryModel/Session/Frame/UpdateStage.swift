// SPDX-License-Identifier: Apache-2.0

/// The stage of an animated change of the pages.
public enum UpdateStage: String, Hashable, Sendable, CaseIterable {
  /// No change is running.
  case none

  /// Deleted pages shrink.
  case collapse

  /// Gaps close and open.
  case close

  /// The host has been asked to change its data and has not answered yet.
  case waiting

  /// New pages grow.
  case grow

  /// A change that failed or was cancelled is rolled back.
  case rollback
}

#if !hasFeature(Embedded)
  extension UpdateStage: Codable {}
#endif
