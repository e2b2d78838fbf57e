import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AbsPath } from '../../../../src/actors/protocol/workspace.js';
import { findSandbox } from '../../../../src/host/node/sandbox/find-sandbox.js';
import { OwnTemporaryFolder } from '../../../../src/host/node/sandbox/mounts/own-temporary-folder.js';
import { describeUnless, whyUnsandboxed } from '../../../doubles/run-unless.js';
import { until } from '../../../doubles/until.js';
import { writeFiles } from '../../../doubles/temp-dir.js';
import { makeTriedWorld, type TriedWorld } from './try-world.js';

const { state } = await findSandbox({ roots: [] });

let tried: TriedWorld;
let own: OwnTemporaryFolder;
/** What a person keeps in the temporary folder. */
let mine: string;

beforeEach(() => {
  own = new OwnTemporaryFolder();
  mine = realpathSync(mkdtempSync('/tmp/troupe-mine-'));
  writeFiles(mine, { 'a.txt': 'mine', 'deep/b.txt': 'deep', key: 'the-secret' });
  tried = makeTriedWorld({}, { ownTemporaryFolder: own.get, secrets: [join(mine, 'key')] });
  mkdirSync(tried.root, { recursive: true });
  mkdirSync(tried.home, { recursive: true });
});
afterEach(async () => {
  await tried[Symbol.asyncDispose]();
  await own[Symbol.asyncDispose]();
  rmSync(mine, { recursive: true, force: true });
});

async function out(command: string, root?: AbsPath): Promise<string> {
  const { stdout } = await tried.run(command, {}, root);
  return stdout;
}

describeUnless(whyUnsandboxed(state))('the temporary folder of commands', () => {
  test('shows what a person keeps in the temporary folder, and lets nothing of it be changed', async () => {
    const printed = await out(
      `cat ${mine}/a.txt ${mine}/deep/b.txt; echo x > ${mine}/a.txt; echo x > ${mine}/new; rm -rf ${mine}; mkdir ${mine}; echo own > ${mine}/a.txt; cat ${mine}/a.txt`,
    );
    expect(printed).toBe('minedeepown\n');
    expect([readFileSync(join(mine, 'a.txt'), 'utf8'), existsSync(join(mine, 'new'))]).toEqual([
      'mine',
      false,
    ]);
  });

  test('keeps what commands make for those that come later, and for nobody else', async () => {
    await out('echo made > /tmp/troupe-made; mktemp -d');
    expect(await out('cat /tmp/troupe-made')).toBe('made\n');
    expect(existsSync('/tmp/troupe-made')).toBe(false);
    const folder = dirname(own.get(0) ?? '');
    await own[Symbol.asyncDispose]();
    expect(existsSync(folder)).toBe(false);
  });

  test('shows at the next command what a person has put there or taken away in the meantime', async () => {
    await out('true');
    writeFiles(mine, { later: 'later' });
    const other = `${mine}-other`;
    writeFiles('/', { [`${other}/c.txt`]: 'c' });
    expect(await out(`cat ${mine}/later ${other}/c.txt`)).toBe('laterc');
    rmSync(other, { recursive: true });
    expect(await out(`ls -d ${other} || echo gone`)).toBe('gone\n');
  });

  test('hides secrets, by whatever way to them', async () => {
    const printed = await out(
      `cat ${mine}/key; cat /run/troupe-tmp/*/${basename(mine)}/key; grep -rs the-secret ${mine} /run/troupe-tmp/*/${basename(mine)}`,
    );
    expect(printed).toBe('');
  });

  test('has a workspace in it at its own path', async () => {
    const root = join(mine, 'deep/work') as AbsPath;
    mkdirSync(root);
    expect(await out(`echo x > made; pwd; cat ../b.txt; cat ${mine}/a.txt; echo y > ../z`, root)).toBe(
      `${root}\ndeepmine`,
    );
    expect([readFileSync(join(root, 'made'), 'utf8'), existsSync(join(mine, 'deep/z'))]).toEqual([
      'x\n',
      false,
    ]);
  });

  test('is the real one where it is the workspace', async () => {
    expect(await out('echo x > made', mine as AbsPath)).toBe('');
    expect(existsSync(join(mine, 'made'))).toBe(true);
  });

  // Shape: `$OWN` is the path on this machine of what a command sees as /tmp.
  test.each([
    ['around everything in the temporary folder', 'REPO /tmp/.git; mkdir /tmp/d', 'cd /tmp/d'],
    ['in it, behind a link', 'REPO /tmp/t/.git; ln -s /tmp/t sub', 'cd sub'],
    [
      'in it, behind a link that knows the real path',
      String.raw`REPO /tmp/t/.git; ln -s "$(awk '$5 == "/tmp" { print $4 }' /proc/self/mountinfo)/t" sub`,
      'cd sub',
    ],
    ['in it, behind a .git file', 'mkdir sub; REPO /tmp/t; echo "gitdir: /tmp/t" > sub/.git', 'cd sub'],
    ['bare, in it', 'REPO /tmp/t; ln -s "$OWN/t" sub', 'cd sub'],
  ])('no repository %s makes git run a program', async (_, command, where) => {
    const ran = join(tried.base, 'ran');
    writeFiles(tried.root, { evil: `#!/bin/sh\ntouch ${ran}\n` });
    const plant = `chmod +x evil; OWN=${own.get(0)}; REPO() { mkdir -p "$1"/objects "$1"/refs; echo ref: refs/heads/m > "$1"/HEAD; printf '[core]\\n\\tfsmonitor = %s/evil\\n' "$PWD" > "$1"/config; }; `;
    await tried.run(plant + command, {});
    spawnSync('bash', ['-c', `${where} && git status`], {
      cwd: tried.root,
      env: { PATH: process.env['PATH'], HOME: tried.home },
    });
    expect(existsSync(ran)).toBe(false);
  });

  test('is removed after a kill, once another one is made', async () => {
    // No process has this number.
    const left = mkdtempSync('/tmp/troupe-commands-4194999-');
    writeFiles(left, { '0/x': 'x' });
    symlinkSync('/nowhere', join(left, '0/link'));
    own.get(0);
    await until(() => !existsSync(left), 'it is gone');
  });
});
