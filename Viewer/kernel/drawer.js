// SPDX-License-Identifier: Apache-2.0

import { checked, optional, setting, succeeded } from "./memory.js";
import { readRecords } from "./records.js";

/** @typedef {import("./memory.js").KernelMemory} KernelMemory */
/** @typedef {{ width: number, height: number }} Size */

/** @typedef {"empty" | "normal" | "edit" | "new"} DrawerMode */
/** @typedef {"normal" | "advanced" | "editNormal" | "editAdvanced"} DrawerContent */

/** @type {readonly DrawerMode[]} */
const modes = ["empty", "normal", "edit", "new"];
/** @type {readonly DrawerContent[]} */
const contents = ["normal", "advanced", "editNormal", "editAdvanced"];
/** @type {readonly ("fixed" | "motion" | "disabled")[]} */
const stages = ["fixed", "motion", "disabled"];

/**
 * Returns a state of a drawer.
 *
 * @param {number} state
 * @returns {{ kind: "empty" | "hidden" | "shown", content: DrawerContent | null }}
 */
export function drawerState(state) {
  if (state === 0) return { kind: "empty", content: null };
  return state < 5
    ? { kind: "hidden", content: contents[state - 1] }
    : { kind: "shown", content: contents[state - 5] };
}

/** The drawer with the details. All times are whole nanoseconds. */
export class Drawer {
  #memory;
  #functions;
  #handle;

  /**
   * Opens a drawer.
   *
   * @param {KernelMemory} memory
   * @param {Size & { defaultHeight?: number, peekHeight?: number, tapExpands?: boolean,
   *   speed?: number, reducedMotion?: boolean }} settings
   * @param {number} time
   */
  constructor(memory, settings, time) {
    this.#memory = memory;
    this.#functions = memory.functions;
    this.#handle = checked(this.#functions.drawerOpen(
      settings.width, settings.height, setting(settings.defaultHeight),
      setting(settings.peekHeight), setting(settings.tapExpands), setting(settings.speed),
      setting(settings.reducedMotion), time));
  }

  /** Frees the drawer. */
  release() {
    checked(this.#functions.drawerRelease(this.#handle));
  }

  /** @param {DrawerMode} mode @param {number} time */
  setMode(mode, time) {
    checked(this.#functions.drawerSetMode(this.#handle, modes.indexOf(mode), time));
  }

  /** @param {DrawerContent} content @param {number | null} points The measured height. @param {number} time */
  setHeight(content, points, time) {
    const kind = points === null ? 0 : 1;
    checked(this.#functions.drawerSetHeight(
      this.#handle, contents.indexOf(content), kind, points ?? 0, time));
  }

  /** @param {DrawerContent} content @param {number} points The lower edge of the last item. @param {number} time */
  setLastItemEnd(content, points, time) {
    checked(this.#functions.drawerSetHeight(
      this.#handle, contents.indexOf(content), 2, points, time));
  }

  /** @param {number} width @param {number} height @param {number} time */
  setViewport(width, height, time) {
    checked(this.#functions.drawerSetViewport(this.#handle, width, height, time));
  }

  /** @param {number} time */
  tap(time) {
    return succeeded(this.#functions.drawerTap(this.#handle, time));
  }

  /** @param {number} reason @param {number} time */
  lock(reason, time) {
    checked(this.#functions.drawerLock(this.#handle, reason, time));
  }

  /** @param {number} reason @param {number} time */
  unlock(reason, time) {
    return succeeded(this.#functions.drawerUnlock(this.#handle, reason, time));
  }

  /** @param {number} time */
  beginDrag(time) {
    return succeeded(this.#functions.drawerBeginDrag(this.#handle, time));
  }

  /** @param {number} translation Downward. @param {number} time */
  drag(translation, time) {
    return succeeded(this.#functions.drawerDrag(this.#handle, translation, time));
  }

  /** @param {number} velocity Downward. @param {number} time */
  endDrag(velocity, time) {
    return succeeded(this.#functions.drawerEndDrag(this.#handle, velocity, time));
  }

  /** @param {number} time */
  cancelDrag(time) {
    return succeeded(this.#functions.drawerCancelDrag(this.#handle, time));
  }

  /** @param {number} time */
  advance(time) {
    return readRecords(this.#memory, checked(this.#functions.drawerAdvance(this.#handle, time)));
  }

  /** Returns the height and the content of the drawer. @param {number} time */
  frame(time) {
    const start = checked(this.#functions.drawerFrame(this.#handle, time)) / 8;
    const numbers = this.#memory.numbers;
    const [mode, stage, state, content, height, y, flags, boundary] =
      numbers.subarray(start + 3, start + 11);
    return {
      time: numbers[start],
      mode: modes[mode],
      stage: stages[stage],
      state: drawerState(state),
      content: content === -1 ? null : contents[content],
      height,
      y,
      isAnimating: (flags & 1) !== 0,
      nextBoundary: boundary === -1 ? null : boundary,
    };
  }

  nextBoundary() {
    return optional(this.#functions.drawerNextBoundary(this.#handle));
  }
}
