import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
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

const FILES = [
  'src/main.py',
  'src/core/sys/workspace_index.py',
  'src/core/sys/index_node.py',
  'src/core/engine.py',
  'test/main.py',
  'lib/main.py',
];

describe('S2 3.2, input', () => {
  beforeEach(async () => {
    open = await new S2Root(entries, FILES, { corePatterns: ['*'] }).initialised();
  });

  it('resolves `.`, `..`, backslashes and blanks against the base (3.2.2)', async () => {
    const found = await Promise.all([
      open.search(' ./core/../main ', 'src'),
      open.search('core\\eng', 'src'),
      open.search('../lib/', 'src'),
    ]);
    expect(found).toEqual([['src/main.py'], ['src/core/engine.py'], ['lib/main.py']]);
  });

  it('finds nothing outside the root, at either stage (3.2.2)', async () => {
    const found = await Promise.all([
      open.search('main', '..'),
      open.search('../../main', 'src'),
      open.search('../', ''),
    ]);
    expect(found).toEqual([[], [], []]);
  });

  it('follows a link that took the place of a directory it knows, where that has no answer (3.2.2)', async () => {
    open.remove('lib');
    symlinkSync(join(open.path, 'src'), join(open.path, 'lib'));
    expect(await open.search('lib/cor')).toEqual([
      'src/core',
      'src/core/engine.py',
      'src/core/sys',
      'src/core/sys/index_node.py',
      'src/core/sys/workspace_index.py',
    ]);
  });

  it('finds nothing for an empty query (3.2.3)', async () => {
    expect(await Promise.all(['', '  ', '.', '/'].map((query) => open.search(query)))).toEqual([
      [],
      [],
      [],
      [],
    ]);
  });
});

describe('S2 3.3, three kinds of search', () => {
  beforeEach(async () => {
    open = await new S2Root(entries, FILES, { corePatterns: ['*'] }).initialised();
  });

  it('lists a directory (3.3.1)', async () => {
    expect(await open.search('src/core/')).toEqual(['src/core/sys', 'src/core/engine.py']);
    expect(await open.search('src/main.py/')).toEqual([]);
  });

  it('finds all below a path prefix (3.3.2)', async () => {
    expect(await open.search('src/core')).toEqual([
      'src/core',
      'src/core/engine.py',
      'src/core/sys',
      'src/core/sys/index_node.py',
      'src/core/sys/workspace_index.py',
    ]);
    expect(await open.search('src/core/e')).toEqual(['src/core/engine.py']);
  });

  it('finds names in the context first, case aside (3.3.3, stage 1)', async () => {
    expect(await open.search('MAIN', 'src')).toEqual(['src/main.py']);
  });

  it('finds names everywhere when the context has none (3.3.3, stage 2)', async () => {
    expect((await open.search('main', 'src/core')).sort()).toEqual([
      'lib/main.py',
      'src/main.py',
      'test/main.py',
    ]);
    expect(open.scans).toBe(1);
  });
});

describe('S2 3.4, fallback', () => {
  it('reads the one directory of a path that it misses, and no other (3.4.1)', async () => {
    open = await new S2Root(entries, FILES).initialised();
    expect(open.known).toEqual([]);
    expect(await open.search('src/core/sys/work')).toEqual(['src/core/sys/workspace_index.py']);
    expect(open.known).toEqual([
      'src/',
      'src/core/',
      'src/core/sys/',
      'src/core/sys/index_node.py',
      'src/core/sys/workspace_index.py',
    ]);
    expect(open.scans).toBe(1);
  });

  it('sees a directory that was made since (3.4.1)', async () => {
    open = await new S2Root(entries, FILES).initialised();
    open.write('src/new/helpers.py');
    expect(await open.search('src/new/help')).toEqual(['src/new/helpers.py']);
  });

  it('adds nothing that rules leave out, nor for a directory that is not there (3.4.1)', async () => {
    open = new S2Root(entries, [...FILES, 'src/secret/x']);
    open.write('.gitignore', '*_node.py\nsecret/\n');
    await open.initialised();
    const found = [open.search('src/core/sys/index'), open.search('src/none/x'), open.search('src/secret/x')];
    expect(await Promise.all(found)).toEqual([[], [], []]);
    expect(open.known).toEqual([
      '.gitignore*',
      'src/',
      'src/core/',
      'src/core/sys/',
      'src/core/sys/workspace_index.py',
    ]);
  });

  it('finds a name by one scan of everything, and takes in what matches and its parents only (3.4.2)', async () => {
    open = await new S2Root(entries, FILES).initialised();
    expect((await open.search('main')).sort()).toEqual(['lib/main.py', 'src/main.py', 'test/main.py']);
    expect(open.known).toEqual(['lib/', 'lib/main.py', 'src/', 'src/main.py', 'test/', 'test/main.py']);
    expect(open.scans).toBe(2);
    await open.search('main');
    expect(open.scans).toBe(2);
  });

  it('scans once, however many wait, and whatever they look for (3.4.2)', async () => {
    open = await new S2Root(entries, FILES).initialised();
    const found = await Promise.all(['engine', 'engine', 'workspace', 'index_'].map((query) => open.search(query)));
    expect(found).toEqual([
      ['src/core/engine.py'],
      ['src/core/engine.py'],
      ['src/core/sys/workspace_index.py'],
      ['src/core/sys/index_node.py'],
    ]);
    expect(open.scans).toBe(2);
  });

  it('presents no directory as whole that it knows in part, unlike S2', async () => {
    open = await new S2Root(entries, FILES).initialised();
    await open.search('engine');
    expect(open.known).toEqual(['src/', 'src/core/', 'src/core/engine.py']);
    expect(await open.search('src/core/')).toEqual(['src/core/sys', 'src/core/engine.py']);
  });
});
