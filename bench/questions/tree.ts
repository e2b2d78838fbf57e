/** How long the text of a directory takes, as much of it as a model is given. */
import { basename } from 'node:path';
import { performance } from 'node:perf_hooks';
import { readOptions } from '../bench-options.js';
import { openBenchTree } from '../bench-tree.js';
import { runPaired, type Contender } from '../paired-runs.js';
import { rgFiles } from '../peers/rg.js';
import { spread } from '../quantile.js';
import { isMillion, publish } from '../report.js';
import { openTroupe } from '../troupe.js';

// One takes so little time that the median of few says nothing.
const ROUNDS = 300;
const CUT = 'Troupe, 20,000 characters';
const CUT_FIRST = 'Troupe, 20,000 characters, the first time';
const CUT_CHARS = 20_000;

interface Drawn {
  readonly ms: number;
  readonly chars: number;
}

function contender(label: string, draw: () => Promise<string>): Contender<Drawn> {
  return {
    label,
    async run() {
      const start = performance.now();
      const { length } = await draw();
      return { ms: performance.now() - start, chars: length };
    },
  };
}

// One listing of all files takes a thousand times as long as a text.
const LISTINGS = 5;

const options = readOptions();
const root = openBenchTree(options);
const { rounds = ROUNDS } = options;
const { host, status } = await openTroupe(root);
try {
  const drawCut = async (): Promise<string> => (await host.workspace.tree('', { maxChars: CUT_CHARS })).text;
  const first = await runPaired([contender(CUT_FIRST, drawCut)], { rounds: 1, warmUps: 0 });
  const alone = await runPaired([contender(CUT, drawCut)], { rounds, warmUps: 3 });
  const listed = await runPaired(
    [contender(rgFiles.label, async () => (await rgFiles.list(root)).join('\n'))],
    { rounds: LISTINGS },
  );
  const samples = new Map([...first, ...alone, ...listed]);
  const times = (label: string): readonly number[] => (samples.get(label) ?? []).map(({ ms }) => ms);
  const goals = [
    {
      what: 'tree text of 20,000 characters, beside a list of all files by rg',
      measured: spread(times(CUT)).median / spread(times(rgFiles.label)).median,
      unit: 'x rg',
      // What is left of a tool that runs rg and draws what it lists when the drawing costs nothing.
      atMost: 0.01,
    },
  ];
  publish({
    name: 'tree',
    title: 'Text of a directory tree',
    subject: `${basename(root)}, ${status.files} files, ${rounds} rounds, median (min to max)`,
    files: status.files,
    rows: [...samples.keys()].map((label) => ({
      label,
      cells: { ms: spread(times(label)), characters: samples.get(label)?.[0]?.chars ?? 0 },
    })),
    // They were set for the usual size.
    goals: isMillion(status.files) ? [] : goals,
    notes: ["The text's way from the index's thread to the host is in the time."],
    samples: Object.fromEntries(samples),
  });
} finally {
  await host[Symbol.asyncDispose]();
}
