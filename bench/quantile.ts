/** The value that `share` of the others do not exceed; 0.5 is the median. Shape: at least one value. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

/** The middle and how far the rest lies from it. */
export interface Spread {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

export function spread(values: readonly number[]): Spread {
  return { median: quantile(values, 0.5), min: quantile(values, 0), max: quantile(values, 1) };
}

/** A spread as a person reads it: `120 (115 to 131)`. */
export function formatSpread({ median, min, max }: Spread, digits: number): string {
  return `${median.toFixed(digits)} (${min.toFixed(digits)} to ${max.toFixed(digits)})`;
}
