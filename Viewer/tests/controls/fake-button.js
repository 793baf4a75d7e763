// SPDX-License-Identifier: Apache-2.0

/** As much of a button as is needed to tell whether it has an effect. */
export function fakeButton() {
  const attributes = new Map();
  return {
    setAttribute: (name, value) => void attributes.set(name, value), removeAttribute: (name) => void attributes.delete(name),
    getAttribute: (name) => attributes.get(name) ?? null,
  };
}
