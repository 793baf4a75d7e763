// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import test from "node:test";
import { explain } from "../../pictures/failure.js";
import { makePicture, sharper } from "../../pictures/picture.js";
import { Pictures } from "../../pictures/pictures.js";

/** An image that is decoded when a test says so; one of the style e1920 takes 8 MiB. */
class FakeImage {
  static waiting = [];
  src = "";
  removeAttribute() { this.isAborted = true; }
  decode() {
    const side = this.src.includes("/e1920") ? 2048 : 64;
    [this.naturalWidth, this.naturalHeight] = [side, side / 2];
    return new Promise((resolve, reject) => FakeImage.waiting.push({ image: this, resolve, reject }));
  }
}
globalThis.Image = FakeImage;

const settle = () => new Promise((resolve) => { setImmediate(resolve); });
/** Decodes everything that is requested, until nothing is. */
async function decodeAll() {
  while (FakeImage.waiting.length > 0) {
    for (const { image, resolve, reject } of FakeImage.waiting.splice(0)) image.isAborted ? reject(new Error("aborted")) : resolve();
    await settle();
  }
}

function makePictures(count) {
  FakeImage.waiting = [];
  const pictures = new Pictures("/root", () => Promise.resolve({ turns: 1, byteCount: 4_000_000 }));
  const ids = Array.from({ length: count }, (_, index) => index + 1);
  pictures.setKeys({ keyOf: (id) => ids.includes(id) ? `key${id}` : undefined });
  const plan = (page, style = "e1920", announced = [page]) => pictures.want({ announced, large: [{ page, style }], thumbnail: "h132" });
  return { pictures, plan };
}

test("the small style arrives first, and the best one is shown", async () => {
  const { pictures, plan } = makePictures(2);
  plan(1);
  assert.deepEqual(FakeImage.waiting.map(({ image }) => image.src), ["/root/t/1/key1/h66.jpg", "/root/t/1/key1/e1920.jpg", "/root/t/1/key1/h132.jpg"]);
  FakeImage.waiting.shift().resolve();
  await settle();
  assert.equal(pictures.best(1).style, "h66");
  await decodeAll();
  assert.equal(pictures.best(1).style, "e1920");
  assert.equal(pictures.thumbnail(1, "h132").style, "h132");
});

test("decoded pictures fit into 96 MiB: the least recently used ones make room", async () => {
  const { pictures, plan } = makePictures(40);
  for (let page = 1; page <= 40; page += 1) {
    plan(page);
    await decodeAll();
    assert.ok(pictures.cost <= 96 * 1024 * 1024);
  }
  assert.equal(pictures.best(40).style, "e1920");
  assert.notEqual(pictures.best(1)?.style, "e1920");
});

test("a picture on the screen is not forgotten", async () => {
  const { pictures, plan } = makePictures(40);
  plan(1);
  await decodeAll();
  const shown = pictures.best(1);
  shown.userCount += 1;
  for (let page = 2; page <= 40; page += 1) {
    plan(page);
    await decodeAll();
  }
  assert.equal(pictures.best(1), shown);
});

test("large pictures do not displace thumbnails", async () => {
  const { pictures, plan } = makePictures(40);
  for (let page = 1; page <= 40; page += 1) {
    plan(page);
    await decodeAll();
  }
  for (let page = 1; page <= 40; page += 1) assert.equal(pictures.thumbnail(page, "h132")?.style, "h132", `page ${page}`);
});

test("a page with its thumbnail needs no smaller one", async () => {
  const { pictures } = makePictures(2);
  pictures.want({ announced: [1], large: [], thumbnail: "h132" });
  await decodeAll();
  pictures.setKey(2, "key2");
  pictures.want({ announced: [1, 2], large: [], thumbnail: "h132" });
  assert.deepEqual(FakeImage.waiting.map(({ image }) => image.src), ["/root/t/2/key2/h66.jpg", "/root/t/2/key2/h132.jpg"]);
});

