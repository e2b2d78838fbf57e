import { execFileSync } from 'node:child_process';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Thread } from '../../../src/host/engine/thread.js';
import { makeTravelWorld, type TravelCall, type TravelWorld } from '../../doubles/travel-world.js';

let world: TravelWorld;
beforeEach(() => {
  world = makeTravelWorld({ files: { 'a.ts': 'one();\ntwo();\nthree();\n', 'b.ts': 'b();\n' } });
});
afterEach(async () => {
  await world[Symbol.asyncDispose]();
});

const read = (name: string): string => readFileSync(world.at(name), 'utf8');

const edit = (uri: string, original: string, updated: string): TravelCall => [
  'edit_file',
  {
    uri,
    search_replace_blocks: `<<<<<<< ORIGINAL\n${original}\n=======\n${updated}\n>>>>>>> UPDATED`,
  },
];

/** The error codes of the calls of a thread, in order; `done` for a call that has none. */
const outcomes = (thread: Thread): string[] =>
  thread.entries.flatMap((entry) =>
    entry.kind === 'observation' ? ['error' in entry.result ? entry.result.error : 'done'] : [],
  );

test("a file that a hook of the agent's own commit has formatted can be edited at once", async () => {
  const git = (...args: string[]): void => {
    execFileSync('git', args, { cwd: world.root, stdio: 'ignore' });
  };
  git('init');
  git('config', 'user.name', 'x');
  git('config', 'user.email', 'x@example.com');
  writeFileSync(world.at('.git/hooks/pre-commit'), '#!/bin/sh\nsed -i "1i// by a hook" a.ts\ngit add a.ts\n');
  chmodSync(world.at('.git/hooks/pre-commit'), 0o755);
  const thread = world.engine.createThread();
  await world.act(
    thread,
    ['read_file', { uri: 'a.ts' }],
    edit('a.ts', 'two();', 'zwei();'),
    ['sh', { command: 'git add a.ts && git commit -m x' }],
    edit('a.ts', 'three();', 'drei();'),
  );
  expect(outcomes(thread)).toEqual(['done', 'done', 'done', 'done']);
  expect(read('a.ts')).toBe('// by a hook\none();\nzwei();\ndrei();\n');
});

test('a file that a command has changed is not written anew before it is read again', async () => {
  const thread = world.engine.createThread();
  const rewrite: TravelCall = ['rewrite_file', { uri: 'a.ts', new_content: 'new();\n' }];
  await world.act(
    thread,
    ['read_file', { uri: 'a.ts' }],
    ['sh', { command: 'echo more >> a.ts' }],
    rewrite,
    ['read_file', { uri: 'a.ts' }],
    rewrite,
  );
  expect(outcomes(thread)).toEqual(['done', 'done', 'TOOL_EXECUTION', 'done', 'done']);
  expect(read('a.ts')).toBe('new();\n');
});

test('a file that somebody else has changed is not edited until it is read again, whatever commands did meanwhile', async () => {
  const thread = world.engine.createThread();
  await world.act(thread, ['read_file', { uri: 'a.ts' }]);
  writeFileSync(world.at('a.ts'), 'theirs();\nthree();\n');
  const change = edit('a.ts', 'three();', 'drei();');
  await world.act(
    thread,
    ['sh', { command: 'echo >> b.ts' }],
    change,
    ['read_file', { uri: 'a.ts' }],
    change,
  );
  expect(outcomes(thread)).toEqual(['done', 'done', 'STALE_FILE', 'done', 'done']);
  expect(read('a.ts')).toBe('theirs();\ndrei();\n');
});
