import { statSync, utimesSync } from 'node:fs';
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
beforeEach(async () => {
  const files = ['src/core/engine.py', 'src/core/node.py', 'src/main.py', 'docs/guide.md'];
  open = await new S2Root(entries, files, { corePatterns: ['src/core/'] }).initialised();
});
afterEach(async () => {
  await open[Symbol.asyncDispose]();
});

const CORE = ['src/', 'src/core/*', 'src/core/engine.py*', 'src/core/node.py*'];

describe('S2 4.1, creation', () => {
  it('takes in what was created, and the directories on the way to it', async () => {
    open.write('lib/deep/new.py');
    await open.tell(['created', 'lib/deep/new.py']);
    expect(open.known).toEqual(['lib/', 'lib/deep/', 'lib/deep/new.py', ...CORE]);
  });

  it('takes in as core what the patterns say is core', async () => {
    open.write('src/core/new.py');
    await open.tell(['created', 'src/core/new.py']);
    expect(open.known).toEqual([...CORE.slice(0, 3), 'src/core/new.py*', 'src/core/node.py*']);
  });

  it('ignores what the rules ignore', async () => {
    open.write('.gitignore', '*.log\n');
    await open.tell(['created', '.gitignore']);
    open.write('src/x.log');
    await open.tell(['created', 'src/x.log']);
    expect(open.known).toEqual(['.gitignore*', ...CORE]);
  });
});

describe('S2 4.2, deletion', () => {
  it('takes out core and dynamic entries alike, and all below a directory', async () => {
    await open.search('main');
    open.remove('src/main.py');
    open.remove('src/core');
    await open.tell(['deleted', 'src/main.py'], ['deleted', 'src/core']);
    expect(open.known).toEqual(['src/']);
    expect(open.root.retention.zone?.size).toBe(1);
  });

  it('takes no notice of what it does not know', async () => {
    open.remove('docs/guide.md');
    await open.tell(['deleted', 'docs/guide.md']);
    expect(open.known).toEqual(CORE);
  });
});

describe('S2 4.3, moving', () => {
  it('keeps what is core core, wherever it goes, and dynamic what is not', async () => {
    await open.search('main');
    open.move('src/core', 'lib/kernel');
    open.move('src/main.py', 'lib/start.py');
    await open.tell(
      ['deleted', 'src/core'],
      ['created', 'lib/kernel'],
      ['deleted', 'src/main.py'],
      ['created', 'lib/start.py'],
    );
    expect(open.known).toEqual([
      'lib/',
      'lib/kernel/*',
      'lib/kernel/engine.py*',
      'lib/kernel/node.py*',
      'lib/start.py',
      'src/',
    ]);
  });
});

describe('S2 4.4, content', () => {
  it('follows the time of a file that it knows, and does not take in another for that', async () => {
    const before = await open.reply('engine');
    const file = join(open.path, 'src/core/engine.py');
    utimesSync(file, 1, 1_000_000);
    await open.tell(['changed', 'src/core/engine.py'], ['changed', 'docs/guide.md']);
    const after = await open.reply('engine');
    expect([before.hits[0]?.mtimeMs === statSync(file).mtimeMs, after.hits[0]?.mtimeMs]).toEqual([
      false,
      1_000_000_000,
    ]);
    expect(open.known).toEqual(CORE);
  });

  it('is no use of it', async () => {
    await open[Symbol.asyncDispose]();
    open = await new S2Root(entries, ['a1', 'b1', 'c1'], { capacity: 2 }).initialised();
    await open.search('a1');
    await open.search('b1');
    await open.tell(['changed', 'a1']);
    await open.search('c1');
    expect(open.known).toEqual(['c1']);
  });
});

describe('S2 4.5, .gitignore', () => {
  it('brings the index in line with rules that were created, changed, moved and deleted', async () => {
    await open.search('main');
    await open.search('guide');
    const all = ['docs/', 'docs/guide.md', ...CORE, 'src/main.py'];
    expect(open.known).toEqual(all);

    open.write('.gitignore', 'main.py\n');
    await open.tell(['created', '.gitignore']);
    expect(open.known).toEqual(['.gitignore*', ...all.slice(0, -1)]);

    open.write('.gitignore', '*.md\n');
    await open.tell(['changed', '.gitignore']);
    expect(await open.search('guide')).toEqual([]);
    expect(await open.search('main')).toEqual(['src/main.py']);

    open.move('.gitignore', 'src/.gitignore');
    await open.tell(['deleted', '.gitignore'], ['created', 'src/.gitignore']);
    expect(await open.search('guide')).toEqual(['docs/guide.md']);

    open.write('src/.gitignore', 'main.py\n');
    await open.tell(['changed', 'src/.gitignore']);
    expect(await open.search('main')).toEqual([]);

    open.remove('src/.gitignore');
    await open.tell(['deleted', 'src/.gitignore']);
    expect(await open.search('main')).toEqual(['src/main.py']);
  });

  it('serves searches by the old rules meanwhile, without waiting', async () => {
    await open.search('main');
    open.write('.gitignore', 'main.py\n');
    const told = open.tell(['created', '.gitignore']);
    expect(await open.search('main')).toEqual(['src/main.py']);
    await told;
    expect(await open.search('main')).toEqual([]);
  });
});
