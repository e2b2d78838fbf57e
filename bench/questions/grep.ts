/** How long content search takes: of a tree that was just opened, and of one whose filter is there. */
import { basename } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { readOptions } from '../bench-options.js';
import { openContentTree } from '../bench-tree.js';
import { CONTENT_NEEDLES } from '../content-tree.js';
import { countLines, shareRuledOut } from '../grep-lines.js';
import { ratios, runPaired, type Contender } from '../paired-runs.js';
import { gitGrep } from '../peers/git.js';
import type { GrepPeer } from '../peers/peer.js';
import { rgGrep } from '../peers/rg.js';
import { quantile, spread } from '../quantile.js';
import { publish, type Goal, type Row } from '../report.js';
import { openTroupe } from '../troupe.js';

const ROUNDS = 7;
// A filter is built in the background: this is enough for two gigabytes on two cores.
const SETTLE_MS = 30_000;

const PATTERNS = [
  { label: 'literal, in one file of 97', pattern: CONTENT_NEEDLES.common, isRegex: false },
  { label: 'rare literal, in three files', pattern: CONTENT_NEEDLES.rare, isRegex: false },
  { label: 'absent literal', pattern: CONTENT_NEEDLES.absent, isRegex: false },
  { label: 'regex with a literal', pattern: String.raw`return mapperTicketW\w+\(\d+7\)`, isRegex: true },
  { label: 'regex with any text between two words', pattern: 'return.*TicketWindow.*7', isRegex: true },
  { label: 'regex without a literal', pattern: String.raw`\b[mtw][a-z]{5}T[a-z]{5}W\w+`, isRegex: true },
] as const;
const RARE = PATTERNS[1].label;
const WITHOUT_LITERAL = PATTERNS[5].label;
const FIRST = 'Troupe, just opened';
const FULL = 'Troupe, without a filter';
const WARM = 'Troupe, warm';

interface Searched {
  readonly ms: number;
  readonly lines: number;
}

async function timeSearch(search: () => Promise<number>): Promise<Searched> {
  const start = performance.now();
  const lines = await search();
  return { ms: performance.now() - start, lines };
}

const options = readOptions();
const root = openContentTree(options);
const { rounds = ROUNDS } = options;
// The filter is only there where a watcher keeps it true.
const { host: warm } = await openTroupe(root, { isWatched: true });
const { host: unwatched } = await openTroupe(root);
try {
  // Whatever is built in the background is built after this.
  for (const { pattern, isRegex } of PATTERNS) await countLines(warm, { pattern, isRegex });
  await sleep(SETTLE_MS);
  const ruledOut = await shareRuledOut(warm);

  const rows: Row[] = [];
  const kept: Record<string, unknown> = {};
  const goals: Goal[] = [];
  for (const { label, pattern, isRegex } of PATTERNS) {
    const peer = ({ label, grep }: GrepPeer): Contender<Searched> => ({
      label,
      run: () => timeSearch(() => grep(root, pattern, isRegex)),
    });
    const samples = await runPaired<Searched>(
      [
        {
          label: FIRST,
          async run() {
            const { host } = await openTroupe(root);
            try {
              return await timeSearch(() => countLines(host, { pattern, isRegex }));
            } finally {
              await host[Symbol.asyncDispose]();
            }
          },
        },
        { label: FULL, run: () => timeSearch(() => countLines(unwatched, { pattern, isRegex })) },
        { label: WARM, run: () => timeSearch(() => countLines(warm, { pattern, isRegex })) },
        peer(rgGrep),
        peer(gitGrep),
      ],
      { rounds },
    );
    kept[label] = Object.fromEntries(samples);
    const times = (name: string): readonly number[] => (samples.get(name) ?? []).map(({ ms }) => ms);
    rows.push(
      ...[...samples.keys()].map((name) => ({
        label: `${label}: ${name}`,
        cells: {
          ms: spread(times(name)),
          'x rg': ratios(times(name), times(rgGrep.label)),
          lines: samples.get(name)?.[0]?.lines ?? 0,
        },
      })),
    );
    if (label === WITHOUT_LITERAL)
      goals.push({
        what: 'regular expression without a literal, beside rg',
        measured: ratios(times(FULL), times(rgGrep.label)).median,
        unit: 'x rg',
        atMost: 1.1,
      });
    if (label !== RARE) continue;
    const best = [rgGrep, gitGrep].toSorted(
      (a, b) => quantile(times(a.label), 0.5) - quantile(times(b.label), 0.5),
    )[0];
    goals.push(
      {
        what: 'content search, full scan, beside the better of rg and git grep',
        measured: ratios(times(FULL), times(best?.label ?? '')).median,
        unit: `x ${best?.label ?? ''}`,
        atMost: 0.65,
        note: 'a host that nobody watches for, and that has searched before',
      },
      {
        what: 'content search, full scan, the first of a host',
        measured: ratios(times(FIRST), times(best?.label ?? '')).median,
        unit: `x ${best?.label ?? ''}`,
        atMost: 1,
        note: 'its index is ready, and nothing of the code of a search is loaded',
      },
      {
        what: 'content search, warm, rare literal, beside rg',
        measured: ratios(times(WARM), times(rgGrep.label)).median,
        unit: 'x rg',
        atMost: 0.02,
      },
    );
  }
  const [status] = await warm.workspace.status();
  publish({
    name: 'grep',
    title: 'Content search',
    subject: `${basename(root)}, ${status?.files ?? 0} files, ${rounds} paired rounds, median (min to max)`,
    rows,
    goals,
    notes: [
      `"Warm" is a watched host that has searched before and then rested for ${SETTLE_MS / 1000} s: for letters that no word has, its filter rules out ${(100 * ruledOut).toFixed(1)} %. The two others have none.`,
      'Lines are those that match: where they differ, somebody looks at other files or stops within a line.',
    ],
    samples: kept,
  });
} finally {
  await Promise.all([warm[Symbol.asyncDispose](), unwatched[Symbol.asyncDispose]()]);
}
