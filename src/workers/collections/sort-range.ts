type Compare<Item> = (a: Item, b: Item) => number;

/**
 * Sorts part of an array: returns the items that sorting all of `items` would put at places `from` (inclusive) to
 * `to` (exclusive). Reorders `items`.
 * Cost: linear in the number of items (quickselect), plus a sort of the range.
 */
export function sortRange<Item>(items: Item[], from: number, to: number, compare: Compare<Item>): Item[] {
  splitAt(items, 0, from, compare);
  splitAt(items, Math.min(from, items.length), to, compare);
  return items.slice(from, to).sort(compare);
}

/** Quickselect: reorders the items from `start` on so that none before `place` sorts behind one at or after it. */
function splitAt<Item>(items: Item[], start: number, place: number, compare: Compare<Item>): void {
  let low = start;
  let high = items.length - 1;
  while (low < high && place > low && place <= high) {
    const pivot = items[(low + high) >>> 1]!;
    let left = low;
    let right = high;
    while (left <= right) {
      while (compare(items[left]!, pivot) < 0) left++;
      while (compare(items[right]!, pivot) > 0) right--;
      if (left > right) break;
      const swapped = items[left]!;
      items[left++] = items[right]!;
      items[right--] = swapped;
    }
    if (place <= right) high = right;
    else if (place >= left) low = left;
    else return;
  }
}
