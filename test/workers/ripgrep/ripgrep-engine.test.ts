import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rgPath } from '@vscode/ripgrep';
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { GrepMatch, GrepSummary, RelPath } from '../../../src/actors/protocol/workspace.js';
import { RipgrepEngine } from '../../../src/workers/ripgrep/ripgrep-engine.js';
import { parsePattern } from '../../../src/workers/regex/parse-pattern.js';
import type { GrepEngine } from '../../../src/workers/pool/grep-engine.js';
import type { GrepSearch } from '../../../src/workers/pool/run-grep.js';
import { rustRegex } from '../regex/rust-regex.js';
import { FakeClock } from '../../doubles/fake-clock.js';
import { engineHere } from '../grep/engine-here.js';
import { TempTree } from '../walk/temp-tree.js';
import { until } from '../../doubles/until.js';
import { untilEqual } from '../../doubles/until-equal.js';

vi.mock(import('node:child_process'), { spy: true });

let tree: TempTree;
/** What the engine behind ripgrep was asked to search. */
let redone: string[];
beforeEach(() => {
  tree = new TempTree();
  redone = [];
});
afterEach(() => {
  tree.remove();
});

const behind: GrepEngine = {
  grep: (search) => {
    redone.push(...(search.paths as readonly string[][]).flat());
    return engineHere.grep(search);
  },
};
const ripgrep = new RipgrepEngine({ program: rgPath, fallback: behind });

interface Found {
  readonly matches: readonly GrepMatch[];
  readonly summary: GrepSummary | undefined;
}

async function find(
  engine: GrepEngine,
  paths: readonly string[],
  search: Partial<GrepSearch> = {},
): Promise<Found> {
  const matches: GrepMatch[] = [];
  let summary: GrepSummary | undefined;
  const defaults = { isRegex: true, caseSensitive: true, include: [], contextLines: 0, maxMatches: 1000 };
  for await (const batch of engine.grep({
    ...defaults,
    pattern: 'foo',
    root: tree.root,
    paths: [paths as RelPath[]],
    ...search,
  })) {
    matches.push(...batch.matches);
    summary = batch.summary;
  }
  matches.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : a.line - b.line));
  return { matches, summary };
}

const BROKEN = [0x61, 0xe6, 0x97, 0x62, 0xff, 0x61, 0xa9, 0x0a];
const word = fc.constantFrom(
  'a',
  'b',
  'ab',
  'aab',
  'A',
  'B',
  'k',
  '\u212A',
  's',
  'ſ',
  'é',
  'É',
  '日',
  '😀',
  '_',
  '1',
  '٣',
  ' ',
  '\t',
  '.',

  '(',
  '\r',
  '\u2028',
  '\u0085',
  '\u00a0',
  '\u{FEFF}',
  '\u{FFFD}',
);
const line = fc.array(word, { maxLength: 8 }).map((words) => words.join(''));
const text = fc
  .tuple(fc.array(line, { maxLength: 12 }), fc.constantFrom('\n', '\n', '\r\n'), fc.boolean())
  // A second byte order mark is a character to us, and nothing to ripgrep.
  .map(([lines, end, isEnded]) => (lines.join(end) + (isEnded ? end : '')).replace(/^\u{FEFF}+/u, ''));
const content = fc
  .tuple(text, fc.constantFrom('utf8', 'utf8', 'mark', 'utf16le', 'utf16be', 'broken', 'nul'))
  .map(([text, kind]): Buffer => {
    switch (kind) {
      case 'utf8':
        return Buffer.from(text);
      case 'mark':
        return Buffer.from(`\u{FEFF}${text}`);
      case 'utf16le':
        return Buffer.from(`\u{FEFF}${text}`, 'utf16le');
      case 'utf16be':
        return Buffer.from(`\u{FEFF}${text}`, 'utf16le').swap16();
      case 'broken':
        return Buffer.concat([Buffer.from(text), Buffer.of(...BROKEN)]);
      default:
        return Buffer.concat([Buffer.from(text), Buffer.of(0), Buffer.from(text)]);
    }
  });

function isBroken(content: Buffer): boolean {
  return content.includes(Buffer.from(BROKEN));
}

