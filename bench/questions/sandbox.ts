/** What a command takes in each world of the sandbox, beside a bare process that does the same. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { performance } from 'node:perf_hooks';
import type { SandboxRequest } from '../../src/actors/protocol/shell.js';
import type { AbsPath } from '../../src/actors/protocol/workspace.js';
import { findSandbox } from '../../src/host/node/sandbox/find-sandbox.js';
import { LocalShell } from '../../src/host/node/shell/local-shell.js';
import { readOptions } from '../bench-options.js';
import { type Contender, runPaired } from '../paired-runs.js';
import { quantile } from '../quantile.js';
import { publish } from '../report.js';
import { openScratchFolder } from '../scratch-folder.js';

const ROUNDS = 60;
const WARM_UPS = 5;
// What makes a sandbox for each harmless line affordable.
const GOAL_MS = 15;
const BARE = 'a bare spawn of bash';
const WORLDS: Readonly<Record<string, SandboxRequest>> = {
  'run_command without a sandbox': { kind: 'none' },
  looking: { kind: 'looking' },
  working: { kind: 'working', hasNetwork: false, mayWriteRepository: false, reveals: [] },
};

const { rounds = ROUNDS, tree } = readOptions();
const root = (tree === undefined ? openScratchFolder(realpathSync(tmpdir())) : realpathSync(tree)) as AbsPath;
if (tree === undefined) execFileSync('git', ['init', '-q', root]);
const sandbox = await findSandbox({ roots: [root] });
await using shell = new LocalShell({ sandbox: () => Promise.resolve(sandbox) });

const contenders: readonly Contender<number>[] = [
  { label: BARE, run: () => timeOf(() => once(spawn('/bin/bash', ['-c', 'true'], { cwd: root }), 'close')) },
  ...Object.entries(WORLDS).map(([label, request]) => ({
    label,
    run: () => timeOf(() => runIn(request)),
  })),
];
const times = await runPaired(contenders, { rounds, warmUps: WARM_UPS });
const p50 = (label: string): number => quantile(times.get(label) ?? [], 0.5);
publish({
  name: 'sandbox',
  title: 'What a command takes in the sandbox',
  subject: `"true" in ${tree ?? 'a new repository'}, ${rounds} rounds in turns${sandbox.state === 'sandboxed' ? '' : '; there is no sandbox here'}`,
  rows: contenders.map(({ label }) => ({
    label,
    cells: {
      'p50 ms': p50(label),
      'p99 ms': quantile(times.get(label) ?? [], 0.99),
      'p50 more than bare, ms': p50(label) - p50(BARE),
    },
  })),
  goals: [
    {
      what: 'a command that looks, p50 more than a bare spawn',
      ...(sandbox.state === 'sandboxed' ? { measured: p50('looking') - p50(BARE) } : {}),
      unit: 'ms',
      atMost: GOAL_MS,
    },
  ],
  notes: [
    'A command that works also looks for git repositories and protected places before and after: three processes more. How long that takes depends on the tree: --tree DIR.',
    'Each command but the bare one ends with a scan of all processes for those that it left behind.',
  ],
});

async function timeOf(run: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}

function runIn(request: SandboxRequest): Promise<unknown> {
  const { signal } = new AbortController();
  return shell.run({ command: 'true', cwd: root, idleTimeoutMs: 60_000, signal, sandbox: request });
}
