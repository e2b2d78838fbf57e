import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RelPath } from '../../../src/actors/protocol/workspace.js';
import { yieldToEventLoop } from '../../../src/actors/runtime/abort.js';
import { ContentIndex } from '../../../src/workers/content/content-index.js';
import type { ContentIndexOptions } from '../../../src/workers/content/content-index-options.js';
import { compareJob, type SignedFiles, type SignJob } from '../../../src/workers/grep/sign-job.js';
import type { HintKind } from '../../../src/workers/watch/back-end/watcher.js';
import { FilterStore } from '../../../src/workers/content/filter-store.js';
import { FakeClock } from '../../doubles/fake-clock.js';
import { signWhole } from '../grep/sign-whole.js';
import { TempTree } from '../walk/temp-tree.js';
import { until } from '../../doubles/until.js';

const at = (path: string): RelPath => path as RelPath;
const literal = (pattern: string) => ({ pattern, isRegex: false, caseSensitive: true });

let tree: TempTree;
/** What the workspace index has: files by path, and the directories that they make. */
let indexed: Set<string>;
let signed: number;
let content: ContentIndex;
beforeEach(() => {
  tree = new TempTree();
  indexed = new Set();
  signed = 0;
  content = open();
  content.start();
});
afterEach(() => {
  content.close();
  tree.remove();
});

function open(options: Partial<ContentIndexOptions> = {}): ContentIndex {
  const isBelow = (path: string, directory: string): boolean =>
    directory === '' || path === directory || path.startsWith(`${directory}/`);
  return new ContentIndex({
    root: tree.root,
    files: {
      paths: (under) => [...indexed].filter((path) => isBelow(path, under)) as RelPath[],
      kindOf: (path) =>
        indexed.has(path)
          ? 'file'
          : [...indexed].some((file) => isBelow(file, path))
            ? 'directory'
            : undefined,
      get fileCount() {
        return indexed.size;
      },
    },
    sign: async (job) => {
      signed += job.paths.length;
      return signWhole(job);
    },
    compare: async (job) => compareJob(job),
    maxBytes: 1 << 24,
    calmMs: 0,
    ...options,
  });
}

/** What a thread says of files that have just changed: none has a stamp yet that the next change would alter. */
async function signFresh(job: SignJob): Promise<SignedFiles> {
  signed += job.paths.length;
  const files = signWhole(job);
  return { ...files, stamps: files.stamps.map(() => 0) };
}

/** Whether the index waits for the disk, which takes none of the clock's time. */
function isUsingFiles(): boolean {
  return process.getActiveResourcesInfo().some((type) => type.startsWith('FSReq'));
}

function openAnother(options: Partial<ContentIndexOptions>): void {
  content.close();
  content = open(options);
  content.start();
}

/** What a thread says of files without any text. */
function asEmpty({ paths }: SignJob): SignedFiles {
  return { outcomes: paths.map(() => 0), stamps: paths.map(() => 1), words: new Uint32Array(0) };
}

function write(path: string, text: string): void {
  tree.write(path, text);
  indexed.add(path);
}

function hint(kind: HintKind, ...paths: string[]): void {
  const hints = paths.map((path) => ({ path: at(path), kind }));
  content.takeBatch({ root: tree.root, hints, rescans: [] });
}

function rescan(directory: string): void {
  content.takeBatch({ root: tree.root, hints: [], rescans: [at(directory)] });
}

/** As a watcher and an index do that have just come to life. */
async function catchUp(): Promise<void> {
  content.takeWatcherState({ status: 'watching', restarts: 0 });
  rescan('');
  content.takeComparison();
  await content.settled();
}

async function select(pattern: string): Promise<string[] | null> {
  return (await content.select(literal(pattern), null))?.paths.toSorted() ?? null;
}

