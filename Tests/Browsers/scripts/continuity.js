// SPDX-License-Identifier: Apache-2.0
// Random edits of two users in the kernel: nothing that is displayed may jump when an edit, an answer or a change arrives.

/** Random numbers that are the same in each engine. */
export class Random {
  constructor(seed) { this.state = seed; }
  below(count) {
    this.state = Math.imul(this.state, 1664525) + 1013904223 >>> 0;
    return Math.floor(this.state / 2 ** 32 * count);
  }
}

/** The owner of the pages, which two users change. */
class Source {
  constructor(count) {
    this.pages = Array.from({ length: count }, (_, index) => ({ id: index + 1, aspectRatio: [0.707, 1.414, 1][index % 3] }));
    this.revision = 1;
    this.changes = [];
    this.lastID = count;
  }

  apply({ deletions = [], insertions = [], moves = [] }) {
    const gone = new Set([...deletions, ...moves.map(({ from }) => from)]);
    const placed = [
      ...insertions.map(({ at, page }) => ({ at, page })),
      ...moves.map(({ from, to }) => ({ at: to, page: this.pages[from] }))].sort((a, b) => a.at - b.at);
    this.pages = this.pages.filter((_, index) => !gone.has(index));
    for (const { at, page } of placed) this.pages.splice(at, 0, page);
    this.revision += 1;
    const change = { revision: this.revision, deletions, insertions, moves, replacements: [] };
    this.changes.push(change);
    return change;
  }

  /** A change by the other user. */
  foreign(random) {
    const { length } = this.pages;
    const kind = length < 3 ? 1 : random.below(3);
    if (kind === 0) return this.apply({ deletions: [random.below(length)] });
    if (kind === 2) return this.apply({ moves: [{ from: random.below(length), to: random.below(length) }] });
    this.lastID += 1;
    return this.apply({ insertions: [{ at: random.below(length + 1), page: { id: this.lastID, aspectRatio: 0.707 } }] });
  }

  since(revision) { return this.changes.slice(this.changes.length - (this.revision - revision)); }
}

/** One run: a gallery, its source, and the largest jump so far in widths of the preview. */
export class Run {
  constructor(kernel, seed) {
    this.random = new Random(seed);
    this.source = new Source(30);
    this.time = 0;
    this.stream = null;
    this.answers = [];
    /** The largest jump of each kind on each surface, and where it was found. */
    this.worst = new Map();
    this.hasTurned = false;
    this.gallery = kernel.openGallery({
      ids: this.source.pages.map(({ id }) => id), ratios: this.source.pages.map(({ aspectRatio }) => aspectRatio), revision: 1,
      activeIndex: this.random.below(30), preview: { width: 400, height: 600 }, strip: { width: 400, height: 66 } });
    this.settle();
  }

  settle() {
    for (;;) {
      const records = this.gallery.advance(this.time);
      if (records.length === 0) return;
      for (const record of records) {
        this.note(record);
        this.handle(record);
      }
    }
  }

  /** While the strip is scrubbed, the preview turns to each page that becomes active, without motion. */
  note(record) { if (record.type === "activeChanged") this.hasTurned = true; }

  handle(record) {
    const { number } = record;
    const later = (answer) => this.answers.push({ due: this.time + 1e6 * this.random.below(250), answer });
    switch (record.type) {
      case "changesRequest":
        this.stream = number;
        return this.source.since(record.after).forEach((change) => later(() => this.tell(change)));
      case "stopChanges": this.stream = null; return undefined;
      case "pagesRequest": return later(() => this.gallery.knownPages(number, this.columns(), this.time));
      case "versionRequest": return later(() => this.gallery.knownVersion(number, this.source.revision, this.time));
      case "applyRequest": return later(() => this.answer(number, record.change));
      default: return undefined;
    }
  }

  columns() {
    const { pages, revision } = this.source;
    return { revision, ids: pages.map(({ id }) => id), aspectRatios: pages.map(({ aspectRatio }) => aspectRatio) };
  }

  tell(change) { if (this.stream !== null) this.gallery.change(this.stream, change, this.time); }

  answer(number, change) {
    const { source } = this;
    if (change.revision !== source.revision) {
      return this.gallery.conflict(number, source.revision, source.since(change.revision), this.time);
    }
    const made = source.apply({
      deletions: [...change.deletions], moves: change.moves, insertions: change.insertions.map(({ at, page }) => ({ at, page })) });
    this.gallery.receipt(number, { revision: source.revision, pageCount: source.pages.length }, this.time);
    this.tell(made);
    return undefined;
  }

