import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { BuiltEntries } from '../threads/build-entries.js';
import { buildScanEntry, S2Root } from './s2-root.js';

let entries: BuiltEntries;
let open: S2Root;
beforeAll(async () => {
  entries = await buildScanEntry();
});
afterAll(() => {
  entries.remove();
});
afterEach(async () => {
  await open[Symbol.asyncDispose]();
});

/** Fills what the zone has room for, so that only what is used later stays. */
async function fill(...names: readonly string[]): Promise<void> {
  for (const name of names) {
    open.write(name);
    await open.tell(['created', name]);
  }
}

describe('S2 6.1, the steps of a search', () => {
  it('1 to 2: a query that leads out of the root, or nowhere, ends at once with nothing', async () => {
    open = await new S2Root(entries, ['a']).initialised();
    expect([await open.search('../a'), await open.search('  ')]).toEqual([[], []]);
    expect([open.known, open.scans]).toEqual([[], 1]);
  });

  it('3 to 6: a hit is returned from memory, and counts as used', async () => {
    open = await new S2Root(entries, [], { capacity: 3 }).initialised();
    await fill('a1', 'b1', 'c1');
    expect(await open.search('a')).toEqual(['a1']);
    expect(open.scans).toBe(1);
    await fill('d1');
    expect(open.known).toEqual(['a1', 'd1']);
  });

  it('7, 9 to 13: a path that is missed is read from its directory, searched again, and counts as used', async () => {
    open = await new S2Root(entries, ['d/x1', 'd/y1', 'd/z1'], { capacity: 5 }).initialised();
    expect(await open.search('d/x')).toEqual(['d/x1']);
    expect([open.known, open.scans]).toEqual([['d/', 'd/x1', 'd/y1', 'd/z1'], 1]);
    await fill('e1', 'f1');
    expect(open.known).toEqual(['d/', 'd/x1', 'e1', 'f1']);
  });

  it('7 to 13: a name that is missed is looked for by one scan, which others wait for', async () => {
    open = await new S2Root(entries, ['d/x1', 'd/y1']).initialised();
    const found = await Promise.all([open.search('x'), open.search('x'), open.search('y')]);
    expect([found, open.scans]).toEqual([[['d/x1'], ['d/x1'], ['d/y1']], 2]);
  });

  it('12 to 14: what is nowhere is an empty list', async () => {
    open = await new S2Root(entries, ['d/x1']).initialised();
    expect([await open.search('none'), await open.search('d/none')]).toEqual([[], []]);
  });
});
