/**
 * Limits for every worker thread.
 *
 * Node ends a thread that runs out of memory, and grants the garbage collection in progress 16 MB more. Node 24 gives
 * new objects 192 MB, and a collection that moves more than 16 MB of them aborts the whole process: 3 of 6 runs did.
 * With 48 MB, as in Node 20, or less, none did.
 */
export const THREAD_LIMITS = { maxYoungGenerationSizeMb: 32 } as const;
