// The same order on every machine, whatever its language.
const collator = new Intl.Collator('en', { numeric: true });

/** Compares names as people sort them: `a2` before `a10`, case only when all else is the same. */
export function compareNatural(a: string, b: string): number {
  return collator.compare(a, b) || (a < b ? -1 : Number(a > b));
}
