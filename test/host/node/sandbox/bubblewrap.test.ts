import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CommandResult } from '../../../../src/actors/protocol/shell.js';
import { findSandbox } from '../../../../src/host/node/sandbox/find-sandbox.js';
import type { Sandbox } from '../../../../src/host/node/sandbox/sandbox.js';
import { LocalShell } from '../../../../src/host/node/shell/local-shell.js';
import { request } from '../../../doubles/shell-world.js';
import { makeTempDir, removeTempDir, writeFiles } from '../../../doubles/temp-dir.js';
import { describeUnless, whyUnsandboxed } from '../../../doubles/run-unless.js';

// Not below the temporary folder, which is writable in the sandbox.
const OUTSIDE = mkdtempSync('/var/tmp/troupe-');
const root = makeTempDir();
const other = makeTempDir();
const home = join(OUTSIDE, 'home');
const keyFile = join(OUTSIDE, 'key');
const socketPath = join(other, 'service.sock');
const agent = createServer();
const server = createServer((socket) => socket.end('reached'));

writeFiles(OUTSIDE, {
  'home/.ssh/id_ed25519': 'secret',
  'home/.netrc': 'secret',
  'home/.gitconfig': '[user]\nname = a\n[github]\ntoken = secret\n',
  key: 'secret',
  file: 'old',
});
execFileSync('git', ['init', '-q', root]);
writeFiles(root, { 'with space/a "quoted" name': 'x' });
symlinkSync(join(OUTSIDE, 'file'), join(root, 'link'));

const sandbox: Sandbox = await findSandbox({ roots: [root], home, secrets: [keyFile] });
const shell = new LocalShell({ sandbox: () => Promise.resolve(sandbox) });
let port = 0;

beforeAll(async () => {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  await new Promise<void>((resolve) => {
    agent.listen(join(home, '.ssh/agent'), resolve);
  });
  const address = server.address();
  port = typeof address === 'object' && address !== null ? address.port : 0;
});
afterAll(async () => {
  await shell[Symbol.asyncDispose]();
  server.close();
  agent.close();
  for (const directory of [root, other]) removeTempDir(directory);
  rmSync(OUTSIDE, { recursive: true, force: true });
});

function run(command: string, hasNetwork = false, grants = false): Promise<CommandResult> {
  return shell.run({
    command,
    cwd: root,
    idleTimeoutMs: 60_000,
    signal: new AbortController().signal,
    sandbox: { kind: 'working', hasNetwork, mayWriteRepository: grants, reveals: [] },
  });
}

test('a sandbox that is missing is told in a sentence', async () => {
  expect((await findSandbox({ roots: [root], programs: [] })).state).toEqual(
    process.platform === 'linux'
      ? {
          missing: expect.stringContaining(
            'bubblewrap, the sandbox for commands, is not installed: ',
          ) as string,
        }
      : expect.anything(),
  );
});

test.runIf(process.platform === 'linux')(
  'a sandbox that does not work is told in its own words',
  async () => {
    const broken = join(other, 'bwrap');
    writeFiles(other, { bwrap: '#!/bin/sh\necho "bwrap: No permissions" >&2\nexit 1\n' });
    execFileSync('chmod', ['+x', broken]);
    expect((await findSandbox({ roots: [root], programs: [broken] })).state).toEqual({
      missing: expect.stringContaining('does not work here (bwrap: No permissions)') as string,
    });
  },
);

