/** Adds a key as the last of a set; a set keeps its keys in the order of their addition. */
export function touch<Key>(keys: Set<Key>, key: Key): void {
  keys.delete(key);
  keys.add(key);
}
