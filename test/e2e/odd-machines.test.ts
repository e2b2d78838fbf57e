import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { AbsPath } from '../../src/actors/protocol/workspace.js';
import { deferred } from '../../src/actors/runtime/deferred.js';
import { chunk, ModelServer, type Received } from '../actors/llm/model-server.js';
import { testUnless } from '../doubles/run-unless.js';
import { makeTempDir, removeTempDir, writeFiles } from '../doubles/temp-dir.js';
import { startTroupe, troupe } from './troupe.js';

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
    for (const args of [[...OFFLINE, 'show a.ts'], ['threads'], ['models'], ['checkpoints', 'size']]) {
      const { exitCode, stderr } = await troupe(args, { cwd: dir, through: NOBODY });
      expect(stderr).toMatch(
        /^troupe: Your home folder is unknown: .* Set HOME to a folder that you can write to\.\n$/,
      );
      expect(exitCode).toBe(2);
    }
  });

  testAsNobody('that nobody knows, or nobody can read, is not needed for what asks the index', async () => {
    const locked = makeTempDir();
    chmodSync(locked, 0o000);
    const unread = expect.stringMatching(/^troupe: \.: .*git\/ignore was not read: EACCES.*\n$/) as string;
    for (const [through, args, stderr] of [
      [NOBODY, ['search', 'a.t'], ''],
      [NOBODY, ['grep', 'export'], ''],
      [NOBODY, ['tree'], ''],
      [[...NOBODY, '-u', 'TROUPE_CACHE_DIRECTORY', `HOME=${locked}`], ['search', 'a.t'], unread],
    ] as const)
      expect(await troupe(args, { cwd: dir, through })).toMatchObject({
        exitCode: 0,
        stdout: expect.stringContaining('a.ts') as string,
        stderr,
      });
    removeTempDir(locked);
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

describe('a home folder that is read-only', () => {
  testAsNobody('lets files be edited, and stores nothing', async () => {
    const home = join(dir, 'home');
    const temporary = join(dir, 'tmp');
    for (const [path, mode] of [
      [home, 0o555],
      [temporary, 0o700],
    ] as const) {
      mkdirSync(path);
      chmodSync(path, mode);
    }
    for (const path of [dir, temporary, join(dir, 'a.ts')]) chownSync(path, 12_345, 12_345);
    const edit = [...OFFLINE, '--auto-approve', 'edits', 'replace 1 with 2 in a.ts'];
    const through = [...NOBODY, `HOME=${home}`, `TMPDIR=${temporary}`];
    const { exitCode, stderr } = await troupe(edit, { cwd: dir, through });
    expect({ exitCode, text: readFileSync(join(dir, 'a.ts'), 'utf8') }).toEqual({
      exitCode: 0,
      text: 'export const a = 2;\n',
    });
    expect(stderr).toContain('this conversation is not stored');
    expect(readdirSync(home)).toEqual([]);

    chmodSync(temporary, 0o555);
    rmSync(join(temporary, 'troupe-changes-12345'), { recursive: true });
    const refused = await troupe([...edit.slice(0, -1), 'replace 2 with 3 in a.ts'], { cwd: dir, through });
    expect(refused.stdout).toContain('set XDG_STATE_HOME, or HOME, to a folder that you can write to.');
    expect(readFileSync(join(dir, 'a.ts'), 'utf8')).toBe('export const a = 2;\n');
  });
});

describe.each(['XDG_CONFIG_HOME', 'XDG_STATE_HOME', 'HOME'])('a file that %s names', (name) => {
  // Without these the home folder decides.
  const env = (): Record<string, string> => ({
    XDG_CONFIG_HOME: '',
    XDG_STATE_HOME: '',
    // A file outside of the workspace.
    [name]: import.meta.filename,
  });

  test('is said with what to check, or is passed over by what needs no folder', async () => {
    const advice = /^troupe: .*\(ENOTDIR\).*[Cc]heck HOME and XDG_/;
    for (const args of [[...OFFLINE, 'show a.ts'], ['approvals'], ['models'], ['mcp', 'list']]) {
      const { exitCode, stderr } = await troupe(args, { cwd: dir, env: env() });
      if (name === 'XDG_STATE_HOME' && args[0] !== 'run') expect(stderr).not.toContain('ENOTDIR');
      else expect([args, stderr]).toEqual([args, expect.stringMatching(advice)]);
      if (name === 'XDG_STATE_HOME') expect(stderr).not.toMatch(/Error|at file:/);
      else expect(exitCode).toBe(2);
    }
    expect(await troupe(['files'], { cwd: dir, env: env() })).toMatchObject({
      exitCode: 0,
      stdout: 'a.ts\n',
    });
  });
});

describe.skipIf(process.platform === 'win32')('a working directory', () => {
  test('that was deleted is said with what to do, and help is there all the same', async () => {
    const gone = join(dir, 'gone');
    mkdirSync(gone);
    const through = ['sh', '-c', 'rmdir ../gone && exec "$@"', 'sh'];
    for (const args of [['files'], ['threads'], [...OFFLINE, 'show a.ts'], ['--root', dir, 'files']]) {
      const { exitCode, stderr } = await troupe(args, { cwd: gone, through });
      mkdirSync(gone);
      expect({ exitCode, stderr }).toEqual({
        exitCode: 2,
        stderr:
          'troupe: The folder that you are in was deleted: go to another one with cd, and run it again.\n',
      });
    }
    expect(await troupe(['--help'], { cwd: gone, through })).toMatchObject({ exitCode: 0, stderr: '' });
  });

  testAsNobody('that cannot be read is said', async () => {
    const closed = join(dir, 'closed');
    mkdirSync(closed);
    for (const mode of [0, 0o311]) {
      chmodSync(closed, mode);
      for (const args of [['files'], ['grep', 'x'], [...OFFLINE, 'show a.ts']]) {
        const { exitCode, stderr } = await troupe(args, { cwd: closed, through: [...NOBODY, `HOME=${dir}`] });
        expect(stderr).toContain(`troupe: The root ${closed} cannot be read: you have no permission.\n`);
        expect(exitCode).toBe(2);
      }
    }
  });
});

describe('output', () => {
  const testWithFull = testUnless(existsSync('/dev/full') ? undefined : 'This system has no /dev/full.');
  const FULL = ['sh', '-c', 'exec "$@" >/dev/full', 'sh'];

  testWithFull('that a full disk does not take is said in one line, and the exit code is 6', async () => {
    for (const args of [
      ['files'],
      ['--json', 'files'],
      ['grep', 'a'],
      ['--help'],
      [...OFFLINE, '-q', 'show a.ts'],
      [...OFFLINE, '--json', 'show a.ts'],
    ]) {
      const { exitCode, stderr } = await troupe(args, { cwd: dir, through: FULL });
      expect([args, exitCode, stderr]).toEqual([
        args,
        6,
        'troupe: The output could not be written (ENOSPC): the disk is full, or your quota is. Free some space, and run it again.\n',
      ]);
    }
  });

  testWithFull('on standard error that a full disk does not take changes nothing else', async () => {
    const through = ['sh', '-c', 'exec "$@" 2>/dev/full', 'sh'];
    const { exitCode, stdout } = await troupe([...OFFLINE, 'show a.ts'], { cwd: dir, through });
    expect({ exitCode, stdout }).toEqual({
      exitCode: 0,
      stdout: expect.stringContaining('export const a') as string,
    });
  });

  describe('whose reader has had enough', () => {
    let server: ModelServer;
    beforeEach(async () => {
      server = await ModelServer.start();
    });
    afterEach(async () => {
      await server[Symbol.asyncDispose]();
    });

    test.each([['--json'], ['--quiet'], ['--no-color']])(
      'with %s ends the run with the exit code of a closed pipe, and no word',
      async (option) => {
        const received = deferred<Received>();
        server.handle = received.resolve;
        const { child, ended } = startTroupe(
          ['run', option, '--base-url', server.url, '--model', 'm', 'Hi'],
          { cwd: dir },
        );
        const request = await received.promise;
        child.stdout?.destroy();
        // The answer of a server that never ends: the run ends the request.
        for (const word of ['One. ', 'Two.\n\n', 'Three. ']) request.send(chunk({ content: word }));
        if (option !== '--json') {
          request.send(chunk({}, 'stop'));
          request.done();
        }
        const { exitCode, stderr } = await ended;
        await request.closed;
        expect(exitCode).toBe(141);
        expect(stderr).not.toMatch(/troupe:|Interrupted|Error/);
      },
    );
  });
});
