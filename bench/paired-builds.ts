import type { Build } from './child.js';
import { ratios, runPaired } from './paired-runs.js';
import { quantile, spread } from './quantile.js';
import type { Row } from './report.js';

/** What one round gave, by the name of each figure; less is better. */
export type Figures = Readonly<Record<string, number>>;

/** One thing that both builds do, in turns. */
export interface PairedWork {
  /** Of one measurement; what looks slower has several. */
  readonly rounds: number;
  readonly run: (build: Build) => Promise<Figures>;
}

/** A figure of both builds. Shape: the same place in two lists is the same round. */
export interface PairedFigure {
  readonly label: string;
  readonly before: readonly number[];
  readonly after: readonly number[];
}

// What is slower by less is not told from noise in so many rounds.
const MOST_RATIO = 1.05;
// In so many of the rounds a build is slower that is slower: a single disturbed round proves nothing.
const SHARE_OF_ROUNDS = 0.75;
/**
 * Runs both builds in turns, and again while a figure looks slower than it was, `mostRepeats` times at most; all rounds
 * count.
 */
export async function pairBuilds(
  { rounds, run }: PairedWork,
  mostRepeats: number,
): Promise<readonly PairedFigure[]> {
  const all: Record<Build, Figures[]> = { before: [], after: [] };
  const builds = (['before', 'after'] as const).map((build) => ({ label: build, run: () => run(build) }));
  for (let repeat = 0; repeat < mostRepeats; repeat += 1) {
    const samples = await runPaired(builds, { rounds, warmUps: repeat === 0 ? 1 : 0 });
    for (const { label } of builds) all[label].push(...(samples.get(label) ?? []));
    if (!pick(all).some(isSlower)) break;
  }
  return pick(all);
}

function pick({ before, after }: Readonly<Record<Build, readonly Figures[]>>): PairedFigure[] {
  return Object.keys(before[0] ?? {}).map((label) => {
    const of = (list: readonly Figures[]): number[] => list.map((figures) => figures[label] ?? Number.NaN);
    return { label, before: of(before), after: of(after) };
  });
}

/** Whether a figure is over 1.05 times of what it was, and more than before in three rounds of four. */
export function isSlower({ before, after }: PairedFigure): boolean {
  const list = after.map((value, round) => (value === before[round] ? 1 : value / (before[round] ?? 0)));
  return quantile(list, 0.5) > MOST_RATIO && quantile(list, 1 - SHARE_OF_ROUNDS) > 1;
}

export function toRow(figure: PairedFigure): Row {
  const { label, before, after } = figure;
  const ratio = spread(before).median === spread(after).median ? '1 (same)' : ratios(after, before);
  return {
    label,
    cells: {
      before: spread(before),
      after: spread(after),
      'after / before': ratio,
      rounds: after.length,
      verdict: isSlower(figure) ? 'SLOWER' : '',
    },
  };
}
