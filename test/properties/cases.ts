/** Cases of each of the sixteen properties. `TROUPE_PROPERTY_CASES=10000` is the long run. */
export const CASES = Number(process.env['TROUPE_PROPERTY_CASES'] ?? 100);

// A case takes milliseconds, and many times that on a busy machine.
const MS_PER_CASE = 1_000;

/** Units: milliseconds. */
export const PATIENCE_MS = 60_000 + CASES * MS_PER_CASE;
