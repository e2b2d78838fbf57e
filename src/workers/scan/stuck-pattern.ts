import { AskTimeoutError } from '../../actors/protocol/errors.js';
import type { RelPath } from '../../actors/protocol/workspace.js';
import type { Clock } from '../../actors/runtime/clock.js';
import type { GrepControl } from './grep-control.js';

// A pattern that is no trap needs a fraction of a second for the largest block, on a busy machine too.
const CHECK_MS = 5000;

/**
 * Calls `onStuck` with an error that names the file when a pattern is still at the same piece of text after 5 s, as
 * `(a+)+$` is at thirty `a` and a `b`. The thread cannot be asked to stop then. Returns what ends the watch.
 */
export function watchForStuckPattern(
  {
    control,
    lanes,
    pathAt,
    clock,
  }: {
    readonly control: GrepControl;
    readonly lanes: number;
    readonly pathAt: (chunk: number, file: number) => RelPath | undefined;
    readonly clock: Clock;
  },
  onStuck: (error: AskTimeoutError) => void,
): () => void {
  let callOff: () => void;
  const check = (before: readonly (number | undefined)[]): void => {
    const attempts = Array.from({ length: lanes }, (_, lane) => control.attempt(lane));
    const stuck = attempts.find((attempt, lane) => attempt !== null && attempt.step === before[lane]);
    if (stuck === undefined || stuck === null) {
      callOff = clock.after(CHECK_MS, () => {
        check(attempts.map((attempt) => attempt?.step));
      });
      return;
    }
    const path = pathAt(stuck.chunk, stuck.file);
    onStuck(
      new AskTimeoutError(
        `The search pattern takes for ever on a line of ${String(path)}. Write it without a repeat inside of a repeat, as in (a+)+.`,
        { actor: 'scan pool', ask: 'grep', timeoutMs: CHECK_MS },
      ),
    );
  };
  check([]);
  return () => {
    callOff();
  };
}
