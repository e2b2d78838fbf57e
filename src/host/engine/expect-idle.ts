import type { AgentState } from '../../actors/protocol/agent.js';
import { DisposedError, EngineBusyError } from '../../actors/protocol/errors.js';

/** Errors: `DisposedError` for a thread that was closed, or whose host was disposed of. */
export function expectOpen(
  { expectOpen: expectHost }: { readonly expectOpen: () => void },
  thread: string,
  isClosed: boolean,
): void {
  expectHost();
  if (isClosed)
    throw new DisposedError(`The conversation ${thread} was closed: open it again with openThread.`, {
      thread,
    });
}

/**
 * `state`: that of the running turn; `undefined` when none runs.
 * Errors: `EngineBusyError` while a thread cannot begin anything else.
 */
export function expectIdle(
  state: AgentState | undefined,
  { isJumping }: { readonly isJumping: boolean },
  compaction: { readonly isRunning: boolean },
): void {
  if (isJumping) throw new EngineBusyError('Files are being put back: wait until that has ended.', {});
  if (compaction.isRunning)
    throw new EngineBusyError('The conversation is being compacted: wait for its end, or cancel it.', {});
  if (state === undefined) return;
  const what =
    state.status === 'acting' && state.tools.length > 0
      ? `The engine is busy, ${state.tools.join(', ')} is running`
      : 'The engine is busy with another message';
  throw new EngineBusyError(`${what}: wait for its end, or cancel it.`, {});
}
