/** What a command takes in each world of the sandbox, beside a bare process that does the same. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
// A project with a usual number of packages: their folders were not changed by the command.
const PACKAGES = 430;
const FOLDERS_A_PACKAGE = 10;
const PACKAGES_GOAL_MS = 25;
const BARE = 'a bare spawn of bash';
const WORKING: SandboxRequest = {
  kind: 'working',
  hasNetwork: false,
  mayWriteRepository: false,
  reveals: [],
};
const WORLDS: Readonly<Record<string, SandboxRequest>> = {
  'run_command without a sandbox': { kind: 'none' },
  looking: { kind: 'looking' },
  working: WORKING,
};
const WITH_PACKAGES = `working, with ${PACKAGES * FOLDERS_A_PACKAGE} folders of packages`;

const { rounds = ROUNDS, tree } = readOptions();
const root = (tree === undefined ? openRepository() : realpathSync(tree)) as AbsPath;
const withPackages = openRepository();
makePackages(withPackages);
const sandbox = await findSandbox({ roots: [root] });
await using shell = new LocalShell({ sandbox: () => Promise.resolve(sandbox) });
const packageSandbox = await findSandbox({ roots: [withPackages] });
await using packageShell = new LocalShell({ sandbox: () => Promise.resolve(packageSandbox) });

const contenders: readonly Contender<number>[] = [
  { label: BARE, run: () => timeOf(() => once(spawn('/bin/bash', ['-c', 'true'], { cwd: root }), 'close')) },
  ...Object.entries(WORLDS).map(([label, request]) => ({
    label,
    run: () => timeOf(() => runIn(shell, root, request)),
  })),
  { label: WITH_PACKAGES, run: () => timeOf(() => runIn(packageShell, withPackages, WORKING)) },
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
    {
      what: 'folders of packages that nobody has changed, p50 more than a command that works',
      ...(sandbox.state === 'sandboxed' ? { measured: p50(WITH_PACKAGES) - p50('working') } : {}),
      unit: 'ms',
      atMost: PACKAGES_GOAL_MS,
    },
  ],
  notes: [
    'A command that works also looks for git repositories and protected places before and after: three processes more. How long that takes depends on the tree: --tree DIR. Folders of packages are read once, and asked for their times of change after that.',
    'Each command but the bare one ends with a scan of all processes for those that it left behind.',
  ],
});

async function timeOf(run: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}

function runIn(inside: LocalShell, cwd: AbsPath, request: SandboxRequest): Promise<unknown> {
  const { signal } = new AbortController();
  return inside.run({ command: 'true', cwd, idleTimeoutMs: 60_000, signal, sandbox: request });
}

function openRepository(): AbsPath {
  const folder = openScratchFolder(realpathSync(tmpdir())) as AbsPath;
  execFileSync('git', ['init', '-q', folder]);
  return folder;
}

function makePackages(folder: AbsPath): void {
  for (let at = 0; at < PACKAGES; at += 1)
    for (let inside = 1; inside < FOLDERS_A_PACKAGE; inside += 1)
      mkdirSync(join(folder, 'node_modules', `package-${at}`, `folder-${inside}`), { recursive: true });
}
