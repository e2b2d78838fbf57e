import type { ThreadRecord } from '../../actors/threads/thread-record.js';
import type { StepQueue } from './step-queue.js';
import type { Turn } from './turn.js';

/** Begins a turn behind the steps before it. Resolves once everything recorded in it is stored. */
export async function enqueueTurn(
  steps: StepQueue,
  record: ThreadRecord,
  begin: (signal: AbortSignal) => Promise<Turn>,
): Promise<Turn> {
  const turn = await steps.run(async (signal) => {
    if (record.failure !== undefined) throw record.failure.error;
    const begun = await begin(signal);
    if (signal.aborted) begun.cancel();
    return begun;
  });
  await record.settled();
  return turn;
}