describe('ContentIndex', () => {
  it('selects the files that may match, and counts the others', async () => {
    write('a', 'alpha');
    write('dir/b', 'bravo');
    await catchUp();
    expect(await content.select(literal('bravo'), null)).toEqual({ paths: ['dir/b'], ruledOut: 1 });
    expect(await content.select(literal('bravo'), (path) => path === 'a')).toEqual({
      paths: [],
      ruledOut: 1,
    });
    expect(content.signedCount).toBe(2);
  });

  it.each([
    ['too short', { pattern: 'al', isRegex: false, caseSensitive: true }],
    ['empty', { pattern: '', isRegex: false, caseSensitive: true }],
    [
      'a regular expression without a certain text',
      { pattern: 'a?l?p?h?a?', isRegex: true, caseSensitive: true },
    ],
    ['one of whose alternatives says nothing', { pattern: 'alpha|x', isRegex: true, caseSensitive: true }],
  ])('has everything searched for a pattern that is %s', async (_, pattern) => {
    write('a', 'alpha');
    await catchUp();
    expect(await content.select(pattern, null)).toBeNull();
  });

  it('reads nothing before the first search', async () => {
    write('a', 'alpha');
    content.close();
    content = open();
    await catchUp();
    write('b', 'bravo');
    content.takeChange([at('b')], []);
    hint('changed', 'a');
    rescan('');
    await content.settled();
    expect([signed, content.bytes]).toEqual([0, 0]);

    expect([await select('bravo'), signed]).toEqual([null, 0]);
    content.start();
    await content.settled();
    expect([await select('bravo'), signed]).toEqual([['b'], 2]);
  });

  it('is of no use from the start of a watch to the end of the comparison that follows', async () => {
    openAnother({ sign: signFresh });
    write('a', 'alpha');
    content.takeWatcherState({ status: 'watching', restarts: 0 });
    content.takeComparison();
    await content.settled();
    expect(await select('bravo')).toBeNull();
    rescan('');
    content.takeChange([], [at('')]);
    await content.settled();
    expect(await select('bravo')).toBeNull();
    content.takeComparison();
    await content.settled();
    expect(await select('bravo')).toEqual([]);
  });

  it('signs nothing while files change', async () => {
    const clock = new FakeClock();
    content.close();
    content = open({ clock, calmMs: 250 });
    content.start();
    write('a', 'alpha');
    const caughtUp = catchUp();
    await yieldToEventLoop();
    clock.advance(200);
    hint('changed', 'a');
    clock.advance(200);
    await yieldToEventLoop();
    expect(signed).toBe(0);
    clock.advance(50);
    await caughtUp;
    expect([await select('bravo'), signed]).toEqual([[], 1]);
  });

  it('is built batch by batch where something changes all the time', async () => {
    const clock = new FakeClock();
    content.close();
    content = open({ clock, calmMs: 250, sign: async (job) => asEmpty(job) });
    content.start();
    for (let file = 0; file < 1000; file += 1) indexed.add(String(file));
    const caughtUp = catchUp();
    let ms = 0;
    for (; content.signedCount < 1000; ms += 50) {
      hint('changed', 'elsewhere');
      clock.advance(50);
      for (let breath = 0; breath < 5 || isUsingFiles(); breath += 1) await yieldToEventLoop();
    }
    await caughtUp;
    // Two seconds for the doubt and two for taking the files in, then little more than a tenth of a second for each 256 of them.
    expect([ms > 4000, ms < 5000]).toEqual([true, true]);
  });

  it.each([
    ['while nothing changes', 0, [1, 2, 2, 2]],
    ['until something changes', 250, [1, 2, 1, 1]],
  ])('has two batches at a time signed %s', async (_, calmMs, expected) => {
    const clock = new FakeClock();
    let running = 0;
    const seen: number[] = [];
    content.close();
    content = open({
      clock,
      calmMs,
      async sign(job) {
        hint('changed', 'elsewhere');
        seen.push((running += 1));
        await yieldToEventLoop();
        running -= 1;
        return asEmpty(job);
      },
    });
    content.start();
    for (let file = 0; file < 1000; file += 1) indexed.add(String(file));
    clock.autoAdvance();
    await catchUp();
    expect([seen, content.signedCount]).toEqual([expected, 1000]);
  });

  it('takes no file for what it was while the watch was interrupted', async () => {
    openAnother({ sign: signFresh });
    write('a', 'alpha');
    await catchUp();
    content.takeWatcherState({ status: 'restarting', restarts: 1, reason: 'lost' });
    expect(await select('bravo')).toBeNull();
    write('a', 'bravo');
    await catchUp();
    expect([await select('bravo'), await select('alpha')]).toEqual([['a'], []]);
  });

  it('takes a file for a candidate from the hint of its change on, at once', async () => {
    write('a', 'alpha');
    write('b', 'bravo');
    write('c', 'charlie');
    await catchUp();
    write('a', 'delta');
    hint('changed', 'a');
    expect(await select('delta')).toEqual(['a']);
    await content.settled();
    expect([await select('delta'), await select('alpha')]).toEqual([['a'], []]);
  });

  it('takes in new files, and leaves out those that are gone', async () => {
    write('a', 'alpha');
    await catchUp();
    write('b', 'alpha');
    hint('created', 'b');
    content.takeChange([at('b')], []);
    await content.settled();
    expect(await select('alpha')).toEqual(['a', 'b']);
    rmSync(join(tree.root, 'a'));
    indexed.delete('a');
    content.takeChange([at('a')], []);
    expect(await select('alpha')).toEqual(['b']);
  });

  it('is not deceived by a directory that took the place of another', async () => {
    write('there/f', 'alpha');
    write('other/f', 'bravo');
    write('x', 'x-ray');
    await catchUp();
    renameSync(join(tree.root, 'there'), join(tree.root, 'gone'));
    renameSync(join(tree.root, 'other'), join(tree.root, 'there'));
    indexed.delete('other/f');
    hint('created', 'there');
    await content.settled();
    expect([await select('bravo'), await select('alpha')]).toEqual([['there/f'], []]);
  });

  it('doubts what a rescan names and no more, and believes it again without reading', async () => {
    openAnother({ sign: signFresh });
    write('a/f', 'alpha');
    write('b/f', 'bravo');
    await catchUp();
    const before = signed;
    rescan('a');
    expect(await select('bravo')).toBeNull();
    await content.settled();
    expect([await select('bravo'), signed - before]).toEqual([['b/f'], 1]);
  });

  it('searches files each time that a thread cannot sign', async () => {
    content.close();
    content = open({ sign: () => Promise.reject(new Error('out of memory')) });
    content.start();
    write('a', 'alpha');
    await catchUp();
    expect([await select('bravo'), content.signedCount]).toEqual([null, 0]);
  });

  it('gives up when the paths alone take half of its budget', async () => {
    content.close();
    content = open({ maxBytes: 1000 });
    content.start();
    for (let file = 0; file < 10; file++) write(String(file), 'alpha');
    await catchUp();
    expect([await select('bravo'), content.bytes, signed]).toEqual([null, 0, 0]);
  });

  it('forgets files that went without a word', async () => {
    write('a', 'alpha');
    for (let file = 0; file < 1500; file++) indexed.add(String(file));
    await catchUp();
    indexed.clear();
    indexed.add('a');
    const { bytes } = content;
    content.takeChange([], [at('')]);
    await content.settled();
    expect(content.bytes).toBeLessThan(bytes);
    expect(await select('alpha')).toEqual(['a']);
  });

  it('loses no match while files change under it', async () => {
    const path = fc.constantFrom('a', 'b', 'd/a', 'd/b', 'e/a');
    const text = fc.constantFrom('alpha\n', 'bravo\n', 'alpha\nbravo\n', '');
    const action = fc.oneof(
      { weight: 4, arbitrary: fc.record({ write: path, text }) },
      { weight: 2, arbitrary: fc.record({ remove: path }) },
      { weight: 1, arbitrary: fc.constant('swap' as const) },
      { weight: 1, arbitrary: fc.constant('interrupt' as const) },
      { weight: 1, arbitrary: fc.record({ rescan: fc.constantFrom('', 'd') }) },
      { weight: 2, arbitrary: fc.constant('settle' as const) },
      { weight: 4, arbitrary: fc.record({ yieldToEventLoop: fc.nat(3) }) },
    );
    let used = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(action, { maxLength: 25, size: 'max' }), async (actions) => {
        tree.remove();
        tree = new TempTree();
        indexed = new Set();
        const texts = new Map<string, string>();
        const put = (path: string, text: string): void => {
          write(path, text);
          texts.set(path, text);
        };
        content.close();
        content = open();
        content.start();
        for (const path of ['a', 'd/a', 'e/a']) put(path, 'charlie');
        await catchUp();
        for (const action of actions) {
          if (action === 'settle') await content.settled();
          else if (action === 'swap') {
            const [d, e] = ['d', 'e'].map((name) => join(tree.root, name)) as [string, string];
            for (const directory of [d, e]) mkdirSync(directory, { recursive: true });
            renameSync(d, join(tree.root, 'tmp'));
            renameSync(e, d);
            renameSync(join(tree.root, 'tmp'), e);
            // First the hint, while the index still has what was there; then the index.
            hint('created', 'd', 'e');
            const moved = [...texts].filter(([path]) => path.includes('/'));
            for (const [path] of moved) texts.delete(path);
            for (const [path, text] of moved)
              texts.set((path.startsWith('d') ? 'e' : 'd') + path.slice(1), text);
            indexed = new Set(texts.keys());
            content.takeChange([at('d'), at('e')], [at('d'), at('e')]);
          } else if (action === 'interrupt') {
            content.takeWatcherState({ status: 'degraded', restarts: 0, reason: 'lost', unwatched: [] });
            put('a', 'bravo\n');
            content.takeWatcherState({ status: 'watching', restarts: 1 });
            rescan('');
            // What the comparison has found comes before its end.
            content.takeChange([at('a')], [at('')]);
            content.takeComparison();
          } else if ('rescan' in action) {
            rescan(action.rescan);
            content.takeChange([], [at(action.rescan)]);
          } else if ('yieldToEventLoop' in action) {
            for (let turn = 0; turn < action.yieldToEventLoop; turn++)
              await new Promise((resolve) => setImmediate(resolve));
          } else if ('remove' in action) {
            rmSync(join(tree.root, action.remove), { force: true });
            texts.delete(action.remove);
            indexed.delete(action.remove);
            hint('deleted', action.remove);
            content.takeChange([at(action.remove)], []);
          } else {
            tree.write(action.write, action.text);
            texts.set(action.write, action.text);
            hint(indexed.has(action.write) ? 'changed' : 'created', action.write);
            indexed.add(action.write);
            content.takeChange([at(action.write)], []);
          }
          for (const word of ['alpha', 'bravo']) {
            const paths = await select(word);
            if (paths === null) continue;
            used++;
            const holding = [...texts].flatMap(([path, text]) => (text.includes(word) ? [path] : []));
            expect(paths).toEqual(expect.arrayContaining(holding));
          }
        }
      }),
      { numRuns: 300 },
    );
    expect(used).toBeGreaterThan(1000);
  });
});

