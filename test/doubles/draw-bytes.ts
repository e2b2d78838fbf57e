import type { Random } from '../../bench/make-tree.js';

/** Random bytes, which no compression makes shorter. */
export function drawBytes(random: Random, length: number): Buffer {
  const words = Uint32Array.from({ length: Math.ceil(length / 4) }, () => random.below(2 ** 32));
  return Buffer.from(words.buffer, 0, length);
}