test("after a rotation the old picture is shown turned until the new one has arrived", async () => {
  const { pictures, plan } = makePictures(1);
  plan(1);
  await decodeAll();
  const old = pictures.best(1);
  pictures.setKey(1, "turned", 1);
  assert.equal(pictures.best(1), old);
  assert.equal(old.turns, 1);
  plan(1);
  // Thumbnails of the new content arrive first.
  for (const load of FakeImage.waiting.filter(({ image }) => !image.src.includes("/e1920"))) load.resolve();
  await settle();
  assert.equal(pictures.best(1), old);
  await decodeAll();
  assert.equal(pictures.best(1).url, "/root/t/1/turned/e1920.jpg");
  assert.equal(pictures.best(1).turns, 0);
});

test("other content forgets the old picture", async () => {
  const { pictures, plan } = makePictures(1);
  plan(1);
  await decodeAll();
  pictures.setKey(1, "replaced");
  assert.equal(pictures.best(1), null);
  assert.equal(pictures.cost, 0);
});

test("an original knows its turns, and one that is too large is not loaded", async () => {
  const { pictures, plan } = makePictures(1);
  plan(1, "original");
  await settle();
  await decodeAll();
  assert.equal(pictures.best(1).turns, 1);
  const large = new Pictures("", () => Promise.resolve({ turns: 0, byteCount: 1e9 }));
  large.setKey(1, "key");
  large.want({ announced: [], large: [{ page: 1, style: "original" }], thumbnail: "h66" });
  await settle();
  await decodeAll();
  assert.equal(large.best(1).style, "h66");
});

/** Lets the requests for pictures fail, and answers the question why. */
function refuse(answer) {
  const asked = [];
  globalThis.fetch = async (url) => {
    asked.push(url);
    return answer();
  };
  return asked;
}
const corrupted = () => new Response('{"code": "corrupted", "title": "Stored data are damaged"}', { status: 500 });
/** Ends the requests of some styles: each of them fails or arrives, and is repeated without its pause. */
async function endRequests(isGood, rounds) {
  for (let round = 0; round < rounds; round += 1) {
    for (const { image, resolve, reject } of FakeImage.waiting.splice(0)) isGood(image.src) ? resolve() : reject(new Error("no image"));
    await settle();
    await settle();
    await new Promise((resolve) => { setTimeout(resolve, 510); });
  }
}
const isThumbnail = (url) => /\/h\d+\.jpg$/.test(url);

test("a page is damaged when the server says so after the second failure, and a blurred thumbnail is not shown for it", async () => {
  const { pictures, plan } = makePictures(2);
  const asked = refuse(corrupted);
  const changes = [];
  pictures.onDamage = () => changes.push([...pictures.damaged]);
  plan(1);
  await endRequests(isThumbnail, 1);
  assert.deepEqual([...pictures.damaged], []);
  assert.equal(pictures.best(1).style, "h132");
  await endRequests(isThumbnail, 1);
  assert.deepEqual(asked, ["/root/t/1/key1/e1920.jpg"]);
  assert.deepEqual(changes, [[1]]);
  assert.equal(pictures.best(1), null);
  assert.equal(pictures.thumbnail(1, "h132").style, "h132");
  assert.equal(pictures.hasFailed(1), false);
  plan(1);
  assert.equal(FakeImage.waiting.length, 0);
});

test("a damaged page that was read sharp before stays readable", async () => {
  const { pictures, plan } = makePictures(1);
  plan(1, "e800");
  await decodeAll();
  refuse(corrupted);
  plan(1);
  await endRequests(isThumbnail, 2);
  assert.ok(pictures.damaged.has(1));
  assert.equal(pictures.best(1).style, "e800");
});

