// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import test from "node:test";
import { PlaceKeeper } from "../../library/place-keeper.js";

/** A library of covers in rows of 300 points, two in a row of a narrow window and four in a wide one. */
function makeLibrary(count) {
  const listeners = {};
  const window = {
    innerWidth: 390, innerHeight: 844, scrollY: 0, addEventListener: (name, listener) => { listeners[name] = listener; },
    scrollBy: ({ top }) => window.scrollTo(window.scrollY + top),
    scrollTo: (top) => { window.scrollY = top; listeners.scroll(); },
    turn(width, height, top) {
      Object.assign(window, { innerWidth: width, innerHeight: height });
      if (top !== undefined) window.scrollTo(top);
      listeners.resize();
    },
  };
  const columns = () => (window.innerWidth < 768 ? 2 : 4);
  const children = Array.from({ length: count }, (_, index) => ({ getBoundingClientRect: () => ({ top: 150 + Math.floor(children.indexOf(children[index]) / columns()) * 300 - window.scrollY }) }));
  new PlaceKeeper({ children }).follow(window);
  return { window, children, top: (index) => children[index].getBoundingClientRect().top };
}

test("the covers at the upper edge stay there in a window of another width, wherever the browser has scrolled", () => {
  for (const restored of [undefined, 0, 9000]) {
    const { window, top } = makeLibrary(60);
    window.scrollTo(2500);
    assert.equal(top(16), 50);
    for (const size of [[844, 390], [390, 844], [844, 390]]) {
      window.turn(...size, restored);
      assert.equal(top(16), 50);
    }
    window.scrollTo(700);
    assert.equal(top(12), 350);
    window.turn(390, 844, restored);
    assert.equal(top(8), 50, "after people have scrolled, another cover is kept");
  }
});

test("a window of another height, and one at its top, stay as they are", () => {
  const { window } = makeLibrary(60);
  window.turn(844, 390);
  assert.equal(window.scrollY, 0);
  window.scrollTo(1000);
  window.turn(844, 300);
  assert.equal(window.scrollY, 1000);
});

test("a cover that was removed keeps nothing", () => {
  const { window, children } = makeLibrary(60);
  window.scrollTo(2500);
  children.splice(16, 1);
  window.turn(844, 390);
  assert.equal(window.scrollY, 2500);
});
