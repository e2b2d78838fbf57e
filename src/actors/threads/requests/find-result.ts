import type { ThreadEntry } from '../../protocol/thread.js';

/** All that the result of a call said, whatever was cut out of it for the model; `undefined` for an unknown call. */
export function findResult(entries: readonly ThreadEntry[], callId: string): string | undefined {
  const observed = entries.findLast((entry) => entry.kind === 'observation' && entry.callId === callId);
  if (observed?.kind !== 'observation') return undefined;
  const { output, whole = output } = observed.result;
  return whole;
}
