// SPDX-License-Identifier: Apache-2.0

import { TwinSource } from "./twin-source.js";

/** @typedef {import("../../kernel/memory.js").KernelMemory} KernelMemory */

/** A gallery of the program, and its messages that are under way. */
class TwinWriter {
  handle = 0;
  lastTicket = 1;
  /** @type {{ kind: number, fields: number[], list: number[] }[]} */
  requests = [];
  /** The number of the request for changes, 0 without one. */
  stream = 0;
  /** The version of the last delivered change. */
  delivered = 0;
}

/**
 * Random calls of two galleries of one source, and of the companions. The Swift twin
 * (`Tests/ViewerKernelTests/Twin/TwinProgram.swift`) draws the same numbers in the same order.
 */
export class TwinProgram {
  #memory;
  #call;
  #state;
  #time = 0;
  #pageCount = 1000;
  #source = new TwinSource(12);
  #writers = [new TwinWriter(), new TwinWriter()];
  #zoom;
  #drawer;
  #tracker;

  /** @param {KernelMemory} memory @param {number} seed Not 0. */
  constructor(memory, seed) {
    this.#memory = memory;
    this.#call = memory.functions;
    this.#state = seed >>> 0;
    this.#call.checksumReset();
    for (const writer of this.#writers) this.#open(writer);
    this.#zoom = this.#call.zoomOpen(375, 600, NaN, NaN, NaN, NaN, 0);
    this.#drawer = this.#call.drawerOpen(375, 600, NaN, NaN, NaN, NaN, NaN, 0);
    this.#tracker = this.#call.trackerOpen(NaN, NaN, 5_000_000, NaN, NaN, 0);
  }

  get checksum() {
    return [this.#call.checksumHigh(), this.#call.checksumLow()]
      .map((half) => half.toString(16).padStart(8, "0"))
      .join("");
  }

  /** Makes one random call, and adds all that follows from it to the checksum. */
  step() {
    this.#time += this.#next(40) * 1_000_000 + this.#next(1000);
    const writer = this.#writers[this.#next(2)];
    this.#add(this.#perform(this.#next(64), writer));
    this.#settle(writer);
  }

  /** Returns a random number below a count: Marsaglia's xorshift of 32 bits. @param {number} count */
  #next(count) {
    let state = this.#state;
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    this.#state = state >>> 0;
    return Math.floor((this.#state * count) / 4_294_967_296);
  }

  /** @param {number} number */
  #add(number) {
    this.#call.checksumAddNumber(number);
  }

  /** @param {TwinWriter} writer */
  #open(writer) {
    const settings = [375, 600, 375, 66, this.#source.version, 3, ...Array(18).fill(NaN)];
    this.#memory.write(settings, this.#source.columns());
    writer.handle = this.#call.galleryOpen(this.#source.pages.length);
    this.#add(writer.handle);
    this.#settle(writer);
  }

  /** Advances a gallery, takes its requests, and adds its records and its frame. @param {TwinWriter} writer */
  #settle(writer) {
    const count = this.#call.galleryAdvance(writer.handle, this.#time);
    this.#add(count);
    this.#call.checksumAddRecords();
    const records = this.#call.recordsAddress() / 8;
    const lists = this.#call.listsAddress() / 8;
    for (let place = 0; place < count; place++) {
      const numbers = this.#memory.numbers;
      const [kind, , a, b, c, d, position, length] = numbers.slice(
        records + 8 * place, records + 8 * place + 8);
      const start = lists + position;
      if (kind === 16) {
        writer.stream = a;
        writer.delivered = b;
      } else if (kind === 17) {
        if (writer.stream === a) writer.stream = 0;
      } else if (kind >= 12 && kind <= 15) {
        const list = Array.from(numbers.slice(start, start + length));
        writer.requests.push({ kind, fields: [a, b, c, d], list });
      }
    }
    this.#add(this.#call.checksumAddFrame(writer.handle, this.#time));
  }

  /** Returns the ID of a random page of a gallery. @param {TwinWriter} writer */
  #page(writer) {
    const count = this.#call.galleryPageCount(writer.handle);
    return count === 0 ? 0 : this.#call.galleryPageAt(writer.handle, this.#next(count));
  }

