import { inSlices, type Cooperative } from '../../actors/runtime/slices.js';

/** Bytes of a digit. */
const DIGIT_BYTES = 2;
const DIGITS = 0x100 ** DIGIT_BYTES;

/** Fewer are sorted by comparing them before all digits are counted, and in less than a millisecond. */
export const MIN_RADIX = 2048;

/**
 * Writes the digit of two bytes at `depth` of the numbers in the places `[from, to)` into `digits`, and counts each one
 * place further in `counts`.
 */
export type CountDigits = (
  depth: number,
  numbers: Uint32Array,
  digits: Uint16Array,
  counts: Uint32Array,
  from: number,
  to: number,
) => void;

/** Sorts numbers by their digits from `depth` to before `end`, which is even further. Equal ones stay in their order. */
export function* radixSort(
  numbers: Uint32Array,
  { depth, end }: { readonly depth: number; readonly end: number },
  countDigits: CountDigits,
): Cooperative<void> {
  const digits = new Uint16Array(numbers.length);
  // From the last digit to the first: each pass keeps the order of the one before where its own digit is the same.
  for (let at = end - DIGIT_BYTES; at >= depth; at -= DIGIT_BYTES) {
    const unsorted = numbers.slice();
    const next = new Uint32Array(DIGITS + 1);
    yield* inSlices(numbers.length, (from, to) => {
      countDigits(at, unsorted, digits, next, from, to);
    });
    for (let digit = 1; digit < next.length; digit++) next[digit]! += next[digit - 1]!;
    yield* inSlices(numbers.length, (from, to) => {
      deal(unsorted, digits, next, numbers, from, to);
    });
  }
}

// A function of its own: what is compiled of a closure is lost with it.
function deal(
  unsorted: Uint32Array,
  digits: Uint16Array,
  next: Uint32Array,
  sorted: Uint32Array,
  from: number,
  to: number,
): void {
  for (let place = from; place < to; place++) sorted[next[digits[place]!]!++] = unsorted[place]!;
}
