import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { AbsPath, GrepMatch, GrepSummary, RelPath } from '../../src/actors/protocol/workspace.js';
import { systemClock } from '../../src/actors/runtime/clock.js';
import { ContentIndex } from '../../src/workers/content/content-index.js';
import { ScanPool } from '../../src/workers/pool/pool.js';
import { type BuiltEntries, buildEntries } from './build-entries.js';

let entries: BuiltEntries;
let dir: string;
let pool: ScanPool;
beforeAll(async () => {
  entries = await buildEntries({ 'scan.entry': 'src/workers/scan.entry.ts' });
});
afterAll(() => {
  entries.remove();
});
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'troupe-grep-'));
});
afterEach(async () => {
  await pool.close();
  rmSync(dir, { recursive: true, force: true });
});

function openPool(): ScanPool {
  return new ScanPool({ threads: 2, entry: entries.url('scan.entry'), clock: systemClock });
}

async function grep(
  paths: readonly string[],
  pattern: string,
  isRegex = false,
): Promise<{ matches: GrepMatch[]; summary: GrepSummary | undefined }> {
  const matches: GrepMatch[] = [];
  let summary: GrepSummary | undefined;
  const how = { caseSensitive: true, include: [], contextLines: 0, maxMatches: 1000 };
  const search = { root: dir as AbsPath, paths: [paths as RelPath[]], pattern, isRegex, ...how };
  for await (const batch of pool.grep(search)) {
    matches.push(...batch.matches);
    summary = batch.summary;
  }
  return { matches, summary };
}

test('a minified file of 1.5 MB does not stop a search, for whatever is repeated in the pattern', async () => {
  pool = openPool();
  const minified = 'function a(){return 1;}b=async()=>{await c(d)};'.repeat(32_000);
  writeFileSync(join(dir, 'app.min.js'), `${minified}\nlast\n`);
  writeFileSync(join(dir, 'app.js'), 'function load() {\n  return await this.fetch(1);\n}\n');
  for (const [pattern, lines] of [
    ['return.*await.*fetch', ['app.js:2']],
    ['return.*await.*d', ['app.min.js:1']],
    [String.raw`\w+\s*\(.*\).*=>.*fetch`, []],
    ['(.*)*fetch', ['app.js:2']],
    [String.raw`(\w+\W+)+fetch`, ['app.js:2']],
    ['return.*await.*fetch(?!ed)', ['app.js:2']],
  ] as const) {
    const { matches, summary } = await grep(['app.min.js', 'app.js'], pattern, true);
    expect([pattern, matches.map(({ path, line }) => `${path}:${line}`)]).toEqual([pattern, lines]);
    expect(summary).toEqual({ filesSearched: 2, matches: lines.length, isCapped: false, unreadable: 0 });
  }
});

test('a line on which a pattern takes for ever is named, and everything else is searched', async () => {
  pool = openPool();
  const trap = `${'a'.repeat(60)}bx\n`;
  writeFileSync(join(dir, 'trap'), `aax\n${trap}aax\n${trap}`);
  writeFileSync(join(dir, 'other'), 'aax\n');
  const { matches, summary } = await grep(['trap', 'other'], String.raw`(a*)(a*)*\1\1x`, true);
  expect(matches.map(({ path, line }) => `${path}:${line}`).sort()).toEqual(['other:1', 'trap:1', 'trap:3']);
  const unfinished = [{ root: dir, path: 'trap', line: 2 }];
  expect(summary).toEqual({ filesSearched: 2, matches: 3, isCapped: false, unreadable: 0, unfinished });
});

test('a line of 100 MB is searched, and what is shown of it is cut', async () => {
  pool = openPool();
  writeFileSync(join(dir, 'large'), Buffer.concat([Buffer.alloc(100 << 20, 'x'), Buffer.from('needle')]));
  const { matches, summary } = await grep(['large'], 'needle');
  expect(matches.map(({ line, column, text }) => [line, column, text.length])).toEqual([
    [1, (100 << 20) + 1, 10_001],
  ]);
  expect(summary).toEqual({ filesSearched: 1, matches: 1, isCapped: false, unreadable: 0 });
});

test('a search ends well while files go, come back and become directories', async () => {
  pool = openPool();
  const names = Array.from({ length: 400 }, (_, index) => `file ${String(index)}`);
  for (const name of names) writeFileSync(join(dir, name), 'needle\n'.repeat(20));
  const steady = names.filter((_, index) => index % 4 === 0);
  for (let round = 0; round < 5; round++) {
    const search = grep(names, 'needle');
    for (const [index, name] of names.entries()) {
      if (index % 4 === 0) continue;
      rmSync(join(dir, name), { recursive: true });
      if ((index + round) % 4 === 1) mkdirSync(join(dir, name));
      else writeFileSync(join(dir, name), 'needle\n');
      if (index % 16 === 1) await new Promise((resolve) => setImmediate(resolve));
    }
    const { matches, summary } = await search;
    const found = new Set(matches.map(({ path }) => path as string));
    expect(steady.filter((name) => !found.has(name) && summary?.isCapped === false)).toEqual([]);
    expect(summary?.unreadable).toBe(0);
  }
});

test('threads sign what the content index rules out, and it is all that a search would not find', async () => {
  pool = openPool();
  const names = Array.from({ length: 600 }, (_, index) => `file ${String(index)}`) as RelPath[];
  for (const [index, name] of names.entries()) writeFileSync(join(dir, name), `needle ${String(index)}\n`);
  const content = new ContentIndex({
    root: dir as AbsPath,
    files: { paths: () => names, kindOf: () => 'file', fileCount: names.length },
    sign: (job) => pool.sign(job),
    compare: (job) => pool.compare(job),
    maxBytes: 1 << 24,
  });
  content.start();
  content.takeWatcherState({ status: 'watching', restarts: 0 });
  content.takeBatch({ root: dir as AbsPath, hints: [], rescans: ['' as RelPath] });
  content.takeComparison();
  await content.settled();
  const selected = await content.select({ pattern: 'needle 59', isRegex: false, caseSensitive: true }, null);
  const found = new Set((await grep(names, 'needle 59')).matches.map(({ path }) => path));
  expect(new Set(selected?.paths)).toEqual(found);
  expect(selected?.ruledOut).toBe(600 - found.size);
  content.close();
});
