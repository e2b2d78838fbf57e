import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect } from 'vitest';
import type { AbsPath } from '../../../../../src/actors/protocol/workspace.js';
import {
  type Candidates,
  listCandidates,
} from '../../../../../src/host/node/sandbox/protected/list-candidates.js';
import { FakeClock } from '../../../../doubles/fake-clock.js';
import { testUnless } from '../../../../doubles/run-unless.js';
import { makeTempDir, removeTempDir, writeFiles } from '../../../../doubles/temp-dir.js';

const onUnix = testUnless(
  process.platform === 'win32' ? 'Windows has no find(1) that lists files' : undefined,
);

let folder: AbsPath;
beforeEach(() => {
  folder = makeTempDir();
});
afterEach(() => {
  removeTempDir(folder);
});

/** Begins a listing by a program of this text, which has begun when this resolves. */
async function begin(script: string): Promise<{ clock: FakeClock; listed: Promise<Candidates> }> {
  const clock = new FakeClock();
  const program = join(folder, 'find');
  writeFiles(folder, { find: `#!/bin/sh\ncd ${folder}\necho on > started\n${script}\n` });
  execFileSync('chmod', ['+x', program]);
  execFileSync('mkfifo', [join(folder, 'started'), join(folder, 'go')]);
  const listed = listCandidates(['/work'], { programs: [program], clock });
  await readFile(join(folder, 'started'));
  return { clock, listed };
}

onUnix('a listing has all names however slowly they come', async () => {
  const { clock, listed } = await begin(
    "printf '/work/.git\\0'; read -r line < go; printf '/work/late/.git\\0'",
  );
  clock.advance(50_000);
  await writeFile(join(folder, 'go'), 'on\n');
  expect(await listed).toEqual({ paths: ['/work/.git', '/work/late/.git'] });
  expect(clock.pending).toBe(0);
});

onUnix('a listing that hangs is ended, and says what may be missing', async () => {
  const { clock, listed } = await begin("printf '/work/.git\\0'; exec sleep 1000000");
  clock.advance(60_000);
  expect((await listed).gap).toBe('listing /work took over 60 s');
});

onUnix('a listing of more than 4 MB says so', async () => {
  const { clock, listed } = await begin("head -c 5000000 /dev/zero | tr '\\0' x");
  expect((await listed).gap).toBe('too much in /work has such a name');
  expect(clock.pending).toBe(0);
});

onUnix('a listing that fails says why', async () => {
  const { listed } = await begin('exit 2');
  expect((await listed).gap).toBe('listing /work failed (2)');
});
