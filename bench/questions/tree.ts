/** How long the text of a directory takes: of all of it, and of as much as a model is given. */
import { basename } from 'node:path';
import type { AbsPath, Host, RelPath } from '../../src/host/api.js';
import { performance } from 'node:perf_hooks';
import { readOptions } from '../bench-options.js';
import { openBenchTree } from '../bench-tree.js';
import { collectGarbage } from '../collect-garbage.js';
import { runPaired, type Contender } from '../paired-runs.js';
import { sortPresent } from '../peers/peer.js';
import { findTree, type DrawPeer } from '../peers/tree.js';
import { spread } from '../quantile.js';
import { isMillion, publish } from '../report.js';
import { openTroupe } from '../troupe.js';

const ROUNDS = 15;
// One takes so little time that the median of few says nothing.
const CUT_ROUNDS = 300;
const WHOLE = 'Troupe, the whole tree';
const CUT = 'Troupe, 20,000 characters';
const CUT_FIRST = 'Troupe, 20,000 characters, the first time';
const CUT_BESIDE = 'Troupe, 20,000 characters, in turn with the others';
const CUT_CHARS = 20_000;
// More than any tree here has.
const NO_LIMIT = 1_000_000_000;

interface Drawn {
  readonly ms: number;
  readonly chars: number;
}

function contender(label: string, draw: () => Promise<string>, settle?: () => void): Contender<Drawn> {
  return {
    label,
    async run() {
      settle?.();
      const start = performance.now();
      const { length } = await draw();
      return { ms: performance.now() - start, chars: length };
    },
  };
}

async function drawWhole({ workspace }: Host, root: AbsPath): Promise<string> {
  const request = { root, path: '' as RelPath, maxChars: NO_LIMIT, maxEntries: NO_LIMIT };
  return (await workspace.ref.ask('tree', request)).text;
}

const options = readOptions();
const root = openBenchTree(options);
const { rounds = ROUNDS } = options;
const { host, status } = await openTroupe(root);
try {
  const { present, notes } = sortPresent<DrawPeer>([findTree()]);
  const drawCut = async (): Promise<string> => (await host.workspace.tree('', { maxChars: CUT_CHARS })).text;
  const first = await runPaired([contender(CUT_FIRST, drawCut)], { rounds: 1, warmUps: 0 });
  const alone = await runPaired([contender(CUT, drawCut)], { rounds: CUT_ROUNDS, warmUps: 3 });
  const paired = await runPaired(
    [
      contender(WHOLE, () => drawWhole(host, status.root), collectGarbage),
      contender(CUT_BESIDE, drawCut, collectGarbage),
      ...present.map(({ label, draw }) => contender(label, () => draw(root), collectGarbage)),
    ],
    { rounds, warmUps: 3 },
  );
  const samples = new Map([...first, ...alone, ...paired]);
  const times = (label: string): readonly number[] => (samples.get(label) ?? []).map(({ ms }) => ms);
  const goals = [
    { what: 'tree text, whole', measured: spread(times(WHOLE)).median, unit: 'ms', atMost: 20 },
    { what: 'tree text, 20,000 characters', measured: spread(times(CUT)).median, unit: 'ms', atMost: 0.5 },
  ];
  publish({
    name: 'tree',
    title: 'Text of a directory tree',
    subject: `${basename(root)}, ${status.files} files, ${rounds} paired rounds, median (min to max)`,
    files: status.files,
    rows: [...samples.keys()].map((label) => ({
      label,
      cells: { ms: spread(times(label)), characters: samples.get(label)?.[0]?.chars ?? 0 },
    })),
    // They were set for the usual size.
    goals: isMillion(status.files) ? [] : goals,
    notes: [
      "The text's way from the index's thread to the host is in the time.",
      'Of those in turn, each begins when what the one before left in the host has been collected.',
      `20,000 characters are asked for in ${CUT_ROUNDS} rounds of their own, with nothing collected between them.`,
      ...notes,
    ],
    samples: Object.fromEntries(samples),
  });
} finally {
  await host[Symbol.asyncDispose]();
}
