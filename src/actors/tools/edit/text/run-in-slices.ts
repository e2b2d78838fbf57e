import { performance } from 'node:perf_hooks';
import { breathe } from '../../../runtime/abort.js';

// Half of what the thread may spend at once.
const MAX_SLICE_MS = 4;

/** What a generator that yields now and then returns; others get their turn meanwhile. Errors: the signal's reason. */
export async function runInSlices<Result>(
  work: Generator<void, Result>,
  signal: AbortSignal,
): Promise<Result> {
  for (let sliceEnd = performance.now() + MAX_SLICE_MS; ;) {
    const step = work.next();
    if (step.done === true) return step.value;
    if (performance.now() < sliceEnd) continue;
    await breathe();
    signal.throwIfAborted();
    sliceEnd = performance.now() + MAX_SLICE_MS;
  }
}