describeUnless(whyUnsandboxed(sandbox.state))('a command in bubblewrap', () => {
  test('writes in a root and in the temporary folder', async () => {
    const temporary = join(tmpdir(), `troupe-sandbox-${process.pid}`);
    const result = await run(
      `echo in > new && cat new "with space/a \\"quoted\\" name" && echo tmp > ${temporary}`,
    );
    expect(result).toMatchObject({ exitCode: 0, stdout: 'in\nx', stderr: '', isSandboxed: true });
    expect(readFileSync(temporary, 'utf8')).toBe('tmp\n');
    rmSync(temporary);
  });

  test.each<[what: string, command: string]>([
    ['a new file', 'echo new > $OUT/new'],
    ['a file that is there', 'echo new > $OUT/file'],
    ['a file through a link in the root', 'echo new > link'],
    ['a file through a link of its own', 'ln -s $OUT deep; echo new > deep/file'],
    ['a file through a hard link', 'ln $OUT/file hard; echo new > hard'],
    ['a file through /proc', 'echo new > /proc/self/root$OUT/file; echo new > /proc/1/root$OUT/file'],
    ['a file moved away', 'mv $OUT/file moved'],
    ['a file removed', 'rm -f $OUT/file'],
    ['a mode', 'chmod 777 $OUT/file'],
    ['what is mounted read-only', 'mount -o remount,rw,bind / / ; echo new > $OUT/file'],
    ['what another namespace mounts', 'unshare -rm sh -c "mount -o remount,rw,bind /; echo new > $OUT/file"'],
    ['what a chroot leads to', 'chroot /proc/1/root sh -c "echo new > $OUT/file"'],
  ])('changes nothing outside: %s', async (_, command) => {
    const before = execFileSync('ls', ['-lA', OUTSIDE]).toString();
    await run(command.replaceAll('$OUT', OUTSIDE));
    expect([
      readFileSync(join(OUTSIDE, 'file'), 'utf8'),
      execFileSync('ls', ['-lA', OUTSIDE]).toString(),
    ]).toEqual(['old', before]);
  });

  test('has no privileges, whoever runs it', async () => {
    const { stdout } = await run('grep -E "^Cap(Eff|Prm|Bnd)" /proc/self/status');
    expect(stdout.match(/[1-9a-f](?=[0-9a-f]*$)/gm)).toBeNull();
  });

  test('sees of a home what is harmless', async () => {
    const { stdout } = await run(
      `cat ${home}/.ssh/id_ed25519 ${home}/.netrc ${keyFile} ${home}/.gitconfig; touch ${home}/mine && ls -A ${home}`,
    );
    expect(stdout).toBe('[user]\nname = a\n.gitconfig\nmine\n');
    expect(existsSync(join(home, 'mine'))).toBe(false);
  });

  test.each([
    ['a hook', 'mkdir -p .git/hooks; echo evil > .git/hooks/pre-commit'],
    ['a setting', 'git config core.fsmonitor evil; echo evil >> .git/config'],
    ['a setting of a work tree', 'git config extensions.worktreeConfig true; git config --worktree a.b c'],
    ['a repository in place of this one', 'mv .git away; rm -rf .git'],
  ])('cannot plant %s for git to run later', async (_, command) => {
    const before = readFileSync(join(root, '.git/config'), 'utf8');
    for (const mayWrite of [false, true]) {
      const { stderr } = await run(command, false, mayWrite);
      expect(stderr).toMatch(/Read-only file system|Device or resource busy|could not/);
    }
    expect(readFileSync(join(root, '.git/config'), 'utf8')).toBe(before);
    expect(existsSync(join(root, '.git/hooks/pre-commit'))).toBe(false);
    execFileSync('git', ['init', '-q', '--template=', root]);
  });

  test('commits when it may', async () => {
    const { stderr, exitCode } = await run(
      'git add . && git -c user.name=a -c user.email=a@b commit -qm x && git branch b && git switch -q b',
      false,
      true,
    );
    expect([stderr, exitCode]).toEqual(['', 0]);
  });

  test('reaches a server of this machine with the network, and not without', async () => {
    const command = `cat < /dev/tcp/127.0.0.1/${port}`;
    expect([(await run(command, true)).stdout, (await run(command)).stdout]).toEqual(['reached', '']);
  });

  test('does not reach a socket outside of the root', async () => {
    const listening = createServer((socket) => socket.end('reached'));
    await new Promise<void>((resolve) => {
      listening.listen(socketPath, resolve);
    });
    const command = `node -e 'require("net").connect("${socketPath}").on("error", (e) => console.log(e.code)).pipe(process.stdout)'`;
    const caged = await run(command, true);
    const free = await shell.run({
      command,
      cwd: root,
      idleTimeoutMs: 60_000,
      signal: new AbortController().signal,
      sandbox: { kind: 'none' },
    });
    listening.close();
    expect([caged.stdout, free.stdout]).toEqual(['EACCES\n', 'reached']);
  });

  test('neither sees nor ends processes outside', async () => {
    const { stdout, stderr } = await run(`kill -0 ${process.pid}; ls -d /proc/[0-9]* | wc -l`);
    expect(stderr).toContain('No such process');
    expect(Number(stdout)).toBeLessThan(8);
  });

  test('sees nothing of /run but what programs need', async () => {
    const { stdout } = await run('ls -A /run');
    expect(stdout.split('\n').filter(Boolean)).toEqual(
      stdout
        .split('\n')
        .filter((name) => ['systemd', 'NetworkManager', 'resolvconf', 'current-system'].includes(name)),
    );
  });

  test.each<[what: string, cwd: string, secrets: string[], command: string, stdout: string]>([
    ['that holds a secret', home, [], 'echo x > new; cat new .ssh/id_ed25519', 'x\n'],
    [
      'that is a secret',
      join(home, '.ssh'),
      [],
      'echo x > new; cat new id_ed25519; ls -A',
      'x\nsecretagent\nid_ed25519\nnew\nproject\n',
    ],
    ['in a secret', join(home, '.ssh/project'), [], 'echo x > new; cat new; ls ..', 'x\nproject\n'],
    ['with a secret in a secret', root, [join(home, '.ssh/id_ed25519')], `cat ${home}/.ssh/id_ed25519`, ''],
    ['of everything', '/', [], `echo x > /dev/null; ls -d /proc/${process.pid} || echo own`, 'own\n'],
  ])('in a root %s sees what is opened and no secret', async (_, cwd, secrets, command, stdout) => {
    mkdirSync(join(home, '.ssh/project'), { recursive: true });
    const roots = [cwd as typeof root];
    await using whole = new LocalShell({ sandbox: () => findSandbox({ roots, home, secrets }) });
    const result = await whole.run({
      command,
      cwd: cwd as typeof root,
      idleTimeoutMs: 60_000,
      signal: new AbortController().signal,
      sandbox: request('working'),
    });
    expect(result.stdout).toBe(stdout);
    rmSync(join(home, '.ssh/project'), { recursive: true });
    rmSync(join(home, '.ssh/new'), { force: true });
  });

  test('in a linked work tree cannot point git elsewhere', async () => {
    const tree = makeTempDir();
    writeFiles(tree, { '.git': `gitdir: ${root}/.git\n` });
    await using linked = new LocalShell({ sandbox: () => findSandbox({ roots: [tree] }) });
    const { exitCode } = await linked.run({
      command: 'echo "gitdir: evil" > .git || mv .git away || rm -f .git',
      cwd: tree,
      idleTimeoutMs: 60_000,
      signal: new AbortController().signal,
      sandbox: request('working'),
    });
    expect([exitCode, readFileSync(join(tree, '.git'), 'utf8')]).toEqual([1, `gitdir: ${root}/.git\n`]);
    removeTempDir(tree);
  });
});
