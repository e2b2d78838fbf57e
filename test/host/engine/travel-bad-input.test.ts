import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { StaleFileError, ToolExecutionError, VersionLostError } from '../../../src/actors/protocol/errors.js';
import type { Thread } from '../../../src/host/engine/thread.js';
import { errorOf } from '../../doubles/error-of.js';
import { asksFor, says } from '../../doubles/played-model.js';
import { makeTravelWorld, readTree, type TravelWorld } from '../../doubles/travel-world.js';
import { until } from '../../doubles/until.js';

let world: TravelWorld;
let onStep: ((what: string) => void) | undefined;
beforeEach(() => {
  onStep = undefined;
  world = makeTravelWorld({
    files: { a: 'first\n', b: 'second\n' },
    other: { a: 'other\n' },
    onStep: (what) => onStep?.(what),
  });
});
afterEach(async () => {
  await world[Symbol.asyncDispose]();
});

const read = (name: string): string => readFileSync(world.at(name), 'utf8');
const tree = (): object => Object.fromEntries(readTree(world.roots.filter((root) => existsSync(root))));

/** A thread whose only turn ran this command. */
async function changed(command: string): Promise<Thread> {
  const thread = world.engine.createThread();
  await world.act(thread, ['sh', { command }]);
  return thread;
}

/** The error of a jump to the beginning, after which everything is as it was before. */
async function refused(thread: Thread): Promise<Error> {
  const before = tree();
  const error = await errorOf(() => thread.undo({ choices: 'restore' }));
  expect(tree()).toEqual(before);
  return error as Error;
}

test('a folder with files of a person in the place of a file stays, and the error says what to do', async () => {
  const thread = await changed('echo changed > a; echo changed > b');
  rmSync(world.at('a'));
  mkdirSync(world.at('a'));
  writeFileSync(world.at('a/theirs'), 'theirs\n');
  const error = await refused(thread);
  expect(error).toBeInstanceOf(ToolExecutionError);
  expect(error.message).toContain('move them elsewhere first');
  await thread.undo({ choices: 'keep' });
  expect([read('a/theirs'), read('b')]).toEqual(['theirs\n', 'second\n']);
});

test('a rename that changes the case alone is undone, and one by a person is a conflict', async () => {
  const thread = await changed('mv a A');
  await thread.undo();
  expect(readdirSync(world.root)).toEqual(['a', 'b']);
  await thread.redo();
  expect(readdirSync(world.root)).toEqual(['A', 'b']);
  await thread.undo();
  const other = await changed('echo changed > a');
  renameSync(world.at('a'), world.at('A'));
  expect((await other.planJump(other.entries[0]!.id)).files).toMatchObject([
    { path: world.at('a'), action: 'conflict', now: null },
  ]);
  await other.undo();
  expect([readdirSync(world.root), read('A')]).toEqual([['A', 'b'], 'changed\n']);
});

test('what another thread writes meanwhile stays, and is not taken for the work of the one that goes back', async () => {
  const thread = await changed('echo changed > a');
  const other = world.engine.createThread();
  world.play(
    asksFor(['sh', { command: 'echo begun > c; while test ! -e go; do echo more >> b; done; rm go' }]),
    says('Done.'),
  );
  const turn = await other.send({ text: 'Write.' });
  await until(() => existsSync(world.at('c')), 'the command has begun');
  await thread.undo();
  expect(read('a')).toBe('first\n');
  writeFileSync(world.at('go'), '');
  await turn.result();
  expect(read('b')).toMatch(/^second\n(?:more\n)+$/);
  await other.undo();
  expect([read('a'), read('b'), existsSync(world.at('c'))]).toEqual(['first\n', 'second\n', false]);
});

test('a file that is written at the last moment keeps what was written, and all others stay as they were', async () => {
  const thread = await changed('echo changed > a; echo changed > b');
  onStep = (what) => {
    if (what === 'commit replace') writeFileSync(world.at('b'), 'by another thread\n');
  };
  expect(await errorOf(() => thread.undo())).toBeInstanceOf(StaleFileError);
  expect([read('a'), read('b')]).toEqual(['changed\n', 'by another thread\n']);
  onStep = undefined;
  await thread.undo();
  expect([read('a'), read('b')]).toEqual(['first\n', 'by another thread\n']);
});

test('a version that is missing from the store stops the jump before anything is changed', async () => {
  const thread = await changed('echo changed > a; echo changed > b');
  const [, old] = (await thread.planJump(thread.entries[0]!.id)).files;
  if (old?.target?.kind !== 'file') throw new Error('There is no old version.');
  const { hash } = old.target;
  rmSync(join(world.versions, 'objects', hash.slice(0, 2), hash.slice(2)));
  expect(await refused(thread)).toBeInstanceOf(VersionLostError);
});

test('a version that git has forgotten stops the jump before anything is changed', async () => {
  const git = (...args: readonly string[]): void => {
    const person = ['-c', 'user.name=A', '-c', 'user.email=a@example.org'];
    execFileSync('git', [...person, ...args], { cwd: world.root, stdio: 'pipe' });
  };
  git('init', '-q');
  git('add', '-A');
  git('commit', '-q', '-m', 'first');
  const thread = await changed('echo changed > a; echo changed > b');
  git('commit', '-q', '-a', '--amend', '-m', 'other');
  git('reflog', 'expire', '--expire=now', '--all');
  git('gc', '-q', '--prune=now');
  const error = await refused(thread);
  expect(error).toBeInstanceOf(VersionLostError);
  expect(error.message).toContain('is no longer in the repository');
});

test('a root that is gone is a conflict, and everything in the other one comes back', async () => {
  const thread = await changed('echo changed > a; echo changed > ../other/a');
  const other = world.roots[1]!;
  renameSync(other, `${other}-moved`);
  const [first, second] = (await thread.planJump(thread.entries[0]!.id)).files;
  expect([first?.action, second?.action]).toEqual(['restore', 'conflict']);
  await thread.undo();
  expect([read('a'), existsSync(other)]).toEqual(['first\n', false]);
  expect(readFileSync(`${other}-moved/a`, 'utf8')).toBe('changed\n');
});

test('what a command changes in one root can be undone while the other one is gone', async () => {
  const other = world.roots[1]!;
  renameSync(other, `${other}-moved`);
  const thread = await changed('echo changed > a');
  expect(thread.entries.filter(({ kind }) => kind === 'notice')).toEqual([]);
  await thread.undo();
  expect(read('a')).toBe('first\n');
});

test('a root that a command removes comes back with what was in it', async () => {
  const before = tree();
  const thread = await changed('rm -rf ../other');
  await thread.undo();
  expect(tree()).toEqual(before);
});
