import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AbsPath } from '../../src/actors/protocol/workspace.js';
import { makeTempDir, removeTempDir } from '../doubles/temp-dir.js';
import { troupe } from './troupe.js';

// A screen of the classic size, with a line for the prompt below.
const MAX_ROWS = 23;
const MAX_COLUMNS = 80;

let dir: AbsPath;
beforeAll(() => {
  dir = makeTempDir();
});
afterAll(() => {
  removeTempDir(dir);
});

async function print(...args: readonly string[]): Promise<string> {
  const { exitCode, stdout, stderr } = await troupe(args, { cwd: dir });
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  return stdout;
}

/** The names in the list of commands. */
function commandsIn(help: string): readonly string[] {
  const [, list = ''] = /^Commands:\n((?:  .*\n)+)/m.exec(help) ?? [];
  return [...list.matchAll(/^ {2}([a-z]+(?:, [a-z]+)*) /gm)].flatMap(([, names]) => names?.split(', ') ?? []);
}

test.each([[['--help']], [['-h']], [['help']]])('%j fits on a screen, options first', async (args) => {
  const help = await print(...args);
  const rows = help.trimEnd().split('\n');
  expect(rows.length).toBeLessThanOrEqual(MAX_ROWS);
  expect(rows.filter((row) => row.length > MAX_COLUMNS)).toEqual([]);
  expect(help.indexOf('Options:')).toBeLessThan(help.indexOf('Commands:'));
});

test('the short help names all commands, and only options that there are', async () => {
  const [short, whole, chat] = [
    await print('--help'),
    await print('help', 'all'),
    await print('help', 'chat'),
  ];
  const named = commandsIn(short);
  expect(named.length).toBeGreaterThan(10);
  expect([...named, 'help'].sort()).toEqual([...commandsIn(whole)].sort());
  const options = [...new Set(short.match(/--[a-z-]+/g))].filter((option) => option !== '--');
  expect(options.length).toBeGreaterThan(6);
  for (const option of options) expect(`${whole}${chat}`).toContain(`${option} `);
});

test('help all has the rest', async () => {
  const whole = await print('help', 'all');
  for (const heading of ['Examples:', 'Approvals:', 'Sandbox:', 'Models:', 'Exit codes:'])
    expect(whole).toContain(`\n${heading}\n`);
});

test.each(['run', 'threads', 'mcp', 'mcp add', 'checkpoints prune'])(
  'help %s says what its own --help says',
  async (command) => {
    const words = command.split(' ');
    expect(await print('help', ...words)).toBe(await print(...words, '--help'));
  },
);

test('the help of chat and run begins with what most people need', async () => {
  for (const command of ['chat', 'run']) {
    const help = await print('help', command);
    const options = [...help.matchAll(/^ {2}(?:-\w, )?(--[a-z-]+)/gm)].map(([, option]) => option);
    expect(options.slice(0, 5)).toEqual(['--model', '--continue', '--resume', '--mode', '--auto-approve']);
  }
});
