/* Pipes in the places of files that Troupe reads before it runs a command: to read one would block this process. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AbsPath } from '../../../../src/actors/protocol/workspace.js';
import { copyGitSettings } from '../../../../src/host/node/sandbox/mounts/git-settings.js';
import { findToolChains } from '../../../../src/host/node/sandbox/mounts/tool-chains.js';
import { findGitDrivers } from '../../../../src/host/node/sandbox/repository/find-git-drivers.js';
import { findEnclosing } from '../../../../src/host/node/sandbox/repository/git-folders.js';
import { mayMatch } from '../../../../src/host/node/sandbox/repository/may-match.js';
import { makeTempDir, removeTempDir, writeFiles } from '../../../doubles/temp-dir.js';

// After this time the watchdog writes to the pipes, so that a reader fails the test and does not stop it: long enough for
// whoever does not wait for a pipe, on any machine. Units: seconds.
const PATIENCE_S = 60;

let folder: AbsPath;
beforeEach(() => {
  folder = makeTempDir();
});
afterEach(() => {
  removeTempDir(folder);
});

/** Makes pipes in the folder, and resolves to whether nobody has waited for one of them. */
async function withPipes(names: readonly string[], read: () => unknown): Promise<boolean> {
  const paths = names.map((name) => join(folder, name));
  for (const path of paths) mkdirSync(dirname(path), { recursive: true });
  execFileSync('mkfifo', paths);
  const freed = join(folder, 'freed');
  const script = `sleep ${PATIENCE_S}; : > "$0"; for pipe; do while echo > "$pipe"; do :; done & done; wait`;
  const watchdog = spawn('/bin/sh', ['-c', script, freed, ...paths], { stdio: 'ignore', detached: true });
  await once(watchdog, 'spawn');
  const ended = once(watchdog, 'exit');
  await read();
  const isPrompt = !existsSync(freed);
  process.kill(-(watchdog.pid ?? 0), 'SIGKILL');
  await ended;
  return isPrompt;
}

test('settings of git and of package managers that are pipes are left out', async () => {
  const names = ['.gitconfig', '.config/git/config', '.npmrc', '.cargo/config.toml'];
  const isPrompt = await withPipes(names, () => {
    expect(copyGitSettings(folder).filter(({ path }) => path.startsWith(folder))).toEqual([]);
    expect(findToolChains(folder, {}).programs).toEqual([]);
  });
  expect(isPrompt).toBe(true);
});

test('a repository of pipes does not stop a look at it', async () => {
  writeFiles(folder, {
    'a/.git/HEAD': 'ref: refs/heads/main\n',
    'a/.git/objects/x': '',
    'a/.git/refs/x': '',
  });
  const isPrompt = await withPipes(
    ['a/.git/commondir', 'a/.git/config', 'a/.git/config.worktree', 'a/b/.git'],
    async () => {
      expect(findEnclosing(join(folder, 'a/b'))).toMatchObject({ gitFolder: join(folder, 'a/.git') });
      expect(await findGitDrivers(join(folder, 'a'), () => '/usr/bin/git')).toEqual([]);
    },
  );
  expect(isPrompt).toBe(true);
});

test('settings that are too long to be looked through count as such that may match', () => {
  writeFiles(folder, { long: '#'.repeat(17_000_000), short: '#' });
  expect(['long', 'short', 'missing'].map((name) => mayMatch(join(folder, name), /\[/))).toEqual([
    true,
    false,
    false,
  ]);
});
