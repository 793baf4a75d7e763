// SPDX-License-Identifier: Apache-2.0

/// The kind of a record.
package enum RecordKind: Int, Hashable, Sendable, CaseIterable {
  case activeChanged = 1
  case clockWentBackwards = 2
  case commitRequested = 3
  case committed = 4
  case completed = 5
  case sourceInconsistent = 6
  case prefetch = 7
  case cancelPrefetch = 8
  case pagesEdited = 9
  case pageReshaped = 10
  case pagesReset = 11
  case applyRequest = 12
  case rotateRequest = 13
  case pagesRequest = 14
  case versionRequest = 15
  case changesRequest = 16
  case stopChanges = 17
  case refused = 18
  case sourceLost = 19
  case sourceFound = 20
  case sourceGone = 21
  case zoomSettled = 31
  case drawerTransition = 41
  case drawerSettled = 42
  case drawerLockChanged = 43
  case appeared = 51
}