describe('ContentIndex while nobody watches', () => {
  /** Where the filter is kept: outside of the root. */
  let folder: TempTree;
  beforeEach(() => {
    folder = new TempTree();
  });
  afterEach(() => {
    folder.remove();
  });

  /** As the next process does. */
  async function reopen(options: Partial<ContentIndexOptions> = {}): Promise<void> {
    await content.keep();
    content.close();
    signed = 0;
    const config = { path: tree.root, corePatterns: [], ignorePatterns: [], useGitignore: true };
    content = open({ store: new FilterStore(folder.root, config), ...options });
  }

  /** Waits until a change would bear another time than those before: only such files bear stamps. */
  async function untilOlder(): Promise<void> {
    const times = [...indexed].map((path) => lstatSync(join(tree.root, path)).ctimeMs);
    await until(() => Date.now() > Math.max(...times) + 20, 'the clock of the system has gone on');
  }

  /** Has all files signed in a process before. */
  async function signBefore(): Promise<void> {
    await untilOlder();
    await reopen();
    content.start();
    await content.settled();
    await reopen();
  }

  it('compares the times of the files that it rules out', async () => {
    write('a', 'alpha');
    write('b', 'bravo');
    await untilOlder();
    content.close();
    content = open();
    content.start();
    await content.settled();
    expect(await select('bravo')).toEqual(['b']);
    tree.write('a', 'bravo');
    expect(await select('bravo')).toEqual(['a', 'b']);
    expect(await content.select(literal('bravo'), (path) => path === 'b')).toBeNull();
  });

  it('has in the next process only those files read that may match', async () => {
    for (let file = 0; file < 100; file++) write(`file${file}`, `needle ${file};`);
    await signBefore();
    expect(await content.select(literal('needle 42;'), null)).toEqual({ paths: ['file42'], ruledOut: 99 });
    content.start();
    await content.settled();
    expect(signed).toBe(0);
  });

  it('signs for a second at the end of the first run, and hardly longer at that of a short later one', async () => {
    const asked: number[] = [];
    for (const count of [100, 5000]) {
      for (let file = 0; file < count; file++) indexed.add(String(file));
      let signing = 0;
      const sign = async (job: SignJob): Promise<SignedFiles> => {
        signing += job.paths.length;
        return asEmpty(job);
      };
      await reopen({ clock: new FakeClock(), sign });
      content.start();
      await content.keep();
      asked.push(signing);
    }
    expect(asked).toEqual([100, 0]);
  });

  it.each([
    ['that is as long', () => tree.write('a', 'bravo')],
    [
      'whose time of change was set back',
      () => {
        const { atimeMs, mtimeMs } = lstatSync(join(tree.root, 'a'));
        tree.write('a', 'bravo');
        utimesSync(join(tree.root, 'a'), atimeMs / 1000, mtimeMs / 1000);
      },
    ],
    [
      'that another file took the place of',
      () => {
        renameSync(join(tree.root, 'other'), join(tree.root, 'a'));
      },
    ],
    [
      'in a directory that another took the place of',
      () => {
        rmSync(join(tree.root, 'a'));
        renameSync(join(tree.root, 'there'), join(tree.root, 'gone'));
        renameSync(join(tree.root, 'elsewhere'), join(tree.root, 'there'));
      },
    ],
    ['that is new', () => write('new', 'bravo')],
  ])('takes a file for a candidate %s', async (_, change) => {
    write('a', 'alpha');
    tree.write('other', 'bravo');
    write('there/f', 'alpha');
    tree.write('elsewhere/f', 'bravo');
    write('x', 'x-ray');
    await signBefore();
    expect(await select('bravo')).toEqual([]);
    change();
    const read = (path: string): string => {
      return existsSync(join(tree.root, path)) ? readFileSync(join(tree.root, path), 'utf8') : '';
    };
    const holding = ['a', 'new', 'there/f'].filter((path) => read(path) === 'bravo');
    expect([holding.length, await select('bravo')]).toEqual([1, expect.arrayContaining(holding)]);
  });

  it.each([false, true])(
    'doubts what was kept when the watch is live already (compared: %s)',
    async (isCompared) => {
      for (const path of ['a', 'b', 'c']) write(path, 'alpha');
      await signBefore();
      tree.write('a', 'bravo');
      content.takeWatcherState({ status: 'watching', restarts: 0 });
      rescan('');
      if (isCompared) content.takeComparison();
      expect(await select('bravo')).toEqual(['a']);
      if (!isCompared) content.takeComparison();
      content.start();
      await content.settled();
      expect([await select('bravo'), signed]).toEqual([['a'], 3]);
    },
  );

  it('trusts no time of a file that was changed in the tick in which it was read', async () => {
    write('x', 'x-ray');
    await untilOlder();
    await reopen({
      async sign(job) {
        for (const path of job.paths) if (path === 'a') writeFileSync(join(tree.root, path), 'alpha');
        return signWhole(job);
      },
    });
    write('a', 'alpha');
    content.start();
    await content.settled();
    await reopen();
    // Whatever time this bears.
    tree.write('a', 'bravo');
    expect(await select('bravo')).toEqual(['a']);
  });

  it('writes nothing anew for a few changed files, and signs none for that', async () => {
    for (let file = 0; file < 100; file++) write(String(file), 'alpha');
    await signBefore();
    const times = (): number[] =>
      readdirSync(folder.root).map((path) => lstatSync(join(folder.root, path)).ino);
    const before = times();
    tree.write('7', 'bravo');
    expect(await select('bravo')).toEqual(['7']);
    content.start();
    await reopen();
    expect(times()).toEqual(before);
    expect(await select('bravo')).toEqual(['7']);
  });

  it('loses no match of files that change between two processes', async () => {
    const path = fc.constantFrom('a', 'b', 'd/a', 'd/b', 'e/a');
    const text = fc.constantFrom('alpha\n', 'bravo\n', 'alpha\nbravo\n', '');
    const action = fc.oneof(
      { weight: 4, arbitrary: fc.record({ write: path, text, isSetBack: fc.boolean() }) },
      { weight: 1, arbitrary: fc.record({ remove: path }) },
      { weight: 1, arbitrary: fc.constant('swap' as const) },
      { weight: 2, arbitrary: fc.constant('grow old' as const) },
      { weight: 3, arbitrary: fc.constant('reopen' as const) },
    );
    let ruledOut = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(action, { maxLength: 12, size: 'max' }), async (actions) => {
        tree.remove();
        tree = new TempTree();
        indexed = new Set();
        await reopen();
        for (const start of ['a', 'd/a', 'e/a']) write(start, 'charlie\n');
        for (const step of actions) {
          if (step === 'grow old') await untilOlder();
          else if (step === 'reopen') {
            content.start();
            await reopen();
          } else if (step === 'swap') {
            const [d, e, tmp] = ['d', 'e', 'tmp'].map((name) => join(tree.root, name)) as [
              string,
              string,
              string,
            ];
            for (const directory of [d, e]) mkdirSync(directory, { recursive: true });
            renameSync(d, tmp);
            renameSync(e, d);
            renameSync(tmp, e);
            const other: Record<string, string> = { d: 'e', e: 'd' };
            indexed = new Set([...indexed].map((one) => one.replace(/^[de](?=\/)/, (name) => other[name]!)));
          } else if ('remove' in step) {
            rmSync(join(tree.root, step.remove), { force: true });
            indexed.delete(step.remove);
          } else {
            const absolute = join(tree.root, step.write);
            const before = lstatSync(absolute, { throwIfNoEntry: false });
            write(step.write, step.text);
            if (step.isSetBack && before !== undefined) utimesSync(absolute, before.atime, before.mtime);
          }
          for (const word of ['alpha', 'bravo']) {
            const selection = await content.select(literal(word), null);
            if (selection === null) continue;
            ruledOut += selection.ruledOut;
            const holding = [...indexed].filter((one) =>
              readFileSync(join(tree.root, one), 'utf8').includes(word),
            );
            expect(selection.paths).toEqual(expect.arrayContaining(holding));
            expect(selection.paths.length + selection.ruledOut).toBe(indexed.size);
          }
        }
      }),
      { numRuns: 60 },
    );
    expect(ruledOut).toBeGreaterThan(50);
  });
});
