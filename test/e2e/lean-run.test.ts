import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AbsPath } from '../../src/actors/protocol/workspace.js';
import { ModelServer } from '../actors/llm/model-server.js';
import { makeTempDir, removeTempDir, writeFiles } from '../doubles/temp-dir.js';
import { editCall, playCalls } from './play-calls.js';
import { type Ended, troupe } from './troupe.js';

let dir: AbsPath;
let state: AbsPath;
let server: ModelServer;
beforeEach(async () => {
  dir = makeTempDir();
  state = makeTempDir();
  writeFiles(dir, { 'price.ts': 'export const price = 41;\n' });
  server = await ModelServer.start();
});
afterEach(async () => {
  await server[Symbol.asyncDispose]();
  for (const folder of [dir, state]) removeTempDir(folder);
});

// What each takes of a start, on two cores: a thread 60 ms, the first use of Intl 20, a pattern of all emoji 40.
const REFUSALS = `
import { syncBuiltinESMExports } from 'node:module';
import threads from 'node:worker_threads';
const refuse = (what) => class { constructor() { throw new Error('It makes ' + what + '.'); } };
threads.Worker = refuse('a thread');
syncBuiltinESMExports();
for (const name of ['Collator', 'DateTimeFormat', 'ListFormat', 'NumberFormat', 'Segmenter']) Intl[name] = refuse(name);
for (const kind of [Number, Date]) kind.prototype.toLocaleString = refuse('a format');
globalThis.RegExp = new Proxy(RegExp, {
  construct: (target, [source, flags]) =>
    flags?.includes('v') ? new (refuse('a pattern of sets'))() : new target(source, flags),
});
`;

/** Runs a task where what a start does not need is refused. */
function run(...args: readonly string[]): Promise<Ended> {
  return troupe(['run', '--base-url', server.url, '--model', 'm', '--auto-approve', 'all', ...args], {
    cwd: dir,
    env: {
      XDG_STATE_HOME: state,
      XDG_CONFIG_HOME: state,
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(REFUSALS)}`,
    },
  });
}

test('a run that reads, edits and answers starts no thread, and makes nothing for texts that it does not have', async () => {
  const calls = [['read_file', { uri: 'price.ts' }], editCall('price.ts', '41', '42')] as const;
  server.handle = playCalls(server, calls, 'It is 42.');
  expect(await run('Raise the price.')).toMatchObject({ exitCode: 0, stdout: 'It is 42.\n' });
  expect(readFileSync(join(dir, 'price.ts'), 'utf8')).toContain('42');
});

test('what is refused there is what a search needs', async () => {
  server.handle = playCalls(server, [['search_pathnames_only', { query: 'price' }]], 'Found.');
  await run('Find it.');
  const [, result] = server.received;
  expect(JSON.stringify(result?.body)).toContain('It makes a thread.');
});
