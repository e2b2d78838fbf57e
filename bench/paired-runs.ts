import { spread, type Spread } from './quantile.js';

/** One of those that are compared. */
export interface Contender<T> {
  readonly label: string;
  readonly run: () => Promise<T>;
}

/**
 * What each contender's runs gave, by its label; the same place in two lists is the same round.
 * Rounds follow one another with every contender in each, and each round begins with another one: whoever runs after
 * somebody else may find the machine warmer.
 */
export async function runPaired<T>(
  contenders: readonly Contender<T>[],
  { rounds, warmUps = 1 }: { readonly rounds: number; readonly warmUps?: number },
): Promise<ReadonlyMap<string, readonly T[]>> {
  const results = new Map<string, T[]>(contenders.map(({ label }) => [label, []]));
  for (let round = -warmUps; round < rounds; round += 1) {
    const first = (round + warmUps) % Math.max(1, contenders.length);
    for (const contender of [...contenders.slice(first), ...contenders.slice(0, first)]) {
      const result = await contender.run();
      if (round >= 0) results.get(contender.label)?.push(result);
    }
  }
  return results;
}

/** How one's values compare with another's, round by round. Shape: lists of equal length. */
export function ratios(ours: readonly number[], theirs: readonly number[]): Spread {
  return spread(ours.map((value, round) => value / (theirs[round] ?? Number.NaN)));
}
