/**
 * A count as people read it: `12,345`. Written out, because the first use of `Intl` takes a process 17 ms. `Infinity` is
 * `∞`, as there.
 */
export function groupDigits(count: number): string {
  if (!Number.isFinite(count)) return count === Infinity ? '∞' : String(count);
  return String(Math.round(count)).replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
}
