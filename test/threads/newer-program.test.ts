import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ENTRY_VERSION } from '../../src/actors/protocol/thread.js';
import type { AbsPath } from '../../src/actors/protocol/workspace.js';
import { makeTempDir, removeTempDir } from '../doubles/temp-dir.js';
import { type Ended, jsonLines, troupe } from '../e2e/troupe.js';
import { type BuiltEntries, buildEntries } from './build-entries.js';

/** Builds what the sources will be when the next version of entries comes. */
const nextVersion: Plugin = {
  name: 'next version',
  setup(build) {
    build.onLoad({ filter: /actors[\\/]protocol[\\/]thread\.ts$/ }, ({ path }) => ({
      loader: 'ts',
      contents: readFileSync(path, 'utf8').replace(
        `ENTRY_VERSION = ${ENTRY_VERSION};`,
        `ENTRY_VERSION = ${ENTRY_VERSION + 1};`,
      ),
    }));
  },
};

let newer: BuiltEntries;
let state: AbsPath;
let root: AbsPath;
let thread: string;
beforeAll(async () => {
  newer = await buildEntries({ 'newer-program.entry': 'test/threads/entries/newer-program.entry.ts' }, [
    nextVersion,
  ]);
  state = makeTempDir();
  root = makeTempDir();
  const script = fileURLToPath(newer.url('newer-program.entry'));
  thread = execFileSync(process.execPath, [script, join(state, 'troupe'), root], { encoding: 'utf8' }).trim();
});
afterAll(() => {
  newer.remove();
  removeTempDir(state);
  removeTempDir(root);
});

const run = (...args: readonly string[]): Promise<Ended> =>
  troupe(args, { cwd: root, env: { XDG_STATE_HOME: state, XDG_CONFIG_HOME: state } });

describe('a conversation of a newer program', () => {
  test('is listed and found', async () => {
    const [listed] = jsonLines<{ readonly id: string; readonly title: string }>(
      await run('threads', '--json'),
    );
    expect(listed).toMatchObject({ id: thread, title: 'Mend the tests' });
    expect((await run('threads', 'search', 'mended')).stdout).toContain('The tests are mended.');
  });

  test('is exported whole, entries of unknown kinds included', async () => {
    const { exitCode, stdout } = await run('threads', 'export', thread, '--format', 'json');
    expect(exitCode).toBe(0);
    const { entries } = JSON.parse(stdout) as { readonly entries: readonly { readonly kind: string }[] };
    expect(entries[0]).toMatchObject({ kind: 'thread', version: ENTRY_VERSION + 1 });
    expect(entries.at(-1)).toMatchObject({ kind: 'screen_seen', picture: 'A red bar.' });
    const markdown = await run('threads', 'export', thread, '--format', 'markdown');
    expect(markdown.stdout).toContain('The tests are mended.');
  });

  test('is not continued, which says why and changes nothing', async () => {
    const before = (await run('threads', 'export', thread, '--format', 'json')).stdout;
    const { exitCode, stderr } = await run('run', '--resume', thread, 'And now?');
    expect(exitCode).not.toBe(0);
    expect(stderr).toContain(`expected version ${ENTRY_VERSION} or older, got ${ENTRY_VERSION + 1}`);
    expect((await run('threads', 'export', thread, '--format', 'json')).stdout).toBe(before);
  });
});
