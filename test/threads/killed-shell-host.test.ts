import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Cage, makeShellWorld } from '../doubles/shell-world.js';
import { type BuiltEntries, buildEntries } from './build-entries.js';
import { whyUnsandboxed } from '../doubles/run-unless.js';
import { until } from '../doubles/until.js';
import { untilEqual } from '../doubles/until-equal.js';

let entries: BuiltEntries;
beforeAll(async () => {
  entries = await buildEntries({ 'shell-host.entry': 'test/threads/entries/shell-host.entry.ts' });
});
afterAll(() => {
  entries.remove();
});

test.for<Cage>(['none', 'working'])(
  'nothing is left of what a host ran in sandbox %s when it is killed',
  async (cage, { skip }) => {
    await using world = await makeShellWorld();
    const missing = whyUnsandboxed(world.sandbox.state);
    skip(cage === 'working' && missing !== undefined, missing);
    const entry = fileURLToPath(entries.url('shell-host.entry'));
    const host = spawn(process.execPath, [entry, world.cwd, cage, world.sleep], {
      env: world.environment,
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    try {
      const begun = cage === 'working' ? ['in-terminal', 'in-command'] : ['in-terminal'];
      await until(() => {
        expect(begun.filter((file) => existsSync(join(world.cwd, file)))).toEqual(begun);
        return world.left().filter((line) => line === world.sleep).length > 1;
      }, 'the command and the terminal are at work');
    } finally {
      host.kill('SIGKILL');
    }
    await untilEqual(() => world.left(), [], 'all that the host had started has ended');
  },
);
