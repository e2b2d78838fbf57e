import { performance } from 'node:perf_hooks';
import type { Find } from './peers/peer.js';
import { quantile } from './quantile.js';
import type { Row } from './report.js';

/** What finds, under its name. */
export interface Finder {
  readonly label: string;
  readonly find: Find;
}

/**
 * How long each finder takes for each query, by its label. All take a query in turn before the next one comes, so that
 * what disturbs the machine disturbs all; the first `warmUps` queries do not count.
 * Units: milliseconds.
 */
export async function latencies(
  finders: readonly Finder[],
  queries: readonly string[],
  { limit, warmUps }: { readonly limit: number; readonly warmUps: number },
): Promise<ReadonlyMap<string, readonly number[]>> {
  const times = new Map<string, number[]>(finders.map(({ label }) => [label, []]));
  for (const [at, query] of queries.entries())
    for (const { label, find } of finders) {
      const start = performance.now();
      await find(query, limit);
      if (at >= warmUps) times.get(label)?.push(performance.now() - start);
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
