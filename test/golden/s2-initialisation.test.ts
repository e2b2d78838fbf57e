import { writeFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { RelPath } from '../../src/actors/protocol/workspace.js';
import { PatternSyntaxError } from '../../src/actors/protocol/errors.js';
import { RootRules } from '../../src/workers/index/rules/root-rules.js';
import { FakeClock } from '../doubles/fake-clock.js';
import type { BuiltEntries } from '../threads/build-entries.js';
import { buildScanEntry, S2Root } from './s2-root.js';
import { add } from '../workers/index/edit-index.js';

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

const FILES = ['src/core/sys/workspace_index.py', 'src/main.py', 'docs/guide.md', 'docs/.gitignore', 'temp.log'];

describe('S2 3.1.1, rules', () => {
  it('names the pattern that is wrong, before anything starts', () => {
    open = new S2Root(entries, []);
    const config = { ...open.root.config, corePatterns: ['src/[a'] };
    expect(() => new RootRules(config)).toThrow(PatternSyntaxError);
  });

  it('decides core first, then the static rules, then git', async () => {
    open = new S2Root(entries, [...FILES, 'keep.log', 'static.md'], {
      corePatterns: ['keep.log'],
      ignorePatterns: ['static.md'],
    });
    open.write('.gitignore', '*.log\n');
    await open.initialised();
    const found = ['keep.log', 'static.md', 'temp.log', 'guide.md'].map((name) => open.search(name));
    expect(await Promise.all(found)).toEqual([['keep.log'], [], [], ['docs/guide.md']]);
  });
});

describe('S2 3.1.2, initialisation', () => {
  it('holds what is core, the files of git rules among it, and the directories on the way', async () => {
    open = await new S2Root(entries, FILES, { corePatterns: ['src/core/'] }).initialised();
    expect(open.known).toEqual([
      'docs/',
      'docs/.gitignore*',
      'src/',
      'src/core/*',
      'src/core/sys/*',
      'src/core/sys/workspace_index.py*',
    ]);
    expect(open.root.status).toMatchObject({ phase: 'ready', leftOut: 0, warnings: [] });
  });

  it('answers at once while it runs, from what is there', async () => {
    open = new S2Root(entries, FILES, { corePatterns: ['src/core/'] });
    add(open.root.data, 'src/core/early.py' as RelPath, 4);
    const { hits, state } = await open.reply('early');
    expect([hits.map(({ path }) => path), state]).toEqual([['src/core/early.py'], 'partial']);
  });

  it('waits on a miss, searches again, and goes on to the scan of the disk', async () => {
    open = new S2Root(entries, FILES, { corePatterns: ['src/core/'] });
    const core = open.search('workspace_index');
    const dynamic = open.search('guide');
    await open.initialised();
    expect([await core, await dynamic]).toEqual([['src/core/sys/workspace_index.py'], ['docs/guide.md']]);
  });

  it('serves what it has when that takes longer than 30 s', async () => {
    const clock = new FakeClock();
    open = new S2Root(entries, FILES, { clock });
    const reply = open.reply('guide');
    clock.autoAdvance();
    expect(await reply).toEqual({ hits: [], state: 'partial', hasMore: false });
  });

  it('serves what it has when it failed', async () => {
    open = new S2Root(entries, FILES);
    open.remove('');
    writeFileSync(open.path, '');
    await open.initialised();
    expect(open.root.status.phase).toBe('failed');
    expect(await open.search('guide')).toEqual([]);
  });
});
