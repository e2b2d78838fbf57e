import { halfMask, maskBit } from '../names/fold.js';
import type { NameTable } from '../names/name-table.js';
import type { Segment } from './segment.js';
import { inSlices, type Sliced } from './slices.js';
import { sortWords } from './sort-words.js';
import { isSeparator, isWordStart, pairBit } from './word-starts.js';

/** What a segment says of its names. */
export type NameFacts = Pick<Segment, 'nameMasks' | 'wordMasks' | 'pairMasks' | 'words'>;

/**
 * Words nearer to the end of their name are left out: mostly extensions and numbers, which say little, and almost half
 * of all.
 */
export const MIN_WORD_LENGTH = 5;

/** The masks of all names, and where words start in them. */
export function* readNames({ bytes, starts }: NameTable): Sliced<NameFacts> {
  const count = starts.length - 1;
  const nameMasks = new Int32Array(count);
  const wordMasks = new Uint16Array(count);
  const pairMasks = new Int32Array(count);
  const places = new Uint32Array(bytes.length);
  let found = 0;
  yield* inSlices(count, (from, to) => {
    for (let rank = from; rank < to; rank++) {
      const start = starts[rank]!;
      const end = starts[rank + 1]!;
      if (start === end) continue;
      let before = bytes[start]!;
      let name = maskBit(before);
      let word = name;
      let pair = 0;
      for (let at = start + 1; at < end; at++) {
        const byte = bytes[at]!;
        const bit = maskBit(byte);
        name |= bit;
        pair |= pairBit(before, byte);
        if (isWordStart(before, byte)) {
          word |= bit;
          if (end - at >= MIN_WORD_LENGTH) places[found++] = at;
        } else if (isSeparator(byte)) word |= bit;
        before = byte;
      }
      nameMasks[rank] = name;
      wordMasks[rank] = halfMask(word);
      pairMasks[rank] = pair;
    }
  });
  const words = places.slice(0, found);
  yield* sortWords(bytes, words);
  return { nameMasks, wordMasks, pairMasks, words };
}
