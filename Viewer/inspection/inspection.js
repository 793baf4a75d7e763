// SPDX-License-Identifier: Apache-2.0

/** What tests and bug reports may look at: `pageGallery`. It changes nothing. */

/** The numbers of a cell by the names of REPLAY. */
const previewCell = (/** @type {any} */ cell) => ({
  id: cell.id, index: cell.index, center: [cell.x, cell.y], size: [cell.width, cell.height], scale: cell.scale, alpha: cell.alpha,
  contentRect: [cell.contentX, cell.contentY, cell.contentWidth, cell.contentHeight], contentTranslation: cell.parallaxOffset, contentBlend: cell.contentBlend,
});
const stripCell = (/** @type {any} */ cell) => ({
  id: cell.id, index: cell.index, center: [cell.x, cell.y], size: [cell.width, cell.height], alpha: cell.alpha, expansion: cell.expansion,
});

/** @param {any} cells @param {(cell: any) => any} read */
function listOf(cells, read) {
  const list = [];
  for (let number = 0; number < cells.length; number += 1) list.push(read(cells[number]));
  return list;
}

/** A copy of a frame. @param {any} frame @param {number} number */
function copyOf(frame, number) {
  const { time, position, focus, activeIndex, activePage, count, isAnimating, stage } = frame;
  return { number, time, position, focus, activeIndex, activePage, count, isAnimating, stage, preview: listOf(frame.preview, previewCell), strip: listOf(frame.strip, stripCell) };
}

/** @param {{gallery: any, stage: any, sharing: any, clock: any, pictures: any, recorder: any}} parts */
export function inspect({ gallery, stage, sharing, clock, pictures, recorder }) {
  let number = 0;
  let drawnAt = clock.last;
  /** @type {((frame: any) => void) | null} */
  let onFrame = null;
  /** Called when the first page is drawn, once. @type {((value?: unknown) => void) | null} */
  let ready = null;
  const isReady = new Promise((resolve) => { ready = resolve; });
  const check = (/** @type {any} */ frame) => {
    if (!ready || !frame.isEmpty && !stage.preview.isPictureShown(frame.activePage)) return;
    ready();
    ready = null;
  };
  stage.onDrawn = (/** @type {any} */ frame) => {
    number += 1;
    drawnAt = frame.time;
    check(frame);
    onFrame?.(copyOf(frame, number));
  };
  check(gallery.frame(drawnAt));
  /** @type {any} */ (globalThis).pageGallery = Object.freeze({
    pages: () => Array.from(gallery.pages().ids),
    get revision() { return gallery.frame(clock.last).revision; },
    get pending() { return gallery.frame(clock.last).openEditCount; },
    get isLive() { return sharing.isLive; },
    get elementCount() { return stage.preview.elementCount + stage.strip.elementCount; },
    get decodedByteCount() { return pictures.cost; },
    frame: () => copyOf(gallery.frame(drawnAt), number),
    script: () => recorder?.text() ?? null,
    isReady,
    get onFrame() { return onFrame; },
    set onFrame(value) { onFrame = value; },
  });
}
