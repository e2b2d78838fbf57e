import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { AbsPath } from '../../../../src/actors/protocol/workspace.js';
import { findSandbox } from '../../../../src/host/node/sandbox/find-sandbox.js';
import { LocalShell } from '../../../../src/host/node/shell/local-shell.js';
import { writeFiles } from '../../../doubles/temp-dir.js';
import { makeTriedWorld } from './try-world.js';
import { describeUnless, whyUnsandboxed } from '../../../doubles/run-unless.js';

const { state } = await findSandbox({ roots: [] });
const tried = makeTriedWorld();
const { root, home } = tried;
writeFiles(root, {
  'src/a.ts': 'a',
  'big.bin': 'big',
  'node_modules/p/index.js': 'p',
  'node_modules/.cache/x': 'x',
});
writeFiles(home, { 'x/y': '' });
afterAll(() => tried[Symbol.asyncDispose]());

async function run(
  command: string,
  cwd: AbsPath = root,
): Promise<{ refusal?: string; exitCode: number | null }> {
  const sandbox = await findSandbox({ roots: [root], home });
  await using shell = new LocalShell({
    sandbox: () => Promise.resolve(sandbox),
    environment: tried.environment,
  });
  const { refusal, exitCode } = await shell.run({
    command,
    cwd,
    idleTimeoutMs: 60_000,
    signal: new AbortController().signal,
    sandbox: {
      kind: 'working',
      hasNetwork: false,
      mayWriteRepository: false,
      reveals: [],
      readOnly: ['node_modules', 'big.bin', 'gone'].map((name) => join(root, name) as AbsPath),
    },
  });
  return { exitCode, ...(refusal === undefined ? {} : { refusal }) };
}

describeUnless(whyUnsandboxed(state))('what nobody could restore', () => {
  test.each([
    'rm -rf node_modules',
    'rm -rf *',
    'mv node_modules elsewhere',
    'echo > node_modules/p/index.js',
    'cd node_modules && rm -rf p',
    'rm -f big.bin',
    'mv -f src/a.ts big.bin',
    'node -e "fs.rmSync(\'node_modules\', {recursive: true})"',
  ])('stays as it is, and the refusal is found: %s', async (line) => {
    writeFiles(root, { 'src/a.ts': 'a' });
    expect(await run(line)).toMatchObject({ refusal: 'write' });
    expect(readFileSync(join(root, 'node_modules/p/index.js'), 'utf8')).toBe('p');
    expect(readFileSync(join(root, 'big.bin'), 'utf8')).toBe('big');
  });

  test('leaves caches in it, and everything beside it, writable', async () => {
    writeFiles(root, { 'src/a.ts': 'a', 'node_modules/.cache/x': 'x' });
    expect(
      await run('echo 1 > node_modules/.cache/y && rm node_modules/.cache/x && echo 2 > src/b.ts'),
    ).toEqual({
      exitCode: 0,
    });
    expect(readdirSync(join(root, 'node_modules/.cache'))).toEqual(['y']);
    expect(existsSync(join(root, 'src/b.ts'))).toBe(true);
  });
});
