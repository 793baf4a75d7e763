// SPDX-License-Identifier: Apache-2.0

/// Something that happened in a gallery, at an exact time.
public enum GalleryEvent: Hashable, Sendable {
  /// Another page became the active one. `nil` means that there is none.
  case activeChanged(from: PageID?, to: PageID?, at: Duration)

  /// A call carried the time `found`, earlier than the call before it; it was taken to happen at
  /// `at`.
  case clockWentBackwards(found: Duration, at: Duration)

  /// Pages that will be needed soon, the most urgent one first.
  case prefetch([PageID], at: Duration)

  /// Pages that were announced and are no longer needed soon, in the order of
  /// their announcement.
  case cancelPrefetch([PageID], at: Duration)
}
