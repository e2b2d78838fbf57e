import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { rgPath } from '@vscode/ripgrep';
import * as fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import type {
  AbsPath,
  GrepRequest,
  RelPath,
  UnsavedFile,
} from '../../../../src/actors/protocol/workspace.js';
import { grepRoots, type SearchableRoot } from '../../../../src/workers/index/asks/grep-roots.js';
import { WorkspaceRoot } from '../../../../src/workers/index/root/workspace-root.js';
import { RipgrepEngine } from '../../../../src/workers/ripgrep/ripgrep-engine.js';
import type { ScanRequest } from '../../../../src/workers/pool/run-scan.js';
import { statDirectories } from '../../../../src/workers/walk/stat-directories.js';
import { engineHere } from '../../grep/engine-here.js';
import { scanAlone } from '../../walk/scanned-tree.js';
import { TempTree } from '../../walk/temp-tree.js';

let tree: TempTree;
let root: WorkspaceRoot;

afterEach(async () => {
  (await ripgrep).close();
  await root.close();
  tree.remove();
});

async function openTree(files: Readonly<Record<string, string>>): Promise<void> {
  tree = new TempTree();
  for (const [path, content] of Object.entries(files)) tree.write(path, content);
  const pool = {
    scan: async ({ rules, under }: ScanRequest) => scanAlone(tree.root, rules, under),
    statDirectories: async (job: Parameters<typeof statDirectories>[0]) => statDirectories(job),
  };
  const config = { path: tree.root, corePatterns: [], ignorePatterns: ['*.log'], useGitignore: false };
  const listener = { onStatus: () => undefined, onChange: () => undefined, onRules: () => undefined };
  root = new WorkspaceRoot(config, { pool, listener });
  root.open();
  await root.settled;
}

const ripgrep = Promise.resolve(new RipgrepEngine({ program: rgPath, fallback: engineHere }));

/** A filter that knows every file on the disk, and knows nothing of what is not saved. */
const exactFilter: SearchableRoot['content'] = {
  start: () => undefined,
  async select({ pattern }, isInScope) {
    const scope = [...root.data.paths('' as RelPath)].filter((path) => isInScope?.(path) !== false);
    const paths = scope.filter((path) => readFileSync(join(tree.root, path), 'utf8').includes(pattern));
    return { paths, ruledOut: scope.length - paths.length };
  },
};
const noFilter: SearchableRoot['content'] = { start: () => undefined, select: async () => null };

interface Found {
  readonly lines: readonly string[];
  readonly filesSearched: number | undefined;
}

async function grep(request: Partial<GrepRequest>, content = noFilter, engine = ripgrep): Promise<Found> {
  const how = { isRegex: false, caseSensitive: true, contextLines: 0, maxMatches: 1000 };
  const lines: string[] = [];
  let filesSearched: number | undefined;
  const engines = { threads: engineHere, ripgrep: engine };
  for await (const { matches, summary } of grepRoots(
    engines,
    [{ root, content, catchUp: () => root.settled }],
    {
      pattern: 'foo',
      ...how,
      ...request,
    },
  )) {
    lines.push(...matches.map(({ path, line, text }) => `${path}:${line}: ${text}`));
    filesSearched = summary?.filesSearched;
  }
  return { lines: lines.sort(), filesSearched };
}

const unsaved = (path: string, content: string): UnsavedFile => {
  return { path: join(tree.root, path), content: Buffer.from(content) };
};

