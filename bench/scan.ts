/** How long until a workspace is known, and what the host's thread feels of it, beside rg in the same run. */
import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { rgPath } from '@vscode/ripgrep';
import { createHost } from '../src/host/api.js';
import { openBenchTree } from './bench-tree.js';
import { measure, type LoopDelay } from './loop-delay.js';
import { formatSpread, quantile, spread } from './quantile.js';
import { describeMachine, printTable, saveJson } from './report.js';

// Enough for a median that does not move by more than a few percent.
const ROUNDS = Number(process.env['TROUPE_BENCH_ROUNDS'] ?? 9);
// What an idle host shows is the floor of the sampler and the noise of the machine.
const IDLE_MS = 500;

interface Sample {
  readonly files: number;
  readonly elapsedMs: number;
  readonly delay: LoopDelay;
}

/** A host from nothing until its index is whole: thread start, code loading and scan. */
async function scanWithTroupe(root: string): Promise<Sample & { readonly scanMs: number }> {
  const { result, elapsedMs, delay } = await measure(async () => {
    const host = await createHost({ roots: [root], workspace: { watcher: 'none' } });
    return { host, statuses: await host.workspace.whenReady() };
  });
  await result.host[Symbol.asyncDispose]();
  const [status] = result.statuses;
  if (status?.phase !== 'ready') throw new Error(`The index is ${status?.phase}: ${status?.reason}`);
  return { files: status.files, scanMs: status.scanMs, elapsedMs, delay };
}

/** The same list from rg, read by this thread as an editor would. */
async function listWithRg(root: string): Promise<Sample> {
  const { result, elapsedMs, delay } = await measure(async () => {
    const rg = spawn(rgPath, ['--no-config', '--files', '--hidden', '-0', '-g', '!.git', '-j8'], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const paths: string[] = [];
    let rest = '';
    rg.stdout.setEncoding('utf8');
    for await (const chunk of rg.stdout) {
      const parts = (rest + String(chunk)).split('\0');
      rest = parts.pop() ?? '';
      for (const path of parts) paths.push(path);
    }
    return paths;
  });
  return { files: result.length, elapsedMs, delay };
}

function delayCells(samples: readonly { readonly delay: LoopDelay }[]): string[] {
  const delays = samples.map(({ delay }) => delay);
  const p50 = quantile(
    delays.map((delay) => delay.p50),
    0.5,
  );
  const p99 = quantile(
    delays.map((delay) => delay.p99),
    0.5,
  );
  const max = Math.max(...delays.map((delay) => delay.max));
  return [p50, p99, max].map((ms) => ms.toFixed(2));
}

const root = openBenchTree();
const first = await scanWithTroupe(root);
await listWithRg(root);
const troupe: Awaited<ReturnType<typeof scanWithTroupe>>[] = [];
const rg: Sample[] = [];
for (let round = 0; round < ROUNDS; round += 1) {
  // Whoever goes first may find the machine warmer: they take turns.
  if (round % 2 === 0) troupe.push(await scanWithTroupe(root));
  rg.push(await listWithRg(root));
  if (round % 2 === 1) troupe.push(await scanWithTroupe(root));
}
const idle = await measure(() => sleep(IDLE_MS));

const ratios = (milliseconds: readonly number[]): number[] =>
  milliseconds.map((ms, round) => ms / (rg[round]?.elapsedMs ?? Number.NaN));
const row = (label: string, milliseconds: readonly number[], delays: readonly string[]): string[] => [
  label,
  formatSpread(spread(milliseconds), 0),
  formatSpread(spread(ratios(milliseconds)), 2),
  ...delays,
];
const elapsed = troupe.map(({ elapsedMs }) => elapsedMs);
const scans = troupe.map(({ scanMs }) => scanMs);
const ofRg = rg.map(({ elapsedMs }) => elapsedMs);

process.stdout.write(
  `\nFirst scan: ${describeMachine()}, warm cache, ${ROUNDS} paired rounds, median (min to max)\n` +
    `Files listed: Troupe ${first.files}, rg ${rg[0]?.files}\n\n`,
);
printTable([
  ['', 'ms', 'x rg', 'host late p50', 'p99', 'max ms'],
  row('createHost until ready', elapsed, delayCells(troupe)),
  row('  the scan in it', scans, []),
  row('rg --files, read by the host', ofRg, delayCells(rg)),
  ['the very first createHost', first.elapsedMs.toFixed(0), '', ...delayCells([first])],
  ['an idle host', '', '', ...delayCells([idle])],
]);
saveJson({ machine: describeMachine(), rounds: ROUNDS, first, troupe, rg, idle: idle.delay });