test("another visit tries a damaged page again, and a good picture ends the damage", async () => {
  const { pictures, plan } = makePictures(2);
  refuse(corrupted);
  plan(1);
  await endRequests(isThumbnail, 2);
  assert.ok(pictures.damaged.has(1));
  let changeCount = 0;
  pictures.onDamage = () => (changeCount += 1);
  plan(2);
  await decodeAll();
  plan(1);
  assert.deepEqual(FakeImage.waiting.map(({ image }) => image.src), ["/root/t/1/key1/e1920.jpg"]);
  assert.ok(pictures.damaged.has(1), "until a picture arrives");
  await decodeAll();
  assert.deepEqual([...pictures.damaged, changeCount], [1]);
  assert.equal(pictures.best(1).style, "e1920");
});

test("other content of a page is not damaged", async () => {
  const { pictures, plan } = makePictures(1);
  refuse(corrupted);
  plan(1);
  await endRequests(isThumbnail, 2);
  pictures.setKey(1, "replaced");
  assert.equal(pictures.damaged.size, 0);
  plan(1);
  await decodeAll();
  assert.equal(pictures.best(1).url, "/root/t/1/replaced/e1920.jpg");
});

const unsupported = () => new Response('{"code": "unsupportedMediaType", "title": "Unsupported"}', { status: 415 });

test("a page that cannot be decoded is asked for until the server says so, in no style, until it has other content", async () => {
  const { pictures, plan } = makePictures(2);
  refuse(unsupported);
  plan(1);
  await endRequests(() => false, 2);
  assert.deepEqual([...pictures.damaged], [1]);
  assert.equal(pictures.hasFailed(1), true);
  assert.equal(FakeImage.waiting.length, 0);
  for (const style of ["e1920", "e2560", "original"]) plan(1, style);
  pictures.retry();
  plan(2);
  FakeImage.waiting = [];
  plan(1);
  await endRequests(() => false, 1);
  assert.deepEqual(FakeImage.waiting.filter(({ image }) => image.src.includes("/t/1/")), []);
  pictures.setKey(1, "replaced");
  plan(1);
  await decodeAll();
  assert.equal(pictures.best(1).url, "/root/t/1/replaced/e1920.jpg");
  assert.equal(pictures.damaged.size, 0);
});

test("a final answer is not asked for again, unless it may be another one later", async () => {
  const attemptsAfter = async (status) => {
    refuse(() => new Response("", { status }));
    const picture = { url: "/t/1/key1/e800.jpg", attempts: 1 };
    await explain(picture, new AbortController().signal);
    return [picture.attempts, picture.isUnreadable ?? false];
  };
  for (const status of [401, 408, 409, 425, 429, 500, 503]) assert.deepEqual(await attemptsAfter(status), [1, false], status);
  for (const status of [403, 404, 410]) assert.deepEqual(await attemptsAfter(status), [Infinity, false], status);
  for (const status of [400, 413, 415, 422]) assert.deepEqual(await attemptsAfter(status), [Infinity, true], status);
});

test("what passes is no damage: a lost connection, a busy server, a page that has changed, an image that arrives now", async () => {
  const read = async (answer) => {
    refuse(answer);
    const picture = { url: "/t/1/key1/e800.jpg", attempts: 1 };
    await explain(picture, new AbortController().signal).catch(() => {});
    return picture.isDamaged ?? false;
  };
  for (const status of [200, 401, 404, 429, 500, 502, 503]) assert.equal(await read(() => new Response("", { status })), false, status);
  assert.equal(await read(() => { throw new TypeError("offline"); }), false);
  assert.equal(await read(corrupted), true);
});

test("a larger picture of the same content is not replaced by a smaller one", () => {
  const make = (page, key, style) => makePicture("", page, key, style);
  const large = make(1, "a", "e1280");
  assert.equal(sharper(large, make(1, "a", "h66")), large);
  assert.equal(sharper(large, make(1, "a", "e800")), large);
  for (const next of [make(1, "a", "e1920"), make(1, "b", "h66"), make(2, "a", "h66"), null]) assert.equal(sharper(large, next), next);
  assert.equal(sharper(null, large), large);
});
