/** What can be cancelled, until it has ended by itself. */
interface Cancellable {
  cancel(): void;
  result(): Promise<unknown>;
}

/** Cancels a turn when the signal aborts, and returns it. */
export function cancelOnAbort<Turn extends Cancellable>(turn: Turn, signal: AbortSignal | undefined): Turn {
  onAbort(turn, signal, () => {
    turn.cancel();
  });
  return turn;
}

/** Runs an action when the signal aborts before the turn has ended, or has aborted already. */
export function onAbort(
  turn: Pick<Cancellable, 'result'>,
  signal: AbortSignal | undefined,
  action: () => void,
): void {
  if (signal === undefined) return;
  if (signal.aborted) action();
  else signal.addEventListener('abort', action, { once: true });
  const leave = (): void => {
    signal.removeEventListener('abort', action);
  };
  turn.result().then(leave, leave);
}
