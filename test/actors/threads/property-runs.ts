/** Cases of each law of threads. `TROUPE_THREAD_RUNS=10000` is the long run. */
export const RUNS = Number(process.env['TROUPE_THREAD_RUNS'] ?? 500);
