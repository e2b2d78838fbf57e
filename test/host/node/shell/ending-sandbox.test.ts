import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, expect } from 'vitest';
import { findSandbox } from '../../../../src/host/node/sandbox/find-sandbox.js';
import type { Sandbox } from '../../../../src/host/node/sandbox/sandbox.js';
import { LocalShell } from '../../../../src/host/node/shell/local-shell.js';
import { FakeClock } from '../../../doubles/fake-clock.js';
import { testUnless, whyUnsandboxed } from '../../../doubles/run-unless.js';
import { pause } from '../../../doubles/later.js';
import { type Cage, makeShellWorld, request, type ShellWorld } from '../../../doubles/shell-world.js';
import { until } from '../../../doubles/until.js';

const { state } = await findSandbox({ roots: [] });
const cannotEnter =
  spawnSync('nsenter', ['-t', String(process.pid), '-p', 'true']).status === 0
    ? undefined
    : 'The processes of a sandbox cannot be joined here.';

const worlds: ShellWorld[] = [];
let holder: ChildProcess | undefined;
afterEach(async () => {
  holder?.kill('SIGKILL');
  for (const world of worlds.splice(0)) await world[Symbol.asyncDispose]();
});

async function open(clock?: FakeClock): Promise<ShellWorld> {
  const world = await makeShellWorld(process.env, clock);
  worlds.push(world);
  return world;
}

/** The first process of the sandbox in which a command sleeps. Shape: its id on this machine. */
function findFirst(seconds: string): number | undefined {
  const stat = (pid: string): string => readOrEmpty(`/proc/${pid}/stat`);
  const sleeper = pids().find((pid) => readOrEmpty(`/proc/${pid}/cmdline`) === `sleep\0${seconds}\0`);
  if (sleeper === undefined) return undefined;
  for (let pid = sleeper; Number(pid) > 1; pid = stat(pid).split(') ')[1]?.split(' ')[1] ?? '0')
    if (/^NSpid:.*\t1$/m.test(readOrEmpty(`/proc/${pid}/status`))) return Number(pid);
  return undefined;
}

function pids(): readonly string[] {
  return readdirSync('/proc').filter((name) => /^\d+$/.test(name));
}

function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}

testUnless(whyUnsandboxed(state) ?? cannotEnter)(
  'a command ends once the kernel has ended all that its sandbox holds',
  async () => {
    const clock = new FakeClock();
    const world = await open(clock);
    const [, seconds = ''] = world.sleep.split(' ');
    let isOver = false;
    const running = world
      .run(`${world.sleep} & until [ -e go ]; do :; done; exit 3`, 'working')
      .finally(() => {
        isOver = true;
      });
    const first = await until(() => findFirst(seconds) ?? Promise.reject(new Error('none yet')), 'a sandbox');
    // A process in there whose parent is not, and does not ask for its end: the sandbox cannot end before the parent has.
    holder = spawn(
      'nsenter',
      ['-t', String(first), '-p', '-F', '/bin/bash', '-c', 'sleep 9999 & echo in; exec sleep 9999'],
      { stdio: ['ignore', 'pipe', 'ignore'] },
    );
    await new Promise((resolve) => holder?.stdout?.once('data', resolve));
    writeFileSync(join(world.cwd, 'go'), '');
    // Its first process ends, and takes the others along but for that one.
    await until(() => findFirst(seconds) === undefined && world.left().length === 0, 'the others are gone');
    const other = await open();
    await other.run('true', 'working');
    expect(isOver).toBe(false);
    holder.kill('SIGKILL');
    await until(() => {
      clock.advance(20);
      return isOver;
    }, 'the command ends');
    expect(await running).toMatchObject({ exitCode: 3, endedBy: 'exit' });
  },
);

const here = testUnless(process.platform === 'linux' ? undefined : 'Processes are looked for in `/proc`.');

for (const cage of ['looking', 'working'] as const)
  here(`nothing is left of a sandbox for ${cage} that somebody else kills while it starts`, async () => {
    const world = await open();
    // As bubblewrap does, it has started a process that waits for it.
    const script = `${world.sleep} >/dev/null 2>&1 & kill -9 $$`;
    const sandbox: Sandbox = {
      state: 'sandboxed',
      prepare: ({ environment }) =>
        Promise.resolve({
          argv: ['/bin/sh', '-c', script],
          environment,
          isSandboxed: true,
          repair: () => Promise.resolve([]),
          release: () => undefined,
        }),
    };
    await using shell = new LocalShell({
      sandbox: () => Promise.resolve(sandbox),
      environment: world.environment,
    });
    const { signal } = new AbortController();
    const command = { command: 'true', cwd: world.cwd, idleTimeoutMs: 60_000, signal };
    const result = await shell.run({ ...command, sandbox: request(cage) });
    expect([result.signalName, world.left()]).toEqual(['SIGKILL', []]);
  });

testUnless(whyUnsandboxed(state))(
  'nothing is left of a command that is cancelled at any moment of its start',
  async () => {
    const world = await open();
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom<Cage>('looking', 'working'),
        fc.constantFrom(world.sleep, 'while :; do :; done'),
        fc.integer({ min: 0, max: 40 }),
        async (cage, line, afterMs) => {
          const cancel = new AbortController();
          const running = world.run(line, cage, { signal: cancel.signal });
          await pause(afterMs);
          cancel.abort();
          expect([(await running).endedBy, world.left()]).toEqual(['cancel', []]);
        },
      ),
      { numRuns: 100 },
    );
  },
);
