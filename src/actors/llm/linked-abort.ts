/**
 * An abort signal of one's own that also follows the caller's, for as long as `unlink` has not been called: a signal
 * that lives long gathers no listeners from the short things it watched over.
 */
export interface LinkedAbort {
  readonly signal: AbortSignal;
  abort(reason?: unknown): void;
  unlink(): void;
}

/** Follows `parent`, where there is one. */
export function linkAbort(parent: AbortSignal | undefined): LinkedAbort {
  const controller = new AbortController();
  const follow = (): void => {
    controller.abort(parent?.reason);
  };
  if (parent?.aborted) follow();
  else parent?.addEventListener('abort', follow, { once: true });
  return {
    signal: controller.signal,
    abort: (reason) => {
      controller.abort(reason);
    },
    unlink: () => parent?.removeEventListener('abort', follow),
  };
}
