import { inSlices, type Cooperative } from '../../actors/runtime/slices.js';

const DIGIT_BYTES = 2;
const DIGITS = 0x100 ** DIGIT_BYTES;

/** Fewer items are sorted by comparison before all digits are counted, and in less than a millisecond. */
export const MIN_RADIX = 2048;

/**
 * Writes the digit (two bytes) at `depth` of the items `[from, to)` into `digits`, and counts each in `counts` at the
 * index after the digit.
 */
export type CountDigits = (
  depth: number,
  numbers: Uint32Array,
  digits: Uint16Array,
  counts: Uint32Array,
  from: number,
  to: number,
) => void;

/** LSD radix sort by the digits from `depth` to `end`, an even number of bytes apart. Stable. */
export function* radixSort(
  numbers: Uint32Array,
  { depth, end }: { readonly depth: number; readonly end: number },
  countDigits: CountDigits,
): Cooperative<void> {
  const digits = new Uint16Array(numbers.length);
  // From the last digit to the first, because each pass keeps the order of equal digits.
  for (let at = end - DIGIT_BYTES; at >= depth; at -= DIGIT_BYTES) {
    const unsorted = numbers.slice();
    const next = new Uint32Array(DIGITS + 1);
    yield* inSlices(numbers.length, (from, to) => {
      countDigits(at, unsorted, digits, next, from, to);
    });
    for (let digit = 1; digit < next.length; digit++) next[digit]! += next[digit - 1]!;
    yield* inSlices(numbers.length, (from, to) => {
      distribute(unsorted, digits, next, numbers, from, to);
    });
  }
}

// A function of its own, because the engine recompiles the code of a closure each time.
function distribute(
  unsorted: Uint32Array,
  digits: Uint16Array,
  next: Uint32Array,
  sorted: Uint32Array,
  from: number,
  to: number,
): void {
  for (let place = from; place < to; place++) sorted[next[digits[place]!]!++] = unsorted[place]!;
}