test('a search finds what is not saved as if it were, whatever is on the disk, known of it or looked for', async () => {
  await openTree({});
  const path = fc.constantFrom('a.ts', 'b.md', 'lib/a.ts', 'lib/deep/c.ts', 'left-out.log');
  const content = fc
    .array(fc.constantFrom('foo', ' fo o', 'bar foo', 'ä foo 😀', ''), { maxLength: 4 })
    .map((lines) => lines.join('\n'));
  const files = fc.dictionary(path, content, { maxKeys: 5 });
  const request = fc.record({
    under: fc.constantFrom('', 'lib', 'lib/deep', 'a.ts', 'left-out.log'),
    include: fc.constantFrom([], ['*.ts'], ['lib/**']),
    // The last is ripgrep's, which cannot see what is not on the disk.
    how: fc.constantFrom(
      { pattern: 'foo', isRegex: false },
      { pattern: 'foo$', isRegex: true },
      { pattern: 'o+', isRegex: true },
    ),
    content: fc.constantFrom(exactFilter, noFilter),
  });
  await fc.assert(
    fc.asyncProperty(files, files, request, async (saved, typed, { under, include, how, content: known }) => {
      for (const entry of ['a.ts', 'b.md', 'lib', 'left-out.log'])
        rmSync(join(tree.root, entry), { recursive: true, force: true });
      for (const [at, text] of Object.entries(saved)) tree.write(at, text);
      // What is typed in a file that is gone from the disk counts when it is named.
      const changed = Object.entries(typed).filter(([at]) => at in saved || at === under);
      await root.rescan();
      const search = { ...how, under: under as RelPath, include };
      const filter = how.isRegex ? noFilter : known;
      const found = await grep(
        { ...search, unsaved: changed.map(([at, text]) => unsaved(at, text)) },
        filter,
      );

      for (const [at, text] of changed) tree.write(at, text);
      await root.rescan();
      expect(found).toEqual(await grep(search));
    }),
    { numRuns: 150 },
  );
});

test('what ripgrep keeps of earlier searches changes no result, whatever changes in between', async () => {
  await openTree({});
  const path = fc.constantFrom('a.ts', 'b.md', 'lib/a.ts', 'lib/b.ts', 'lib/c.ts', 'lib/d.ts', 'out.log');
  const change = fc.record({ path, content: fc.constantFrom('foo', 'bar\nfoo', 'bar', 'foo\0', undefined) });
  const request = fc.record({
    under: fc.constantFrom('', 'lib', 'lib/a.ts', 'out.log').map((at) => at as RelPath),
    include: fc.constantFrom([], ['*.ts']),
  });
  const step = fc.record({ changes: fc.array(change, { maxLength: 3 }), request });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 6 }), async (steps) => {
      for (const { changes, request: asked } of steps) {
        for (const { path: at, content } of changes)
          if (content === undefined) rmSync(join(tree.root, at), { force: true });
          else tree.write(at, content);
        await root.rescan();
        const search = { ...asked, pattern: 'o+', isRegex: true };
        const fresh = new RipgrepEngine({ program: rgPath, fallback: engineHere });
        const found = await grep(search, noFilter);
        expect(found).toEqual(await grep(search, noFilter, Promise.resolve(fresh)));
        fresh.close();
      }
    }),
    { numRuns: 60 },
  );
});

test('what rules leave out is searched when it is named, saved or not', async () => {
  await openTree({ 'a.ts': '', 'b.log': '' });
  const typed = [unsaved('b.log', 'foo\n')];
  expect(await grep({ unsaved: typed })).toEqual({ lines: [], filesSearched: 1 });
  expect((await grep({ unsaved: typed, under: 'b.log' as RelPath })).lines).toEqual(['b.log:1: foo']);
});

test('what is not saved outside of the root is not looked at', async () => {
  await openTree({ 'a.ts': '' });
  const outside = { path: `${tree.root}-other/a.ts` as AbsPath, content: Buffer.from('foo') };
  expect(await grep({ unsaved: [outside] })).toEqual({ lines: [], filesSearched: 1 });
});

test('the limit counts what is not saved as well', async () => {
  await openTree({ 'a.ts': 'foo\n', 'b.ts': 'foo\n' });
  const found = await grep({ unsaved: [unsaved('a.ts', 'foo\nfoo\nfoo\n')], maxMatches: 2 });
  expect(found.lines).toEqual(['a.ts:1: foo', 'a.ts:2: foo']);
});
