/** Where the bytes to sort by come from. */
export interface FoldedBytes {
  /** The byte of a name at `depth`; -1 behind its end. */
  foldedByte(id: number, depth: number): number;
}

// Short ranges sort faster by insertion than by partition.
const INSERTION_LENGTH = 16;

/** Which of two names sorts first, when their first `depth` bytes are the same. */
export function compareNames(names: FoldedBytes, a: number, b: number, depth: number): number {
  for (let at = depth; ; at++) {
    const byte = names.foldedByte(a, at);
    const difference = byte - names.foldedByte(b, at);
    if (difference !== 0 || byte === -1) return difference;
  }
}

/**
 * Sorts `ids` in place by the names' folded bytes.
 * Source: Bentley and Sedgewick, "Fast algorithms for sorting and searching strings" (multikey quicksort).
 */
export function sortNames(names: FoldedBytes, ids: Uint32Array): void {
  const pending = [{ low: 0, high: ids.length, depth: 0 }];
  for (let range = pending.pop(); range !== undefined; range = pending.pop()) {
    const { low, high, depth } = range;
    if (high - low <= INSERTION_LENGTH) {
      insertionSort(names, ids, low, high, depth);
      continue;
    }
    const pivot = medianByte(names, ids, low, high, depth);
    let below = low;
    let above = high;
    for (let at = low; at < above;) {
      const byte = names.foldedByte(ids[at]!, depth);
      if (byte < pivot) swap(ids, at++, below++);
      else if (byte > pivot) swap(ids, at, --above);
      else at++;
    }
    pending.push({ low, high: below, depth }, { low: above, high, depth });
    if (pivot !== -1) pending.push({ low: below, high: above, depth: depth + 1 });
  }
}

function insertionSort(names: FoldedBytes, ids: Uint32Array, low: number, high: number, depth: number): void {
  for (let next = low + 1; next < high; next++) {
    const id = ids[next]!;
    let at = next;
    while (at > low && compareNames(names, ids[at - 1]!, id, depth) > 0) {
      ids[at] = ids[at - 1]!;
      at--;
    }
    ids[at] = id;
  }
}

function medianByte(names: FoldedBytes, ids: Uint32Array, low: number, high: number, depth: number): number {
  const a = names.foldedByte(ids[low]!, depth);
  const b = names.foldedByte(ids[(low + high) >>> 1]!, depth);
  const c = names.foldedByte(ids[high - 1]!, depth);
  return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
}

function swap(ids: Uint32Array, a: number, b: number): void {
  const held = ids[a]!;
  ids[a] = ids[b]!;
  ids[b] = held;
}
