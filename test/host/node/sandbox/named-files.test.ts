import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findSandbox } from '../../../../src/host/node/sandbox/find-sandbox.js';
import { writeFiles } from '../../../doubles/temp-dir.js';
import { makeTriedWorld, type TriedWorld } from './try-world.js';
import { describeUnless, whyUnsandboxed } from '../../../doubles/run-unless.js';

const { state } = await findSandbox({ roots: [] });
let tried: TriedWorld;

function git(...args: string[]): void {
  execFileSync('git', args, { cwd: tried.root, env: { PATH: process.env['PATH'], HOME: tried.home } });
}

beforeEach(() => {
  tried = makeTriedWorld();
  writeFiles(tried.root, { 'a.txt': 'a' });
  git('init', '-q', '.');
});
afterEach(async () => {
  await tried[Symbol.asyncDispose]();
});

describeUnless(whyUnsandboxed(state))('what git is led to in the workspace', () => {
  const EVIL = String.raw`printf '[core]\n\tfsmonitor = /bin/evil\n'`;

  test.each([
    ['that is there', { 'shared.cfg': '' }, 'shared.cfg', `${EVIL} > shared.cfg`],
    ['that is missing', {}, 'shared.cfg', `${EVIL} > shared.cfg`],
    [
      'whose folder is moved away',
      { 'cfg/shared': '' },
      'cfg/shared',
      `mv cfg old; mkdir cfg; ${EVIL} > cfg/shared`,
    ],
  ])('a settings file %s gets no program', async (_, files, included, command) => {
    writeFiles(tried.root, files);
    git('config', 'include.path', `../${included}`);
    await tried.run(command, {});
    const path = join(tried.root, included);
    expect(existsSync(path) ? readFileSync(path, 'utf8') : '').not.toContain('evil');
  });

  test('a program of a filter is locked', async () => {
    writeFiles(tried.root, { 'tools/clean.sh': 'cat' });
    chmodSync(join(tried.root, 'tools/clean.sh'), 0o755);
    git('config', 'filter.own.clean', 'sh tools/clean.sh %f');
    const { refusal } = await tried.run('echo evil > tools/clean.sh', {});
    expect([refusal, readFileSync(join(tried.root, 'tools/clean.sh'), 'utf8')]).toEqual(['write', 'cat']);
  });

  test('attributes in the repository choose no driver', async () => {
    git('config', 'filter.own.clean', 'own-filter');
    await tried.run("mkdir -p .git/info; echo '* filter=own' > .git/info/attributes", {
      mayWriteRepository: true,
    });
    expect(existsSync(join(tried.root, '.git/info/attributes'))).toBe(false);
  });

  test('a protected place is read-only for a command, and its neighbours are not', async () => {
    writeFiles(tried.root, {
      '.vscode/settings.json': '{}',
      '.github/workflows/ci.yml': 'on: push',
      '.github/readme.md': 'x',
      '.npmrc': '',
    });
    const { stdout } = await tried.run(
      'for f in .vscode/settings.json .vscode/new .github/workflows/ci.yml .npmrc .github/readme.md a.txt; do echo x 2>/dev/null > $f && echo $f; done',
      {},
    );
    expect(stdout).toBe('.github/readme.md\na.txt\n');
  });

  test('a command that looks sees nothing beside the workspace', async () => {
    writeFiles(tried.base, { 'outside/secret.txt': 'the-secret' });
    const { stdout, refusal } = await tried.run('cat ../outside/secret.txt; ls -A ..', 'looking');
    expect([stdout, refusal]).toEqual([expect.not.stringContaining('the-secret'), 'hidden']);
    expect(stdout).not.toContain('outside');
  });

  test('settings of package managers are shown while each line is known to be harmless', async () => {
    writeFiles(tried.home, {
      '.npmrc': 'registry=https://npm.example.org/all/\nfund=false\n',
      '.gradle/gradle.properties': 'org.gradle.jvmargs=-Xmx2g\norg.gradle.daemon=true\n',
      '.yarnrc': 'registry "https://npm.example.org"\n"//npm.example.org/:_authToken" abc\n',
      '.bundle/config': '---\nBUNDLE_GEMS__EXAMPLE__ORG: "ada:abc"\n',
      '.m2/settings.xml': '<passphrase>abc</passphrase>\n',
      '.config/pip/pip.conf': '[global]\nnexus = ada:abc\n',
    });
    const read =
      'cd ~; cat .npmrc .gradle/gradle.properties .yarnrc .bundle/config .m2/settings.xml .config/pip/pip.conf';
    const { stdout } = await tried.run(read, {});
    expect(stdout.trim().split('\n')).toHaveLength(4);
    expect(stdout).not.toContain('abc');
  });
});
