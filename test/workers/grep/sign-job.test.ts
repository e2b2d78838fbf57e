import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RelPath } from '../../../src/actors/protocol/workspace.js';
import { SIGNATURE_WORDS } from '../../../src/workers/grep/signer.js';
import { type SignedFiles, SignOutcome, signJob } from '../../../src/workers/grep/sign-job.js';
import { TempTree } from '../walk/temp-tree.js';
import { signWhole } from './sign-whole.js';

let tree: TempTree;
beforeEach(() => {
  tree = new TempTree();
});
afterEach(() => {
  vi.useRealTimers();
  tree.remove();
});

function sign(paths: readonly string[], stamps: readonly number[] = []): SignedFiles {
  return signJob({ root: tree.root, paths: paths as RelPath[], stamps });
}

describe('signJob', () => {
  it('gives each file its signatures, one after the other', () => {
    tree.write('a', 'alpha');
    tree.write('binary', 'alpha\0');
    tree.write('b', 'bravo');
    const paths = ['a', 'binary', 'gone', 'b'] as RelPath[];
    const { outcomes, words } = signWhole({ root: tree.root, paths, stamps: [] });
    expect(outcomes).toEqual([1, 0, SignOutcome.unsignable, 1]);
    expect(words).toHaveLength(2 * SIGNATURE_WORDS);
    expect(words.subarray(0, SIGNATURE_WORDS)).toEqual(sign(['a']).words);
    expect(words.subarray(SIGNATURE_WORDS)).toEqual(sign(['b']).words);
  });

  it('gives no stamp to a file that changed a moment ago: a second change may get the same time', () => {
    tree.write('a', 'alpha');
    expect(sign(['a']).stamps).toEqual([0]);
  });

  it('knows a file again by its stamp, until it changes', () => {
    tree.write('a', 'alpha');
    vi.useFakeTimers({ now: Date.now() + 60_000, toFake: ['Date'] });
    const { stamps } = sign(['a']);
    expect(stamps[0]).toBeGreaterThan(0);
    expect(sign(['a'], stamps)).toEqual({
      outcomes: [SignOutcome.unchanged],
      stamps,
      words: new Uint32Array(),
    });
    appendFileSync(join(tree.root, 'a'), 'b');
    expect(sign(['a'], stamps).outcomes).toEqual([1]);
  });

  it('stops when it has enough signatures, and says how far it came', () => {
    const text = Array.from(
      { length: 200_000 },
      (_, n) => `${(n * 48_271).toString(36)}${(n * n).toString(36)}\n`,
    );
    tree.write('large', text.join(''));
    tree.write('next', 'alpha');
    const { outcomes } = sign(['large', 'next']);
    expect(outcomes).toHaveLength(1);
    expect(outcomes[0]).toBeGreaterThan(100);
  });
});
