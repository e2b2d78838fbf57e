/** What printing all files of a tree costs as a whole process, from its start to its end, beside programs that do only that. */
import { spawnSync } from 'node:child_process';
import { basename, join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { rgPath } from '@vscode/ripgrep';
import { readOptions } from '../bench-options.js';
import { openBenchTree } from '../bench-tree.js';
import { findProgram } from '../find-program.js';
import { ratios, runPaired } from '../paired-runs.js';
import { spread } from '../quantile.js';
import { publish } from '../report.js';

// Enough for a median that does not move by more than a few percent.
const ROUNDS = 9;

interface Listing {
  readonly label: string;
  readonly command: readonly [program: string, ...args: string[]];
}

const troupe: Listing = {
  label: 'troupe files',
  command: [process.execPath, join(process.cwd(), 'dist/cli.js'), 'files'],
};
const rg: Listing = {
  label: 'rg --files --hidden',
  command: [rgPath, '--no-config', '--files', '--hidden', '-g', '!.git'],
};
const git: Listing = {
  label: 'git ls-files -co --exclude-standard',
  command: ['git', 'ls-files', '-co', '--exclude-standard'],
};
const listings = [troupe, rg, git];

const options = readOptions();
const root = openBenchTree(options);
const { rounds = ROUNDS } = options;

/** Runs a program in the tree and returns what it wrote to standard error. What it lists is thrown away. */
function run([program, ...args]: Listing['command']): string {
  const { status, error, stderr } = spawnSync(program, args, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, TROUPE_CACHE_DIRECTORY: '' },
  });
  if (status !== 0) throw error ?? new Error(`${program} ended with ${status}: ${stderr}`);
  return stderr;
}

const samples = await runPaired(
  listings.map(({ label, command }) => ({
    label,
    run() {
      const start = performance.now();
      run(command);
      return Promise.resolve(performance.now() - start);
    },
  })),
  { rounds },
);

// That of the system says how much memory a program had at most; a shell's own does not.
const timer = findProgram('gtime', 'time');
const memory = new Map<string, number>();
if (timer !== undefined && process.platform === 'linux') {
  for (const { label, command } of listings) {
    const kilobytes = Number(
      run([timer, '-f', '%M', ...command])
        .trim()
        .split('\n')
        .at(-1),
    );
    if (Number.isFinite(kilobytes)) memory.set(label, Math.round(kilobytes / 1024));
  }
}

const times = (label: string): readonly number[] => samples.get(label) ?? [];
publish({
  name: 'listing',
  title: 'A listing, as a whole process',
  subject: `${basename(root)}, ${rounds} paired rounds, median (min to max)`,
  rows: listings.map(({ label }) => ({
    label,
    cells: {
      ms: spread(times(label)),
      'x rg': ratios(times(label), times(rg.label)),
      'most memory, MB': memory.get(label) ?? 'not measured',
    },
  })),
  goals: [
    {
      what: 'every file printed by a new process, beside rg',
      measured: ratios(times(troupe.label), times(rg.label)).median,
      unit: 'x rg',
      atMost: 1.5,
      note: 'nothing is kept from one run to the next',
    },
  ],
  notes: [
    'Troupe and git print paths in order; rg prints them as its threads come across them.',
    ...(memory.size > 0 ? [] : ['Memory is measured where GNU time is installed: apt-get install time.']),
  ],
  samples: Object.fromEntries(samples),
});