describe('RipgrepEngine', () => {
  it('finds what our own engine finds, in random files, for random patterns', async () => {
    let translated = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(content, { minLength: 1, maxLength: 6 }),
        rustRegex,
        fc.boolean(),
        fc.constantFrom(0, 0, 2),
        async (contents, pattern, caseSensitive, contextLines) => {
          const search = { pattern, isRegex: true, caseSensitive, contextLines };
          fc.pre(parsePattern(search).isKnownToRipgrep);
          // Before a stray byte ripgrep sees the character before that.
          fc.pre(!/\\[bB<>]/.test(pattern) || contents.every((content) => !isBroken(content)));
          translated++;
          const paths = contents.map((content, index) => {
            const name = `file ${String(index)}`;
            tree.write(name, content);
            return name;
          });
          const expected = await find(engineHere, paths, search);
          expect(await find(ripgrep, paths, search)).toEqual(expected);
        },
      ),
      { numRuns: 300 },
    );
    expect(translated).toBeGreaterThanOrEqual(300);
  });

  it('cuts a line of megabytes around each of its matches, as our own engine does', async () => {
    const line = Array.from({ length: 20 }, (_, index) => `${'😀x'.repeat(50_000)}foo-${index}-`).join('');
    tree.write('file.js', `${line}\n${line}`);
    const search = { maxLineChars: 500, contextLines: 1 };
    const { matches } = await find(ripgrep, ['file.js'], search);
    expect(matches).toEqual((await find(engineHere, ['file.js'], search)).matches);
    expect(matches.map(({ column, lineChars }) => [column, lineChars])).toEqual(
      [1, 2].map(() => [150_001, line.length]),
    );
    expect([redone, matches[0]?.text.match(/foo-\d+-/gu)?.length]).toEqual([[], 20]);
  });

  it('ends in no time where JavaScript would not', async () => {
    tree.write('file', `${'a'.repeat(60)}b\n${'a'.repeat(60)}\n`);
    const { matches } = await find(ripgrep, ['file'], { pattern: '(a+)+$' });
    expect([matches.map(({ line, column }) => [line, column]), redone]).toEqual([[[2, 1]], []]);
  });

  it('has binary files searched by the engine behind, and no others', async () => {
    tree.write('binary', 'foo\0');
    tree.write('crlf', 'foo\r\n');
    tree.write('text', 'foo\n');
    const { matches, summary } = await find(ripgrep, ['binary', 'crlf', 'text'], { pattern: 'fo+' });
    expect(matches.map(({ path, text }) => [path, text])).toEqual([
      ['crlf', 'foo'],
      ['text', 'foo'],
    ]);
    expect(redone).toEqual(['binary']);
    expect(summary).toEqual({ filesSearched: 3, matches: 2, isCapped: false, unreadable: 0 });
  });

  it.each([String.raw`foo(?=bar)`, String.raw`(o)\1`, '{o', String.raw`\Afo+`, 'o*'])(
    'leaves /%s/ to the engine behind, which ripgrep would refuse or see otherwise',
    async (pattern) => {
      tree.write('a', 'foobar {o\n');
      expect((await find(ripgrep, ['a'], { pattern })).matches).toHaveLength(1);
      expect(redone).toEqual(['a']);
    },
  );

  it('gives ripgrep no file that is probably binary, and finds what is in it all the same', async () => {
    const files = {
      'a.ts': 'foo',
      Makefile: 'foo',
      'image.PNG': 'foo',
      program: `${'x\n'.repeat(1 << 17)}foo`,
    };
    for (const [path, content] of Object.entries(files)) tree.write(path, content);
    tree.write('lib.so', Buffer.from([0, 1, 2]));
    const { matches, summary } = await find(ripgrep, [...Object.keys(files), 'gone', 'lib.so']);
    expect(matches.map(({ path }) => path)).toEqual(['Makefile', 'a.ts', 'image.PNG', 'program']);
    expect(summary).toMatchObject({ filesSearched: 5, matches: 4 });
    const given = vi
      .mocked(spawn)
      .mock.calls.at(-1)?.[1]
      .filter((argument) => argument.startsWith('./'));
    expect([given, redone]).toEqual([
      ['./a.ts', './Makefile', './gone'],
      ['image.PNG', 'program', 'lib.so'],
    ]);
  });

  it('shows nothing through a link, of what is no file any more, or of a directory in its place', async () => {
    tree.write('dir/inner', 'foo');
    tree.write('there', 'foo');
    symlinkSync(join(tree.root, 'there'), join(tree.root, 'link'));
    const { matches, summary } = await find(ripgrep, ['link', 'gone', 'dir', 'there'], { pattern: 'fo+' });
    expect(matches.map(({ path }) => path)).toEqual(['there']);
    expect(summary?.unreadable).toBe(0);
  });

  it.each([
    ['-e', 'foo'],
    ['--pre=touch made', 'foo'],
    ['a\nb', 'foo'],
    ['*', 'foo'],
  ])('takes %j for a name and nothing else', async (name, content) => {
    tree.write(name, content);
    expect((await find(ripgrep, [name], { pattern: 'fo+' })).matches.map(({ path }) => path)).toEqual([name]);
  });

  it.each([
    [3, 3, true],
    [4, 4, false],
    [0, 0, true],
  ])('returns at most %i matches: %i, capped: %s', async (maxMatches, count, isCapped) => {
    tree.write('a', 'foo\nfoo\n');
    tree.write('b', 'foo\nfoo\n');
    const { matches, summary } = await find(ripgrep, ['a', 'b'], { pattern: 'fo+', maxMatches });
    expect([matches.length, summary?.matches, summary?.isCapped]).toEqual([count, count, isCapped]);
  });

  it('searches only the files that the globs include', async () => {
    for (const name of ['a.ts', 'b/c.ts', 'b/d.js']) tree.write(name, 'foo');
    const { matches, summary } = await find(ripgrep, ['a.ts', 'b/c.ts', 'b/d.js'], { include: ['*.ts'] });
    expect([matches.map(({ path }) => path), summary?.filesSearched]).toEqual([['a.ts', 'b/c.ts'], 2]);
  });

  it('leaves to the engine behind what is not on the disk', async () => {
    for (const name of ['a', 'b']) tree.write(name, 'foo');
    const contents = new Map([['a' as RelPath, Buffer.from('bar\nfoo')]]);
    const { matches } = await find(ripgrep, ['a', 'b'], { contents });
    expect(matches.map(({ path, line }) => [path, line])).toEqual([
      ['a', 2],
      ['b', 1],
    ]);
    expect(redone).toEqual(['a', 'b']);
  });

  it('searches more files than fit into the arguments of one process', async () => {
    const names = Array.from({ length: 6000 }, (_, index) => `${'d'.repeat(200)}/${String(index)}`);
    mkdirSync(join(tree.root, 'd'.repeat(200)));
    for (const name of names) writeFileSync(join(tree.root, name), 'foo');
    // Too much to read in vain, so that the others are given by name.
    writeFileSync(join(tree.root, `${'d'.repeat(200)}/ignored`), 'foo\n'.repeat(1 << 17));
    vi.mocked(spawn).mockClear();
    const { matches, summary } = await find(ripgrep, names, { pattern: 'fo+', maxMatches: 10_000 });
    expect([matches.length, summary?.filesSearched, redone]).toEqual([6000, 6000, []]);
    expect(vi.mocked(spawn).mock.calls.length).toBeGreaterThan(1);
  });

  it('gives ripgrep a directory in place of its files, and shows none but those asked for', async () => {
    const names = Array.from({ length: 3000 }, (_, index) => `a/${String(index % 50)}/${String(index)}`);
    for (let at = 0; at < 50; at++) mkdirSync(join(tree.root, `a/${String(at)}`), { recursive: true });
    for (const name of names) writeFileSync(join(tree.root, name), 'foo');
    for (const name of ['top', 'a/7/ignored', 'a/7/deeper/ignored']) tree.write(name, 'foo');
    vi.mocked(spawn).mockClear();
    const { matches, summary } = await find(ripgrep, [...names, 'top'], { pattern: 'fo+', maxMatches: 1e6 });
    expect(matches.map(({ path }) => path).toSorted()).toEqual([...names, 'top'].toSorted());
    expect([summary?.filesSearched, redone]).toEqual([3001, []]);
    const given = vi
      .mocked(spawn)
      .mock.calls.flatMap(([, args]) => args.filter((one) => one.startsWith('./')));
    expect(given).toHaveLength(51);
  });

  it('leaves the search to the engine behind when there are no files left for the pipes of ripgrep', async () => {
    tree.write('a', 'foo\n');
    vi.mocked(spawn).mockImplementationOnce(() => {
      // All that Node makes of it then.
      const child = Object.assign(new EventEmitter(), { kill: () => false });
      process.nextTick(() => child.emit('error', new Error('spawn rg EMFILE')));
      return child as unknown as ChildProcess;
    });
    expect((await find(ripgrep, ['a'])).matches).toHaveLength(1);
    expect(redone).toEqual(['a']);
  });

  it('leaves the search to the engine behind when ripgrep cannot be run, or refuses', async () => {
    tree.write('a', 'foo');
    const missing = new RipgrepEngine({ program: join(tree.root, 'no-such-program'), fallback: behind });
    expect((await find(missing, ['a'])).matches).toHaveLength(1);
    // It puts each pattern into a group, whose end then is a part of the comment.
    const refused = '(?x) fo+ # a comment';
    expect((await find(ripgrep, ['a'], { pattern: refused })).matches).toHaveLength(1);
    expect(redone).toEqual(['a', 'a']);
  });

  it('counts a file that it may not read', async () => {
    tree.write('open', 'foo');
    // A name that is too long for the system is there and cannot be read.
    const { matches, summary } = await find(ripgrep, ['x'.repeat(300), 'open'], { pattern: 'fo+' });
    expect([matches.length, summary]).toEqual([
      1,
      { filesSearched: 1, matches: 1, isCapped: false, unreadable: 1 },
    ]);
  });

  it('starts the next process while one still searches, and leaves none running', async () => {
    // Nobody writes to it, so that the first process waits until it is killed.
    mkdirSync(join(tree.root, 'alone'));
    execFileSync('mkfifo', [join(tree.root, 'alone/pipe')]);
    tree.write('text', 'foo');
    const gone = Array.from({ length: 1 << 14 }, (_, index) => `gone ${String(index)}`);
    const paths = [['alone/pipe', ...gone], ['text']] as RelPath[][];
    vi.mocked(spawn).mockClear();
    const leaving = new AbortController();
    const read = find(ripgrep, [], { pattern: 'fo+', paths, signal: leaving.signal });
    const started = (): readonly ChildProcess[] =>
      vi.mocked(spawn).mock.results.map(({ value }) => value as ChildProcess);
    await untilEqual(() => started().length, 2, 'two processes were started');
    const [first] = started();
    expect([first?.exitCode, first?.signalCode]).toEqual([null, null]);
    leaving.abort(new Error('enough'));
    await expect(read).rejects.toThrow('enough');
    await until(
      () => started().every(({ exitCode, signalCode }) => exitCode !== null || signalCode !== null),
      'both have ended',
    );
  });

  it('prepares the same files of a root once in five minutes', async () => {
    const names = Array.from(
      { length: 30 },
      (_, index) => `a/${String(index)}.${index % 2 === 0 ? 'ts' : 'md'}`,
    );
    for (const name of names) tree.write(name, 'foo');
    const clock = new FakeClock();
    const engine = new RipgrepEngine({ program: rgPath, fallback: behind, clock });
    let prepared = 0;
    const search = async (more: Partial<GrepSearch> = {}): Promise<[number, number]> => {
      const paths = {
        *[Symbol.iterator]() {
          prepared++;
          yield names as RelPath[];
        },
      };
      const { matches } = await find(engine, [], { pattern: 'fo+', paths, filesKey: 'all', ...more });
      return [matches.length, prepared];
    };
    expect(await search({ maxMatches: 3 })).toEqual([3, 1]);
    expect(await search({ pattern: 'o+' })).toEqual([30, 1]);
    expect(await search({ include: ['*.ts'] })).toEqual([15, 2]);
    expect(await search({ include: ['*.ts'] })).toEqual([15, 2]);
    expect(await search({ filesKey: 'other' })).toEqual([30, 3]);
    tree.write('a/new.ts', 'foo');
    expect(await search({ filesKey: 'other' })).toEqual([30, 3]);
    clock.advance(5 * 60_000);
    expect(await search({ filesKey: 'other' })).toEqual([30, 4]);
    engine.close();
    expect(await search({ filesKey: 'other' })).toEqual([30, 5]);
    engine.close();
    expect(clock.pending).toBe(0);
  });

  it('is killed when its signal aborts, and rejects with the reason', async () => {
    // Nobody writes to it, so that ripgrep waits until it is killed.
    execFileSync('mkfifo', [join(tree.root, 'pipe')]);
    const leaving = new AbortController();
    const read = find(ripgrep, ['pipe'], { pattern: 'fo+', signal: leaving.signal });
    setImmediate(() => {
      leaving.abort(new Error('enough'));
    });
    await expect(read).rejects.toThrow('enough');
  });
});