  /** The boxes of the pages that can be seen, by surface and page. */
  boxes() {
    const frame = this.gallery.frame(this.time);
    const boxes = new Map();
    for (const [surface, cells] of [["preview", frame.preview], ["strip", frame.strip]]) {
      for (let number = 0; number < cells.length; number += 1) {
        const { id, x, y, width, height, alpha } = cells[number];
        if (alpha > 0 && x + width / 2 > 0 && x - width / 2 < 400) boxes.set(`${surface} ${id}`, [x, y, width, height]);
      }
    }
    return boxes;
  }

  compare(before, what) {
    for (const [key, box] of this.boxes()) {
      const old = before.get(key);
      if (!old || this.hasTurned && key.startsWith("preview")) continue;
      const distance = Math.max(...box.map((value, part) => Math.abs(value - old[part]))) / 400;
      const kind = `${what} ${key.split(" ")[0]}`;
      if (distance > (this.worst.get(kind)?.distance ?? -1)) {
        this.worst.set(kind, { distance, found: `${key} at ${this.time} from ${old} to ${box}` });
      }
    }
  }

  /** Lets time pass over the boundaries, each of which must change nothing by itself. */
  pass(duration) {
    const end = this.time + duration;
    for (;;) {
      const boundary = this.gallery.nextBoundary();
      const due = this.answers.reduce((first, each) => Math.min(first, each.due), Infinity);
      const next = Math.min(boundary ?? Infinity, due, end);
      this.time = Math.max(this.time, next - 1);
      this.settle();
      const before = this.boxes();
      this.hasTurned = false;
      this.time = Math.max(this.time, next);
      this.settle();
      this.compare(before, "boundary");
      this.deliver();
      if (next >= end) return;
    }
  }

  deliver() {
    const due = this.answers.filter((each) => each.due <= this.time);
    this.answers = this.answers.filter((each) => each.due > this.time);
    for (const { answer } of due) this.at("answer", answer);
  }

  /** Does something, and compares what is displayed at the same time before and after it. */
  at(what, action) {
    const before = this.boxes();
    this.hasTurned = false;
    action();
    this.settle();
    this.compare(before, what);
  }

  step() {
    const { gallery, random } = this;
    this.pass(1e6 * random.below(120));
    const page = gallery.pageAt(random.below(Math.max(1, gallery.count)));
    switch (random.below(7)) {
      case 0: case 1: return this.at("foreign change", () => this.tell(this.source.foreign(random)));
      case 2: return this.at("deletion", () => gallery.deleteActive(this.time));
      case 3: return page !== null && this.at("move", () => gallery.move(page, random.below(gallery.count), this.time));
      case 4: return page !== null && this.at("jump", () => gallery.goTo(page, true, this.time));
      case 5: return this.fling();
      default: return this.pass(1e6 * random.below(600));
    }
  }

  fling() {
    this.at("begin", () => this.gallery.beginDrag(this.random.below(2) ? "strip" : "preview", this.time));
    for (let step = 1; step < 5; step += 1) {
      this.pass(16e6);
      this.gallery.drag(-step * 20, this.time);
      this.settle();
    }
    this.at("end", () => this.gallery.endDrag(-400 + this.random.below(800), this.time));
  }

  /** Whether the gallery shows the pages of the source in the end. */
  finish() {
    for (let round = 0; round < 200; round += 1) this.pass(200e6);
    return JSON.stringify([...this.gallery.pages().ids]) === JSON.stringify(this.source.pages.map(({ id }) => id));
  }
}

/** Runs histories, and returns the largest jumps by kind and the number of galleries that show other pages than their source. */
export function histories(kernel, count, steps) {
  const worst = {};
  let wrong = 0;
  for (let seed = 1; seed <= count; seed += 1) {
    const run = new Run(kernel, seed);
    for (let step = 0; step < steps; step += 1) run.step();
    if (!run.finish()) wrong += 1;
    for (const [what, { distance, found }] of run.worst) {
      if (distance > (worst[what]?.distance ?? -1)) worst[what] = { distance, found: `history ${seed}: ${found}` };
    }
    run.gallery.close(run.time);
    run.gallery.release();
  }
  return { worst, wrong };
}
