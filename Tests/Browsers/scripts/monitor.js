// SPDX-License-Identifier: Apache-2.0
// Runs in a document before its own scripts: keeps what the gallery displays, frame by frame, and shifts of the layout.

(() => {
  const limit = 20000;
  const monitor = { samples: [], boxes: [], shifts: [], wantsBoxes: false, count: 0 };
  Object.defineProperty(globalThis, "galleryMonitor", { value: monitor });

  const copied = (cells) => cells.map(({ id, index, center, size, scale, alpha, contentRect }) => (
    { id, index, center: [...center], size: [...size], scale, alpha, contentRect: contentRect && [...contentRect] }));

  const boxesOf = (surface) => {
    const container = document.querySelector(`[data-surface="${surface}"]`);
    const origin = container.getBoundingClientRect();
    const found = [...container.querySelectorAll("[data-page]")].filter((each) => !each.hidden);
    return found.map((each) => {
      const box = each.getBoundingClientRect();
      return { id: Number(each.dataset.page), x: box.x - origin.x, y: box.y - origin.y, width: box.width, height: box.height };
    });
  };

  const take = (frame) => {
    monitor.count += 1;
    if (monitor.samples.length >= limit) return;
    const { number, time, position, focus, activePage, activeIndex, count, stage, isAnimating } = frame;
    monitor.samples.push({
      number, time, position, focus, activePage, activeIndex, count, stage, isAnimating, drawn: performance.now(),
      preview: copied(frame.preview), strip: copied(frame.strip) });
    if (monitor.wantsBoxes) monitor.boxes.push({ time, preview: boxesOf("preview"), strip: boxesOf("strip") });
  };

  // The gallery exists as soon as its document has been read.
  const attach = () => {
    if (!globalThis.pageGallery) return requestAnimationFrame(attach);
    globalThis.pageGallery.onFrame = take;
    take(globalThis.pageGallery.frame());
  };
  attach();

  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, startTime } of list.getEntries()) {
      if (!hadRecentInput) monitor.shifts.push({ value, startTime });
    }
  }).observe({ type: "layout-shift", buffered: true });
})();
