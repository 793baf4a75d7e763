// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import test from "node:test";
import { factor, PictureFrame, points } from "../../pictures/frame.js";

/** As much of an element as a frame needs. */
class FakeElement {
  alt = "";
  dataset = {};
  children = [];
  parentNode = null;
  append(child) { [child.parentNode, this.children] = [this, [...this.children, child]]; }
  remove() {
    this.parentNode.children = this.parentNode.children.filter((child) => child !== this);
    this.parentNode = null;
  }
  replaceWith(other) {
    const { parentNode } = this;
    this.remove();
    parentNode.append(other);
  }
  cloneNode() { return new FakeElement(); }
  removeAttribute() {}
}
globalThis.document = { createElement: () => new FakeElement() };

const makePicture = () => ({ image: new FakeElement(), turns: 0, userCount: 0, twin: null });

test("a frame shows one image, and none after nothing is shown", () => {
  const frame = new PictureFrame("frame");
  const [first, second] = [makePicture(), makePicture()];
  frame.show(first);
  assert.deepEqual([frame.element.children, first.userCount], [[first.image], 1]);
  frame.show(second);
  assert.deepEqual([frame.element.children, first.userCount, second.userCount], [[second.image], 0, 1]);
  frame.show(null);
  assert.deepEqual([frame.element.children, second.userCount], [[], 0]);
});

test("a released frame that is used for another page does not show the picture of the former one", () => {
  const frame = new PictureFrame("frame");
  const picture = makePicture();
  frame.show(picture);
  frame.release();
  assert.deepEqual([frame.element.children, picture.userCount], [[picture.image], 0]);
  frame.show(null);
  assert.deepEqual([frame.element.children, picture.userCount], [[], 0]);
});

test("a released frame that shows the same picture again keeps its image", () => {
  const frame = new PictureFrame("frame");
  const picture = makePicture();
  frame.show(picture);
  frame.release();
  frame.show(picture);
  assert.deepEqual([frame.element.children, picture.userCount], [[picture.image], 1]);
});

test("two frames of one picture have an image each", () => {
  const [one, other] = [new PictureFrame("frame"), new PictureFrame("frame")];
  const picture = makePicture();
  one.show(picture);
  other.show(picture);
  assert.equal(one.element.children.length, 1);
  assert.equal(other.element.children.length, 1);
  assert.notEqual(one.element.children[0], other.element.children[0]);
});

test("numbers of styles are short", () => {
  assert.deepEqual([points(1 / 3), factor(1 / 3), points(-0.00004)], [0.3333, 0.3333333, -0]);
});
