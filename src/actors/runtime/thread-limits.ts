/**
 * Limits that every thread is started with.
 *
 * A thread that runs out of memory is ended by Node, which grants the collection at hand 16 MB more. Node 24 gives new
 * objects 192 MB, and a collection that moves more of them than that aborts the whole process: 3 of 6 runs. With 48 MB,
 * as in Node 20, or less it never did.
 */
export const THREAD_LIMITS = { maxYoungGenerationSizeMb: 32 } as const;
