import { performance } from 'node:perf_hooks';
import type { Find } from './peers/peer.js';
import { quantile } from './quantile.js';
import type { Row } from './report.js';

/** What finds, under its name. */
export interface Finder {
  readonly label: string;
  readonly find: Find;
}

// As many letters as a person types in a row. Peers that read tens of megabytes for each leave nothing of another's in
// the processor's caches, and what a search takes that was just used is not what is seen behind them.
const QUERIES_IN_A_ROW = 20;

/**
 * How long each finder takes for each query, by its label. The finders take turns, some queries in a row each, so that
 * what disturbs the machine disturbs all; the first `warmUps` queries do not count.
 * Units: milliseconds.
 */
export async function latencies(
  finders: readonly Finder[],
  queries: readonly string[],
  { limit, warmUps }: { readonly limit: number; readonly warmUps: number },
): Promise<ReadonlyMap<string, readonly number[]>> {
  const times = new Map<string, number[]>(finders.map(({ label }) => [label, []]));
  for (let from = 0; from < queries.length; from += QUERIES_IN_A_ROW)
    for (const { label, find } of finders)
      for (const [at, query] of queries.slice(from, from + QUERIES_IN_A_ROW).entries()) {
        const start = performance.now();
        await find(query, limit);
        if (from + at >= warmUps) times.get(label)?.push(performance.now() - start);
      }
  return times;
}

/** A row of a table of latencies. */
export function latencyRow(label: string, times: readonly number[], more: Row['cells'] = {}): Row {
  return {
    label,
    cells: {
      'p50 ms': quantile(times, 0.5),
      p90: quantile(times, 0.9),
      p99: quantile(times, 0.99),
      max: quantile(times, 1),
      ...more,
    },
  };
}