  /** Returns the ID of a random page of those that a gallery has after all pending edits. @param {TwinWriter} writer */
  #logicalPage(writer) {
    const count = this.#call.galleryLogicalCount(writer.handle);
    return count === 0 ? 0 : this.#call.galleryLogicalPageAt(writer.handle, this.#next(count));
  }

  #ratio() {
    const number = this.#next(20);
    return number === 0 ? NaN : number / 8;
  }

  /** @param {TwinWriter} writer @param {number} ticket */
  #ticket(writer, ticket) {
    if (ticket > 0) writer.lastTicket = ticket;
    return ticket;
  }

  /** @param {number} operation @param {TwinWriter} writer @returns {number} */
  #perform(operation, writer) {
    const { handle } = writer;
    const time = this.#time;
    const call = this.#call;
    if (operation <= 17) return this.#gesture(operation, writer);
    if (operation <= 29) return this.#ticket(writer, this.#edit(operation, writer));
    if (operation === 30) {
      return call.galleryHitTest(handle, this.#next(2), this.#next(400), this.#next(100), time);
    }
    if (operation <= 33) return this.#changeSource(operation);
    if (operation <= 43) return this.#answer(writer);
    if (operation <= 49) return this.#deliver(writer);
    if (operation === 50) {
      const stream = writer.stream;
      writer.stream = 0;
      return call.galleryFailure(handle, stream, 5, time);
    }
    if (operation <= 53) return this.#useZoom(operation);
    if (operation === 54) return this.#useDrawer();
    if (operation === 55) return this.#useTracker();
    this.#time += this.#next(400) * 1_000_000;
    return call.galleryNextBoundary(handle);
  }

  /** @param {number} operation @param {TwinWriter} writer @returns {number} */
  #gesture(operation, writer) {
    const { handle } = writer;
    const time = this.#time;
    const call = this.#call;
    if (operation === 0) return call.galleryBeginDrag(handle, this.#next(2), time);
    if (operation <= 9) return call.galleryDrag(handle, (this.#next(8001) - 4000) / 8, time);
    if (operation <= 11) return call.galleryEndDrag(handle, this.#next(8001) - 4000, time);
    if (operation === 12) return call.galleryCancelDrag(handle, time);
    if (operation === 13) return call.galleryTap(handle, this.#next(400), this.#next(80), time);
    if (operation === 14) {
      return call.galleryGoTo(handle, this.#page(writer), this.#next(2), time);
    }
    if (operation === 15) {
      const width = 200 + this.#next(1000);
      const height = this.#next(800);
      return call.gallerySetViewport(handle, width, height, width, 40 + this.#next(60), time);
    }
    if (operation === 16) {
      return call.gallerySetRatio(handle, this.#page(writer), this.#ratio(), time);
    }
    return call.gallerySetReducedMotion(handle, this.#next(8) === 0 ? 1 : 0, time);
  }

  /** @param {number} operation @param {TwinWriter} writer @returns {number} */
  #edit(operation, writer) {
    const { handle } = writer;
    const time = this.#time;
    const call = this.#call;
    const count = call.galleryPageCount(handle);
    if (operation === 20) return call.galleryDeleteActive(handle, time);
    // The documents neither grow nor shrink in the long run.
    if (operation <= 19 || (operation <= 23 && count >= 40)) {
      return call.galleryDelete(handle, this.#page(writer), time);
    }
    if (operation <= 23) {
      const ratio = this.#ratio();
      const index = this.#next(count + 1);
      this.#pageCount += 1;
      return call.galleryInsert(handle, this.#pageCount, ratio, 0, index, this.#next(2), time);
    }
    if (operation === 24) {
      const page = this.#page(writer);
      return call.galleryMove(handle, page, this.#next(Math.max(count, 1)), 0, time);
    }
    if (operation === 25) {
      const [page, other] = [this.#logicalPage(writer), this.#logicalPage(writer)];
      return call.galleryMove(handle, page, call.galleryLogicalIndexOf(handle, other), 2, time);
    }
    if (operation === 26) {
      return call.galleryReplace(handle, this.#page(writer), this.#ratio(), time);
    }
    if (operation === 27) {
      return call.galleryRotate(handle, this.#page(writer), this.#next(7) - 3, time);
    }
    if (operation === 28) return call.galleryCancel(handle, writer.lastTicket, time);
    this.#pageCount += 1;
    const edits = [1, this.#page(writer), NaN, 0, 0, 0];
    edits.push(2, this.#pageCount, this.#ratio(), 0, this.#next(count + 1), 2);
    this.#memory.write(edits);
    return call.galleryEnqueue(handle, 2, time);
  }

  /** Changes the source as a third writer. @param {number} operation @returns {number} */
  #changeSource(operation) {
    const source = this.#source;
    const count = source.pages.length;
    if (operation === 33) {
      if (this.#next(8) === 0) source.reset();
    } else if ((operation === 31 && count < 40) || count < 2) {
      this.#pageCount += 1;
      const index = this.#next(count + 1);
      source.apply([0, 1, 0, 1, 0, 0, index, this.#pageCount, this.#ratio(), 0]);
    } else {
      const index = this.#next(count);
      const target = this.#next(count);
      const isMove = this.#next(2) === 0;
      source.apply(isMove ? [0, 1, 0, 0, 1, 0, index, target] : [0, 1, 1, 0, 0, 0, index]);
    }
    return source.version;
  }

  /** Answers a request. @param {TwinWriter} writer @returns {number} */
  #answer(writer) {
    if (writer.requests.length === 0) return 0;
    const [request] = writer.requests.splice(this.#next(writer.requests.length), 1);
    const number = request.fields[0];
    const time = this.#time;
    const source = this.#source;
    if (this.#next(12) === 0) return this.#call.galleryFailure(writer.handle, number, 7, time);
    if (request.kind === 14) {
      this.#memory.write(source.columns());
      return this.#call.galleryKnownPages(
        writer.handle, number, source.version, source.pages.length, time);
    }
    if (request.kind === 15) {
      return this.#call.galleryKnownVersion(writer.handle, number, source.version, time);
    }
    const version = request.kind === 12 ? request.list[0] : request.fields[3];
    if (version !== source.version) return this.#refuse(writer, number, version);
    if (request.kind === 12) {
      source.apply(request.list);
    } else if (!this.#rotate(request.fields)) {
      return this.#call.galleryFailure(writer.handle, number, 9, time);
    }
    return this.#call.galleryReceipt(
      writer.handle, number, source.version, source.pages.length, time);
  }

  /** @param {number[]} fields @returns {boolean} */
  #rotate([, id, turns]) {
    const index = this.#source.pages.findIndex((page) => page.id === id);
    if (index < 0) return false;
    const { ratio } = this.#source.pages[index];
    const turned = turns % 2 === 1 ? 1 / ratio : ratio;
    this.#source.apply([0, 1, 0, 0, 0, 1, index, turned, -1]);
    return true;
  }

  /** Answers with the changes that an edit does not know, or without them. @param {TwinWriter} writer @param {number} number @param {number} version @returns {number} */
  #refuse(writer, number, version) {
    const isExplained = this.#next(3) !== 0 && version < this.#source.version;
    const changes = isExplained ? this.#source.history.slice(version) : [];
    const list = changes.flat();
    this.#memory.write(list);
    return this.#call.galleryConflict(
      writer.handle, number, this.#source.version, changes.length, list.length, this.#time);
  }

  /** Delivers the next change. @param {TwinWriter} writer @returns {number} */
  #deliver(writer) {
    if (writer.stream === 0 || writer.delivered >= this.#source.version) return 0;
    const change = this.#source.history[writer.delivered];
    writer.delivered += 1;
    this.#memory.write(change);
    return this.#call.galleryChange(writer.handle, writer.stream, change.length, this.#time);
  }

  /** Adds numbers at an address. @param {number} address @param {number} count */
  #addNumbers(address, count) {
    const start = address / 8;
    const numbers = this.#memory.numbers.slice(start, start + count);
    for (const number of numbers) this.#add(number);
  }

  /** @param {number} operation @returns {number} */
  #useZoom(operation) {
    const time = this.#time;
    const call = this.#call;
    const zoom = this.#zoom;
    const [kind, x, y] = [this.#next(8), this.#next(375), this.#next(600)];
    if (operation === 51) {
      this.#add(call.zoomShow(zoom, this.#next(3), this.#ratio(), time));
      this.#add(call.zoomDoubleTap(zoom, x, y, time));
    } else if (operation === 52) {
      if (kind === 0) this.#add(call.zoomBeginPinch(zoom, x, y, time));
      this.#add(call.zoomPinch(zoom, (1 + this.#next(40)) / 8, x, y, time));
      if (kind === 7) this.#add(call.zoomEndPinch(zoom, time));
    } else {
      if (kind === 0) this.#add(call.zoomBeginDrag(zoom, time));
      this.#add(call.zoomDrag(zoom, x - 187, y - 300, time));
      if (kind === 7) this.#add(call.zoomEndDrag(zoom, 4 * x - 750, y, time));
    }
    this.#add(call.zoomAdvance(zoom, time));
    call.checksumAddRecords();
    this.#addNumbers(call.zoomFrame(zoom, time), 20);
    return call.zoomNextBoundary(zoom);
  }

  /** @returns {number} */
  #useDrawer() {
    const time = this.#time;
    const call = this.#call;
    const drawer = this.#drawer;
    const [kind, number] = [this.#next(8), this.#next(400)];
    if (kind === 0) this.#add(call.drawerSetMode(drawer, number % 4, time));
    if (kind === 1) this.#add(call.drawerSetHeight(drawer, number % 4, 1, number, time));
    if (kind === 2) this.#add(call.drawerTap(drawer, time));
    if (kind === 3) this.#add(call.drawerBeginDrag(drawer, time));
    if (kind === 4) this.#add(call.drawerLock(drawer, 1, time));
    if (kind === 5) this.#add(call.drawerUnlock(drawer, 1, time));
    if (kind === 6) this.#add(call.drawerDrag(drawer, number - 200, time));
    if (kind === 7) this.#add(call.drawerEndDrag(drawer, 10 * number - 2000, time));
    this.#add(call.drawerAdvance(drawer, time));
    call.checksumAddRecords();
    this.#addNumbers(call.drawerFrame(drawer, time), 12);
    return call.drawerNextBoundary(drawer);
  }

  /** @returns {number} */
  #useTracker() {
    const time = this.#time;
    const call = this.#call;
    const first = this.#next(200);
    this.#memory.write([first, 0, first, first + 1, 0, first + 1]);
    this.#add(call.trackerSample(this.#tracker, 2, time));
    if (this.#next(8) === 0) this.#add(call.trackerReset(this.#tracker, first, time));
    this.#add(call.trackerAdvance(this.#tracker, time));
    call.checksumAddRecords();
    this.#memory.write([first, first + 1]);
    this.#addNumbers(call.trackerAppearances(this.#tracker, 2, time), 10);
    return call.trackerNextBoundary(this.#tracker);
  }
}
