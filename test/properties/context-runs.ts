/** Cases of each law of the context. `TROUPE_CONTEXT_RUNS=10000` is the long run. */
export const CONTEXT_RUNS = Number(process.env['TROUPE_CONTEXT_RUNS'] ?? 100);

// A case takes a few hundredths of a second, and many times that on a busy machine.
const MS_PER_RUN = 3_000;

/** Units: milliseconds. */
export const CONTEXT_TIMEOUT_MS = 60_000 + CONTEXT_RUNS * MS_PER_RUN;
