import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ApprovalRule } from '../../src/actors/protocol/approvals.js';
import type { AbsPath } from '../../src/actors/protocol/workspace.js';
import { makeTempDir, removeTempDir, writeFiles } from '../doubles/temp-dir.js';
import { type Ended, jsonLines, troupe } from './troupe.js';

const RULES: readonly ApprovalRule[] = [
  { effect: 'allow', when: { command: ['npx', 'vitest'] } },
  { effect: 'deny', when: { path: '**/.env', access: 'read' } },
  { effect: 'allow', when: { line: 'make test\n\u001b[2J', cwd: '/work' } },
  { effect: 'allow', when: { tool: 'edit_file' } },
];

let dir: AbsPath;
beforeEach(() => {
  dir = makeTempDir();
  writeFiles(dir, { 'settings/troupe/approvals.json': JSON.stringify({ rules: RULES }) });
});
afterEach(() => {
  removeTempDir(dir);
});

const approvals = (...args: readonly string[]): Promise<Ended> =>
  troupe(['approvals', ...args], { cwd: dir, env: { XDG_CONFIG_HOME: join(dir, 'settings') } });

function kept(): unknown {
  const { rules } = JSON.parse(readFileSync(join(dir, 'settings/troupe/approvals.json'), 'utf8')) as {
    readonly rules: unknown;
  };
  return rules;
}

test('approvals lists what is remembered, with nothing in it that a terminal would obey', async () => {
  const listed = {
    exitCode: 0,
    stdout: [
      '1  allow commands that start with `npx vitest`',
      '2  deny reading files like **/.env',
      '3  allow exactly `make test\\u{a}\\u{1b}[2J` in /work',
      '4  allow every call of edit_file',
      '',
    ].join('\n'),
    stderr: '',
  };
  expect(await approvals()).toEqual(listed);
  expect(await approvals('list')).toEqual(listed);
  expect(jsonLines(await approvals('list', '--json'))).toEqual(
    RULES.map((rule, index) => ({ number: index + 1, ...rule })),
  );
});

test('approvals takes back what has a number, or nothing when one of the numbers is wrong', async () => {
  expect(await approvals('remove', '4', '1')).toEqual({
    exitCode: 0,
    stdout: 'Revoked: allow every call of edit_file\nRevoked: allow commands that start with `npx vitest`\n',
    stderr: '',
  });
  expect(kept()).toEqual([RULES[1], RULES[2]]);
  const wrong = await approvals('remove', '1', '3');
  expect(wrong).toMatchObject({ exitCode: 2, stdout: '' });
  expect(wrong.stderr).toBe('troupe: There is no approval 3: there are 1 to 2 (see "troupe approvals").\n');
  expect(kept()).toEqual([RULES[1], RULES[2]]);
});

test('approvals clear takes back what is allowed, and keeps what is forbidden', async () => {
  expect((await approvals('clear', '--json')).stdout.split('\n')).toHaveLength(4);
  expect(kept()).toEqual([RULES[1]]);
  expect((await approvals('clear')).stdout).toBe('Nothing was allowed.\n');
});

test('approvals says what is wrong with the file it cannot read', async () => {
  writeFiles(dir, { 'settings/troupe/approvals.json': '{' });
  const ended = await approvals();
  expect(ended).toMatchObject({ exitCode: 2, stdout: '' });
  expect(ended.stderr).toContain('is not a list of rules');
});
