// SPDX-License-Identifier: Apache-2.0

import ViewerKernel

extension TwinProgram {
  mutating func perform(_ operation: Int, _ writer: Int) -> Double {
    let handle = writers[writer].handle
    switch operation {
    case ...17: return gesture(operation, writer)
    case ...29:
      let ticket = edit(operation, writer)
      if ticket > 0 { writers[writer].lastTicket = ticket }
      return ticket
    case 30:
      let (surface, x, y) = (next(2), next(400), next(100))
      return kernel.galleryHitTest(handle, surface, x, y, time)
    case ...33: return changeSource(operation)
    case ...43: return answer(writer)
    case ...49: return deliver(writer)
    case 50:
      let stream = writers[writer].stream
      writers[writer].stream = 0
      return kernel.galleryFailure(handle, stream, 5, time)
    case ...53: return useZoom(operation)
    case 54: return useDrawer()
    case 55: return useTracker()
    default:
      time += next(400) * 1_000_000
      return kernel.galleryNextBoundary(handle)
    }
  }

  /// Returns the ID of a random page of a gallery.
  private mutating func page(_ writer: Int) -> Double {
    let handle = writers[writer].handle
    let count = kernel.galleryPageCount(handle)
    return count == 0 ? 0 : kernel.galleryPageAt(handle, next(count))
  }

  /// Returns the ID of a random page of those that a gallery has after all pending edits.
  private mutating func logicalPage(_ writer: Int) -> Double {
    let handle = writers[writer].handle
    let count = kernel.galleryLogicalCount(handle)
    return count == 0 ? 0 : kernel.galleryLogicalPageAt(handle, next(count))
  }

  mutating func ratio() -> Double {
    let number = next(20)
    return number == 0 ? .nan : number / 8
  }

  private mutating func gesture(_ operation: Int, _ writer: Int) -> Double {
    let handle = writers[writer].handle
    switch operation {
    case 0: return kernel.galleryBeginDrag(handle, next(2), time)
    case ...9: return kernel.galleryDrag(handle, (next(8001) - 4000) / 8, time)
    case ...11: return kernel.galleryEndDrag(handle, next(8001) - 4000, time)
    case 12: return kernel.galleryCancelDrag(handle, time)
    case 13:
      let (x, y) = (next(400), next(80))
      return kernel.galleryTap(handle, x, y, time)
    case 14:
      let page = page(writer)
      return kernel.galleryGoTo(handle, page, next(2), time)
    case 15:
      let (width, height) = (200 + next(1000), next(800))
      return kernel.gallerySetViewport(handle, width, height, width, 40 + next(60), time)
    case 16:
      let page = page(writer)
      return kernel.gallerySetRatio(handle, page, ratio(), time)
    default: return kernel.gallerySetReducedMotion(handle, next(8) == 0 ? 1 : 0, time)
    }
  }

  private mutating func edit(_ operation: Int, _ writer: Int) -> Double {
    let handle = writers[writer].handle
    let count = kernel.galleryPageCount(handle)
    if operation == 20 { return kernel.galleryDeleteActive(handle, time) }
    // The documents neither grow nor shrink in the long run.
    if operation <= 19 || operation <= 23 && count >= 40 {
      return kernel.galleryDelete(handle, page(writer), time)
    }
    switch operation {
    case ...23:
      let (ratio, index) = (ratio(), next(count + 1))
      pageCount += 1
      return kernel.galleryInsert(handle, pageCount, ratio, 0, index, next(2), time)
    case 24:
      let page = page(writer)
      return kernel.galleryMove(handle, page, next(max(count, 1)), 0, time)
    case 25:
      let (page, other) = (logicalPage(writer), logicalPage(writer))
      return kernel.galleryMove(
        handle, page, kernel.galleryLogicalIndexOf(handle, other), 2, time)
    case 26:
      let page = page(writer)
      return kernel.galleryReplace(handle, page, ratio(), time)
    case 27:
      let page = page(writer)
      return kernel.galleryRotate(handle, page, next(7) - 3, time)
    case 28: return kernel.galleryCancel(handle, writers[writer].lastTicket, time)
    default: return editTwice(writer, count)
    }
  }

  private mutating func editTwice(_ writer: Int, _ count: Double) -> Double {
    pageCount += 1
    var edits = [1, page(writer), .nan, 0, 0, 0]
    let ratio = ratio()
    edits += [2, pageCount, ratio, 0, next(count + 1), 2]
    kernel.write(edits)
    return kernel.galleryEnqueue(writers[writer].handle, 2, time)
  }
}
