import { chmodSync, existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { AbsPath } from '../../../../src/actors/protocol/workspace.js';
import { readTracked, type TrackedFilesReading } from '../../../../src/workers/ignore/git/read-tracked.js';
import { GitRepository } from '../git-repository.js';

let repository: GitRepository;

beforeEach(() => {
  repository = new GitRepository();
});

afterEach(() => {
  repository[Symbol.dispose]();
});

function trackedIn(directory = ''): Promise<TrackedFilesReading> {
  return readTracked(join(repository.root, directory) as AbsPath, { env: repository.env });
}

describe('tracked files', () => {
  test('are those that rules match, whatever their names', async () => {
    repository.write('.gitignore', '*.log\nbuild/\n');
    for (const path of ['a.log', 'build/x', 'é b\n.log', 'plain']) repository.write(path);
    repository.git('add', '-f', '.');
    repository.write('untracked.log');
    expect(await trackedIn()).toEqual({ tracked: new Set(['a.log', 'build/x', 'é b\n.log']) });
  });

  test('are those below the directory, from it on', async () => {
    repository.write('.gitignore', '*.log\n');
    for (const path of ['a/b/x.log', 'a/y.log']) repository.write(path);
    repository.git('add', '-f', '.');
    expect(await trackedIn('a/b')).toEqual({ tracked: new Set(['x.log']) });
  });

  test('are none with a reason when the index is broken', async () => {
    repository.write('.git/index', 'broken');
    expect(await trackedIn()).toEqual({ tracked: new Set(), problem: expect.any(String) as string });
  });
});

describe('a hostile repository', () => {
  /** A program that leaves a trace when it is run. */
  function makeProgram(): { path: string; wasRun: () => boolean } {
    const home = join(repository.root, '../home');
    const path = join(home, 'program');
    writeFileSync(path, `#!/bin/sh\ntouch '${home}/was-run'\n`);
    chmodSync(path, 0o755);
    return { path, wasRun: () => existsSync(join(home, 'was-run')) };
  }

  test('has no program of its own run when it names a file system monitor', async () => {
    const { path, wasRun } = makeProgram();
    repository.git('config', 'core.fsmonitor', path);
    repository.write('.gitignore', '*.log\n');
    repository.write('a.log');
    repository.git('-c', 'core.fsmonitor=false', 'add', '-f', '.');
    expect([await trackedIn(), wasRun()]).toEqual([{ tracked: new Set(['a.log']) }, false]);
    repository.git('ls-files', '-ci', '--exclude-standard');
    expect(wasRun()).toBe(true);
  });

  test('has no program of its own run when it lacks objects that a remote has', async () => {
    const { path, wasRun } = makeProgram();
    repository.write('.gitignore', '*.log\n');
    repository.write('out/a.log');
    repository.git('add', '-f', '.');
    repository.git('-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '-q', '-m', 'first');
    repository.git('sparse-checkout', 'set', '--cone', '--sparse-index', 'elsewhere');
    repository.git('config', 'remote.r.url', `ext::${path}`);
    repository.git('config', 'remote.r.promisor', 'true');
    repository.git('config', 'extensions.partialClone', 'r');
    repository.git('config', 'protocol.ext.allow', 'always');
    const tree = repository.git('rev-parse', 'HEAD:out').trim();
    const objects = join(repository.root, '.git/objects', tree.slice(0, 2));
    for (const name of readdirSync(objects)) {
      chmodSync(join(objects, name), 0o644);
      writeFileSync(join(objects, name), '');
    }
    await trackedIn();
    expect(wasRun()).toBe(false);
    expect(() => repository.git('ls-files', '-ci', '--exclude-standard')).toThrow();
    expect(wasRun()).toBe(true);
  });
});
