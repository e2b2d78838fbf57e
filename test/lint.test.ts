import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const oxlint = join(root, 'node_modules/oxlint/bin/oxlint');
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'troupe-lint-'));
  copyFileSync(join(root, '.oxlintrc.json'), join(folder, '.oxlintrc.json'));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** The exit code of our lint, and the rules that were broken with the file in which each was. */
function lint(sources: Readonly<Record<string, string>>): { status: number | null; broken: string[] } {
  for (const [name, source] of Object.entries(sources)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), source);
  }
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [oxlint, '--deny-warnings', '--format=json'],
    { cwd: folder, encoding: 'utf8' },
  );
  expect(stderr).toBe('');
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: { code: string; filename: string }[] };
  return { status, broken: diagnostics.map(({ code, filename }) => `${filename} ${code}`).sort() };
}

test('lint fails when two files import each other', () => {
  const sources = {
    'a.ts': "import { b } from './b.js';\nexport const a = (): number => b() + 1;\n",
    'b.ts': "import { a } from './a.js';\nexport const b = (): number => a() + 1;\n",
  };
  expect(lint(sources)).toEqual({ status: 1, broken: ['a.ts import(no-cycle)', 'b.ts import(no-cycle)'] });
});

test('lint fails when two files import only types of each other', () => {
  const sources = {
    'a.ts': "import type { B } from './b.js';\nexport interface A {\n  readonly b?: B;\n}\n",
    'b.ts': "import type { A } from './a.js';\nexport interface B {\n  readonly a?: A;\n}\n",
  };
  expect(lint(sources)).toEqual({ status: 1, broken: ['a.ts import(no-cycle)', 'b.ts import(no-cycle)'] });
});

const WAITS =
  "import { setTimeout } from 'node:timers/promises';\nexport const wait = () => setTimeout(1);\n";
const MEASURES = 'export const now = () => performance.now();\n';

test.each([
  ['no-restricted-globals', 'export const wait = (then: () => void) => setTimeout(then, 1);\n'],
  ['no-restricted-imports', "import { setTimeout } from 'node:timers';\nexport const wait = setTimeout;\n"],
  ['no-restricted-imports', WAITS],
  [
    'no-restricted-imports',
    "import { scheduler } from 'node:timers/promises';\nexport const wait = scheduler;\n",
  ],
  [
    'no-restricted-imports',
    "import { performance } from 'node:perf_hooks';\nexport const clock = performance;\n",
  ],
  [
    'no-restricted-imports',
    "import { randomInt } from 'node:crypto';\nexport const draw = () => randomInt(6);\n",
  ],
  ['no-restricted-properties', 'export const wait = (then: () => void) => globalThis.setTimeout(then, 1);\n'],
  [
    'no-restricted-properties',
    "import { vi } from 'vitest';\nexport const wait = () => vi.waitFor(() => 1);\n",
  ],
  [
    'no-restricted-properties',
    "import { vi } from 'vitest';\nexport const wait = () => vi.waitUntil(() => 1);\n",
  ],
  [
    'no-restricted-properties',
    "import { expect } from 'vitest';\nexport const wait = () => expect.poll(() => 1);\n",
  ],
  ['no-restricted-properties', MEASURES],
  ['no-restricted-properties', 'export const draw = () => Math.random();\n'],
])('lint fails by %s when a test has %j', (rule, source) => {
  const code = `eslint(${rule})`;
  expect(lint({ 'test/a.test.ts': source })).toEqual({ status: 1, broken: [`test/a.test.ts ${code}`] });
  expect(lint({ 'test/a.test.ts': 'export const a = 1;\n', 'src/a.ts': source }).broken).toEqual([]);
});

test('lint fails when a source asks whether a URL can be parsed', () => {
  const source = 'export const isUrl = (text: string) => URL.canParse(text);\n';
  expect(lint({ 'src/a.ts': source, 'test/a.test.ts': source }).broken).toEqual([
    'src/a.ts eslint(no-restricted-properties)',
    'test/a.test.ts eslint(no-restricted-properties)',
  ]);
});

test('lint passes when the helpers of tests have what no test may have', () => {
  const timer = 'export const wait = (then: () => void) => setTimeout(then, 1);\n';
  const sources = {
    'test/doubles/until.ts': timer + MEASURES,
    'test/doubles/later.ts': WAITS,
    'test/doubles/stopwatch.ts': MEASURES,
  };
  expect(lint(sources)).toEqual({ status: 0, broken: [] });
});

test('lint passes when imports go one way', () => {
  const sources = {
    'a.ts': "import { b } from './b.js';\nexport const a = (): number => b() + 1;\n",
    'b.ts': 'export const b = (): number => 1;\n',
  };
  expect(lint(sources)).toEqual({ status: 0, broken: [] });
});
