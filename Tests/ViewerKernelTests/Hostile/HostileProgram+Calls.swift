// SPDX-License-Identifier: Apache-2.0

import ViewerKernel

extension HostileProgram {
  /// Every function of the kernel, with arguments of a program.
  static let calls: [@Sendable (Kernel, inout HostileProgram) -> Double] = [
    { kernel, _ in kernel.checksumReset() },
    { $0.checksumAddFrame($1.handle, $1.now) },
    { kernel, _ in kernel.checksumAddRecords() },
    { $0.checksumAddNumber($1.small) },
    { kernel, _ in kernel.checksumHigh() },
    { kernel, _ in kernel.checksumLow() },
    { $0.drawerTap($1.handle, $1.now) },
    { $0.drawerBeginDrag($1.handle, $1.now) },
    { $0.drawerDrag($1.handle, $1.small, $1.now) },
    { $0.drawerEndDrag($1.handle, $1.small, $1.now) },
    { $0.drawerCancelDrag($1.handle, $1.now) },
    { $0.drawerLock($1.handle, $1.small, $1.now) },
    { $0.drawerUnlock($1.handle, $1.small, $1.now) },
    { $0.drawerOpen($1.small, $1.small, $1.small, $1.small, $1.small, $1.small, $1.small, $1.now) },
    { $0.drawerRelease($1.handle) },
    { $0.drawerSetMode($1.handle, $1.small, $1.now) },
    { $0.drawerSetHeight($1.handle, $1.small, $1.small, $1.small, $1.now) },
    { $0.drawerSetViewport($1.handle, $1.small, $1.small, $1.now) },
    { $0.drawerAdvance($1.handle, $1.now) },
    { code($0.drawerFrame($1.handle, $1.now)) },
    { $0.drawerNextBoundary($1.handle) },
    { $0.galleryDelete($1.handle, $1.small, $1.now) },
    { $0.galleryDeleteActive($1.handle, $1.now) },
    { $0.galleryInsert($1.handle, $1.small, $1.small, $1.small, $1.small, $1.small, $1.now) },
    { $0.galleryMove($1.handle, $1.small, $1.small, $1.small, $1.now) },
    { $0.galleryReplace($1.handle, $1.small, $1.small, $1.now) },
    { $0.galleryRotate($1.handle, $1.small, $1.small, $1.now) },
    { $0.galleryEnqueue($1.handle, $1.small, $1.now) },
    { $0.galleryCancel($1.handle, $1.small, $1.now) },
    { $0.galleryAdvance($1.handle, $1.now) },
    { code($0.galleryFrame($1.handle, $1.now)) },
    { $0.galleryNextBoundary($1.handle) },
    { $0.galleryPageCount($1.handle) },
    { $0.galleryPageAt($1.handle, $1.small) },
    { $0.galleryIndexOf($1.handle, $1.small) },
    { $0.galleryLogicalCount($1.handle) },
    { $0.galleryLogicalPageAt($1.handle, $1.small) },
    { $0.galleryLogicalIndexOf($1.handle, $1.small) },
    { $0.galleryRatioOf($1.handle, $1.small) },
    { $0.galleryContentVersionOf($1.handle, $1.small) },
    { $0.galleryHitTest($1.handle, $1.small, $1.small, $1.small, $1.now) },
    { $0.galleryPages($1.handle) },
    { $0.galleryBeginDrag($1.handle, $1.small, $1.now) },
    { $0.galleryDrag($1.handle, $1.small, $1.now) },
    { $0.galleryEndDrag($1.handle, $1.small, $1.now) },
    { $0.galleryCancelDrag($1.handle, $1.now) },
    { $0.galleryTap($1.handle, $1.small, $1.small, $1.now) },
    { $0.galleryGoTo($1.handle, $1.small, $1.small, $1.now) },
    { $0.gallerySetViewport($1.handle, $1.small, $1.small, $1.small, $1.small, $1.now) },
    { $0.gallerySetRatio($1.handle, $1.small, $1.small, $1.now) },
    { $0.gallerySetReducedMotion($1.handle, $1.small, $1.now) },
    { $0.galleryOpen($1.small) },
    { $0.galleryClose($1.handle, $1.now) },
    { $0.galleryRelease($1.handle) },
    { $0.galleryReceipt($1.handle, $1.small, $1.small, $1.small, $1.now) },
    { $0.galleryConflict($1.handle, $1.small, $1.small, $1.small, $1.small, $1.now) },
    { $0.galleryKnownPages($1.handle, $1.small, $1.small, $1.small, $1.now) },
    { $0.galleryKnownVersion($1.handle, $1.small, $1.small, $1.now) },
    { $0.galleryChange($1.handle, $1.small, $1.small, $1.now) },
    { $0.galleryEndChanges($1.handle, $1.small, $1.now) },
    { $0.galleryFailure($1.handle, $1.small, $1.small, $1.now) },
    { $0.galleryGone($1.handle, $1.small, $1.now) },
    { $0.galleryNoteGone($1.handle, $1.now) },
    { code($0.reserve(filled: $1.small)) },
    { kernel, _ in code(kernel.recordsAddress()) },
    { kernel, _ in code(kernel.listsAddress()) },
    { $0.trackerOpen($1.small, $1.small, $1.small, $1.small, $1.small, $1.now) },
    { $0.trackerRelease($1.handle) },
    { $0.trackerSample($1.handle, $1.small, $1.now) },
    { $0.trackerReset($1.handle, $1.small, $1.now) },
    { code($0.trackerAppearances($1.handle, $1.small, $1.now)) },
    { $0.trackerAdvance($1.handle, $1.now) },
    { $0.trackerNextBoundary($1.handle) },
    { $0.zoomDoubleTap($1.handle, $1.small, $1.small, $1.now) },
    { $0.zoomBeginPinch($1.handle, $1.small, $1.small, $1.now) },
    { $0.zoomPinch($1.handle, $1.small, $1.small, $1.small, $1.now) },
    { $0.zoomEndPinch($1.handle, $1.now) },
    { $0.zoomBeginDrag($1.handle, $1.now) },
    { $0.zoomDrag($1.handle, $1.small, $1.small, $1.now) },
    { $0.zoomEndDrag($1.handle, $1.small, $1.small, $1.now) },
    { $0.zoomCancelDrag($1.handle, $1.now) },
    { $0.zoomOpen($1.small, $1.small, $1.small, $1.small, $1.small, $1.small, $1.now) },
    { $0.zoomRelease($1.handle) },
    { $0.zoomShow($1.handle, $1.small, $1.small, $1.now) },
    { $0.zoomSetViewport($1.handle, $1.small, $1.small, $1.now) },
    { $0.zoomAdvance($1.handle, $1.now) },
    { code($0.zoomFrame($1.handle, $1.now)) },
    { $0.zoomNextBoundary($1.handle) },
  ]
}

/// Returns the code of a call whose result is an address, 0 without a code.
private func code(_ result: Double) -> Double { min(result, 0) }

extension Kernel {
  /// Makes room for a list, and fills it, because its contents are undefined.
  fileprivate func reserve(filled count: Double) -> Double {
    let result = inputReserve(count)
    if result > 0 { write(Array(repeating: 1, count: Int(count))) }
    return result
  }
}
