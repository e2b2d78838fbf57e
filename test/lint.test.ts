import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
  for (const [name, source] of Object.entries(sources)) writeFileSync(join(folder, name), source);
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

test('lint passes when imports go one way', () => {
  const sources = {
    'a.ts': "import { b } from './b.js';\nexport const a = (): number => b() + 1;\n",
    'b.ts': 'export const b = (): number => 1;\n',
  };
  expect(lint(sources)).toEqual({ status: 0, broken: [] });
});
