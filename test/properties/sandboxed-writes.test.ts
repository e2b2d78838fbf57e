import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect } from 'vitest';
import type { AbsPath } from '../../src/actors/protocol/workspace.js';
import { findSandbox } from '../../src/host/node/sandbox/find-sandbox.js';
import { LocalShell } from '../../src/host/node/shell/local-shell.js';
import { request } from '../doubles/shell-world.js';
import { writeFiles } from '../doubles/temp-dir.js';
import { listTree } from './list-tree.js';
import { testUnless, whyUnsandboxed } from '../doubles/run-unless.js';

// Many steps in each shell: what is tried is the sandbox, not how fast shells start.
const SHELLS = Number(process.env['TROUPE_SANDBOX_SHELLS'] ?? 60);
const STEPS = 20;

// Not below the temporary folder, which can be written in the sandbox.
const base = mkdtempSync('/var/tmp/troupe-');
const app = join(base, 'app') as AbsPath;
const outside = join(base, 'outside');
afterAll(() => {
  rmSync(base, { recursive: true, force: true });
});

function makeWorld(): void {
  for (const folder of [app, outside]) rmSync(folder, { recursive: true, force: true });
  writeFiles(base, {
    'app/a.ts': 'a',
    'app/src/b.ts': 'b',
    'outside/secret.txt': 's',
    'outside/deep/c.txt': 'c',
  });
  mkdirSync(join(app, 'empty'));
  for (const [link, target] of [
    ['out-file', '../outside/secret.txt'],
    ['out-dir', '../outside'],
    ['absolute', outside],
    ['chain', 'out-dir'],
    ['dangling', '../outside/new.txt'],
    ['inner', 'src'],
  ] as const)
    symlinkSync(target, join(app, link));
}

/** Ways to places inside and outside, never further up than the folder around both. */
const anyPath = fc
  .tuple(
    fc.constantFrom('', './', `${app}/`, `${base}/`, 'src/../', 'inner/../'),
    fc.constantFrom(
      '',
      '',
      'src/',
      'out-dir/',
      'absolute/',
      'chain/',
      'out-dir/deep/',
      '../outside/',
      '../app/',
    ),
    fc.constantFrom(
      'a.ts',
      'b.ts',
      'secret.txt',
      'c.txt',
      'new.txt',
      'out-file',
      'dangling',
      'deep',
      'empty',
      'inner',
    ),
  )
  .map((parts) => `'${parts.join('')}'`);
const anyStep = fc
  .tuple(
    fc.constantFrom<(path: string, other: string) => string>(
      (path) => `echo evil > ${path}`,
      (path) => `echo evil >> ${path}`,
      (path) => `touch ${path}`,
      (path) => `rm -f ${path}`,
      (path) => `rmdir ${path}`,
      (path) => `mkdir ${path}`,
      (path) => `chmod 777 ${path}`,
      (path) => `truncate -s 0 ${path}`,
      (path) => `sed -i s/./x/ ${path}`,
      (path, other) => `cp ${other} ${path}`,
      (path, other) => `mv -f ${other} ${path}`,
      (path, other) => `ln -f ${other} ${path}`,
      (path, other) => `ln -sfn ${other} ${path}`,
      (path, other) => `dd status=none if=${other} of=${path}`,
      (path) => `(cd ${path} && echo evil > evil.txt)`,
      (path) => `bash -c "echo evil | tee ${path}"`,
    ),
    anyPath,
    anyPath,
  )
  .map(([make, path, other]) => make(path, other));

const sandbox = await findSandbox({ roots: [app] });

/**
 * **Feature: vscode-agent, property 11: the workspace boundary holds**
 */
testUnless(whyUnsandboxed(sandbox.state))(
  'property 11: what commands write, make, move or delete lies inside the root',
  async () => {
    makeWorld();
    await using shell = new LocalShell({ sandbox: () => Promise.resolve(sandbox) });
    const untouched = listTree(outside);
    let [tried, done] = [0, 0];
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { minLength: STEPS, maxLength: STEPS }), async (steps) => {
        makeWorld();
        const { stdout } = await shell.run({
          command: steps.map((step) => `{ ${step}; } > /dev/null && echo done`).join('\n'),
          cwd: app,
          idleTimeoutMs: 60_000,
          signal: new AbortController().signal,
          sandbox: request('working'),
        });
        expect(listTree(outside)).toEqual(untouched);
        tried += steps.length;
        done += stdout.split('done').length - 1;
      }),
      { numRuns: SHELLS },
    );
    console.log(
      `Property 11: ${tried} steps of ${SHELLS} commands, ${done} of them inside; nothing outside was touched.`,
    );
    expect(done).toBeGreaterThan(100);
  },
  120_000 + SHELLS * 1_000,
);
