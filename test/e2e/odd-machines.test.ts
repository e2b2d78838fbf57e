import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect } from 'vitest';
import type { AbsPath } from '../../src/actors/protocol/workspace.js';
import { testUnless } from '../doubles/run-unless.js';
import { makeTempDir, removeTempDir, writeFiles } from '../doubles/temp-dir.js';
import { troupe } from './troupe.js';

let dir: AbsPath;
beforeEach(() => {
  dir = makeTempDir();
  chmodSync(dir, 0o755);
  writeFiles(dir, { 'a.ts': 'export const a = 1;\n' });
});
afterEach(() => {
  removeTempDir(dir);
});

const OFFLINE = ['run', '--provider', 'offline', '--model', 'offline'];
/** An account that the system knows by nothing but its number. */
const NOBODY = ['setpriv', '--reuid', '12345', '--clear-groups', 'env', '-u', 'HOME', '-u', 'XDG_STATE_HOME'];
const testAsNobody = testUnless(
  spawnSync(NOBODY[0]!, [...NOBODY.slice(1), process.execPath, '-e', '0'], { cwd: '/' }).status === 0
    ? undefined
    : 'Only root can become another account, with setpriv.',
);
const testWithProc = testUnless(existsSync('/proc/self') ? undefined : 'This system has no /proc.');

describe('a home folder', () => {
  testWithProc('in which nobody can make a folder stores nothing, and the run ends', async () => {
    for (const home of ['/proc', '/proc/self/fdinfo', '/proc/none/here']) {
      const ended = await troupe([...OFFLINE, 'show a.ts'], {
        cwd: dir,
        env: { HOME: home, XDG_STATE_HOME: '', XDG_CONFIG_HOME: '', XDG_CACHE_HOME: '' },
        through: ['env', '-u', 'TROUPE_CACHE_DIRECTORY'],
      });
      expect(ended).toMatchObject({
        exitCode: 0,
        stdout: expect.stringContaining('export const a') as string,
      });
      expect(ended.stderr).toContain('this conversation is not stored');
    }
  });

  testAsNobody('that nobody knows is said in one line, with what to set', async () => {
    for (const args of [
      [...OFFLINE, 'show a.ts'],
      ['grep', 'x'],
      ['threads'],
      ['models'],
      ['checkpoints', 'size'],
    ]) {
      const { exitCode, stderr } = await troupe(args, { cwd: dir, through: NOBODY });
      expect(stderr).toMatch(
        /^troupe: Your home folder is unknown: .* Set HOME to a folder that you can write to\.\n$/,
      );
      expect(exitCode).toBe(2);
    }
  });

  testAsNobody(
    'that nobody knows is not needed for help, nor where the environment says where things are',
    async () => {
      for (const args of [['--help'], ['--version'], ['checkpoints', '--help']])
        expect(await troupe(args, { cwd: dir, through: NOBODY })).toMatchObject({ exitCode: 0, stderr: '' });
      const state = join(dir, 'state');
      const { exitCode, stdout } = await troupe(['files'], {
        cwd: dir,
        through: [...NOBODY, `XDG_STATE_HOME=${state}`, `XDG_CONFIG_HOME=${state}`],
      });
      expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: 'a.ts\n' });
    },
  );
});
