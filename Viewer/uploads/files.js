// SPDX-License-Identifier: Apache-2.0
/** Files that a user drops or chooses, in the order in which people number them. */

/**
 * @typedef {{file: File, name: string, reason?: string}} NamedFile The name is a path, such as `Lease/page2.jpg`. A file with a
 *   reason is not uploaded, but listed with it.
 */
/** @typedef {{title: string, files: NamedFile[]}} FileGroup The files of one folder, or those beside each other. */

/** Made when names are compared: it takes longer than this module. @type {Intl.Collator | undefined} */
let collator;

/** Compares paths folder by folder: `page2` precedes `page10`. @param {string} first @param {string} second */
export function compareNames(first, second) {
  collator ??= new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });
  const [one, other] = [first.split("/"), second.split("/")];
  for (let index = 0; index < Math.min(one.length, other.length); index += 1) {
    const order = collator.compare(one[index], other[index]);
    if (order !== 0) return order;
  }
  return one.length - other.length || (first < second ? -1 : first > second ? 1 : 0);
}

/** Whether systems put a file into folders without being asked. @param {string} name */
const isLitter = (name) => /(^|\/)(\.DS_Store|\._[^/]*|\.directory|Thumbs\.db|desktop\.ini)$/i.test(name);
/** @param {string} name */
const isHidden = (name) => /(^|\/)\./.test(name);

/**
 * Returns the files in natural order. What a user has hidden gets a reason; what systems leave in folders is no file of the user.
 * @param {NamedFile[]} files @returns {NamedFile[]}
 */
export function sorted(files) {
  return files.filter(({ name }) => !isLitter(name)).sort((one, other) => compareNames(one.name, other.name))
    .map((file) => (isHidden(file.name) ? { ...file, reason: "Hidden files are skipped." } : file));
}

/** Returns the files of an input element. @param {Iterable<File>} files */
export function chosen(files) {
  return sorted(Array.from(files, (file) => ({ file, name: file.webkitRelativePath || file.name })));
}

/**
 * Returns all dropped files, also those within folders. Call it during the event: browsers empty the transfer after it.
 * @param {DataTransfer} transfer @returns {Promise<NamedFile[]>}
 */
export async function dropped(transfer) {
  const entries = Array.from(transfer.items, (item) => item.webkitGetAsEntry?.() ?? null);
  const plain = chosen(transfer.files);
  if (entries.every((entry) => entry === null)) return plain;
  const found = await Promise.all(entries.map((entry) => (entry ? contents(entry) : [])));
  return sorted(found.flat());
}

/** @param {FileSystemEntry} entry @returns {Promise<NamedFile[]>} */
async function contents(entry) {
  if (entry.isFile) {
    const file = await new Promise((resolve, reject) =>
      /** @type {FileSystemFileEntry} */ (entry).file(resolve, reject));
    return [{ file, name: entry.fullPath.replace(/^\//, "") }];
  }
  const reader = /** @type {FileSystemDirectoryEntry} */ (entry).createReader();
  const found = [];
  // A reader returns at most 100 entries at a time.
  for (;;) {
    /** @type {FileSystemEntry[]} */
    const part = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
    if (part.length === 0) return found;
    found.push(...(await Promise.all(part.map(contents))).flat());
  }
}

/**
 * Returns the documents that files become: one per folder, and one of the files beside folders.
 * @param {NamedFile[]} files In natural order. @param {string} title The title of files without a folder.
 * @returns {FileGroup[]}
 */
export function grouped(files, title) {
  /** @type {Map<string, NamedFile[]>} */
  const groups = new Map();
  for (const file of files) {
    const folder = file.name.includes("/") ? file.name.slice(0, file.name.indexOf("/")) : "";
    groups.set(folder, [...(groups.get(folder) ?? []), file]);
  }
  return [...groups].map(([folder, files]) => ({ title: folder || titleOf(files, title), files }));
}

/** A single file names its document. @param {NamedFile[]} files @param {string} title */
function titleOf(files, title) {
  const [first, ...others] = files.filter(({ reason }) => !reason);
  return first && others.length === 0 ? first.name.replace(/\.[^.]*$/, "") || title : title;
}
