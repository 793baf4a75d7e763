// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import test from "node:test";
import { chosen, compareNames, dropped, grouped, sorted } from "../../uploads/files.js";

const named = (...names) => names.map((name) => ({ file: new File(["x"], name.split("/").pop()), name }));
const names = (files) => files.map(({ name }) => name);

test("numbers in names count as numbers", () => {
  const order = ["page1.jpg", "page2.jpg", "page9.jpg", "page10.jpg", "page10b.jpg", "page100.jpg"];
  assert.deepEqual(names(sorted(named(...order.toReversed()))), order);
});

test("folders are compared one after the other", () => {
  const order = ["a/2/b.png", "a/10/a.png", "a 1/a.png", "b.png"];
  assert.deepEqual(names(sorted(named(...order.toReversed()))), order);
  assert.ok(compareNames("Scan 2/page 10.png", "Scan 10/page 2.png") < 0);
  assert.ok(compareNames("a", "a/b") < 0);
});

test("the order is total: names that look the same have one", () => {
  const all = ["Page 1", "page 1", "page 01", "page 1.png", "é", "é", "e"];
  for (const one of all) {
    assert.equal(compareNames(one, one), 0);
    for (const other of all) {
      if (one !== other) assert.equal(compareNames(one, other), -compareNames(other, one), `${one} ${other}`);
    }
  }
});

test("what systems leave in folders is left out", () => {
  const files = named(".DS_Store", "a/Thumbs.db", "a/b.png", "__x.png", "a/._b.png", "desktop.ini", "a/.directory");
  assert.deepEqual(names(sorted(files)), ["__x.png", "a/b.png"].sort(compareNames));
});

test("hidden files are listed as skipped, with the reason", () => {
  const found = sorted(named("page.jpg", ".hidden.jpg", "a/.hidden/c.png", "a/b.c.png"));
  const reasons = new Map(found.map(({ name, reason }) => [name, reason ?? ""]));
  const reason = "Hidden files are skipped.";
  assert.deepEqual(Object.fromEntries(reasons), { ".hidden.jpg": reason, "a/.hidden/c.png": reason, "a/b.c.png": "", "page.jpg": "" });
});

test("a hidden file does not name a document, nor keep another one from it", () => {
  const titles = (...all) => grouped(sorted(named(...all)), "Scan").map(({ title, files }) => [title, files.length]);
  assert.deepEqual(titles(".hidden.jpg", "letter.jpg"), [["letter", 2]]);
  assert.deepEqual(titles(".hidden.jpg"), [["Scan", 1]]);
});

test("chosen folders keep their paths", () => {
  const file = Object.assign(new File(["x"], "b.png"), { webkitRelativePath: "a/b.png" });
  assert.deepEqual(names(chosen([file, new File(["x"], "a.png")])), ["a.png", "a/b.png"].sort(compareNames));
});

test("each folder becomes a document, and the other files one", () => {
  const groups = grouped(named("Lease/page1.png", "Lease/more/page2.png", "Tax/a.png", "x.png", "y.png"), "Scan");
  assert.deepEqual(groups.map(({ title, files }) => [title, files.length]), [["Lease", 2], ["Tax", 1], ["Scan", 2]]);
  assert.equal(grouped(named("Letter of May.2.png"), "Scan")[0].title, "Letter of May.2");
  assert.deepEqual(grouped([], "Scan"), []);
});

/** An entry of a dropped folder, which returns its children in parts as browsers do. */
function entry(path, children) {
  const file = new File(["x"], path.split("/").pop());
  if (!children) return { isFile: true, fullPath: path, file: (done) => done(file) };
  const parts = [...children.map((child) => [child]), []];
  return { isFile: false, fullPath: path, createReader: () => ({ readEntries: (done) => done(parts.shift()) }) };
}

test("dropped folders are read to their end", async () => {
  const pages = Array.from({ length: 130 }, (_, index) => entry(`/Lease/page${index}.png`));
  const transfer = {
    files: [], items: [entry("/Lease", [...pages, entry("/Lease/deep", [entry("/Lease/deep/a.png")])]), entry("/b.png")]
      .map((made) => ({ webkitGetAsEntry: () => made })),
  };
  const found = await dropped(transfer);
  assert.equal(found.length, 132);
  assert.ok(names(found).includes("Lease/deep/a.png"));
  assert.ok(names(found).indexOf("Lease/page2.png") < names(found).indexOf("Lease/page10.png"));
});

test("without entries, the plain files are taken", async () => {
  const transfer = { files: [new File(["x"], "b.png")], items: [{}] };
  assert.deepEqual(names(await dropped(transfer)), ["b.png"]);
});
