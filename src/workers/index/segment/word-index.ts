import { halfMask, maskBit } from '../../names/fold.js';
import type { NameTable } from '../../names/name-table.js';
import type { Segment } from './segment.js';
import { inSlices, type Cooperative } from '../../../actors/runtime/slices.js';
import { radixSortWordStarts } from '../../names/radix-sort-word-starts.js';
import { isSeparator, isWordStart, pairBit } from '../../names/word-starts.js';

/** What a segment derives from its names. */
type NameFacts = Pick<Segment, 'nameMasks' | 'wordMasks' | 'pairMasks' | 'words'>;

/**
 * Words closer to the end of their name are left out: they are mostly extensions and numbers, which distinguish
 * little, and almost half of all words.
 */
export const MIN_WORD_LENGTH = 5;

/** Computes the masks of all names, and the words in them. */
export function* computeNameFacts(names: NameTable): Cooperative<NameFacts> {
  const count = names.starts.length - 1;
  const masks = {
    nameMasks: new Int32Array(count),
    wordMasks: new Uint16Array(count),
    pairMasks: new Int32Array(count),
  };
  const places = new Uint32Array(names.bytes.length);
  let found = 0;
  yield* inSlices(count, (from, to) => {
    found = readSome(names, masks, places, found, from, to);
  });
  const words = places.slice(0, found);
  yield* radixSortWordStarts(names.bytes, words);
  return { ...masks, words };
}

/** Processes the names `[from, to)`, and appends their words after the `before` found so far; returns the new count. */
function readSome(
  { bytes, starts }: NameTable,
  { nameMasks, wordMasks, pairMasks }: Omit<NameFacts, 'words'>,
  places: Uint32Array,
  before: number,
  from: number,
  to: number,
): number {
  let found = before;
  for (let rank = from; rank < to; rank++) {
    const start = starts[rank]!;
    const end = starts[rank + 1]!;
    if (start === end) continue;
    let previous = bytes[start]!;
    let name = maskBit(previous);
    let word = name;
    let pair = 0;
    for (let at = start + 1; at < end; at++) {
      const byte = bytes[at]!;
      const bit = maskBit(byte);
      name |= bit;
      pair |= pairBit(previous, byte);
      if (isWordStart(previous, byte)) {
        word |= bit;
        if (end - at >= MIN_WORD_LENGTH) places[found++] = at;
      } else if (isSeparator(byte)) word |= bit;
      previous = byte;
    }
    nameMasks[rank] = name;
    wordMasks[rank] = halfMask(word);
    pairMasks[rank] = pair;
  }
  return found;
}
