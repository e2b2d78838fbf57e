import { describe, expect, it } from 'vitest';
import { wordsWithPrefix } from '../../../src/workers/names/rank-range.js';
import { runToEnd } from '../../../src/actors/runtime/slices.js';
import { radixSortWordStarts } from '../../../src/workers/names/radix-sort-word-starts.js';

const TEXT = 'a-controller.x-CONTROLS_controllers-control';

function find(head: string): number[] {
  const bytes = Uint8Array.from(Buffer.from(TEXT));
  const words = Uint32Array.from(TEXT.matchAll(/[a-z]+/gi), ({ index }) => index);
  runToEnd(radixSortWordStarts(bytes, words));
  const names = { bytes, starts: Uint32Array.of(0, bytes.length) };
  return [...wordsWithPrefix(names, words, Uint8Array.from(Buffer.from(head)))].sort((a, b) => a - b);
}

describe('wordsWithPrefix', () => {
  it('finds the words that start so, case aside', () => {
    expect(find('control')).toEqual([2, 15, 24, 36]);
    expect(find('controls')).toEqual([15]);
    expect(find('d')).toEqual([]);
  });

  it('finds only words that start with the whole when it is longer than what decides their order', () => {
    expect(find('controller')).toEqual([2, 24]);
    expect(find('controllers')).toEqual([24]);
    expect(find('controllerz')).toEqual([]);
  });
});
